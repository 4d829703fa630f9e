#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>

namespace fairway {

/// A file could not be written. what() is "FILE: problem".
class OutputError : public std::runtime_error {
 public:
  OutputError(const std::filesystem::path& file, const std::string& what)
      : std::runtime_error(file.string() + ": " + what) {}
};

/// Writes a whole file. The content goes to a temporary file in the same folder, which then
/// replaces the target. If writing fails, the target keeps its old content. A target that exists
/// and is not a regular file (a pipe, a terminal) is written directly. Throws OutputError.
void write_file(const std::filesystem::path& file, std::string_view content);

}  // namespace fairway
