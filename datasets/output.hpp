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

/// Writes a whole file: first to a temporary file beside it, which is then renamed. A failure
/// leaves the old content. An existing target that is not a regular file (a pipe, a terminal) is
/// written directly. Throws OutputError.
void write_file(const std::filesystem::path& file, std::string_view content);

}  // namespace fairway
