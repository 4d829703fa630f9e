#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "datasets/map_options.hpp"
#include "datasets/text.hpp"
#include "datasets/world.hpp"

namespace fairway {

/// The name of the program that reads further map formats; see program_beside(). It is called as
///     fairway-gdal MAP --read NAME=VALUE ...
/// and writes a world file to its standard output. Its standard error contains lines `format: NAME`
/// and `note: SENTENCE`, and an error message. Its exit code is 1 for a faulty map and 3 for an
/// unknown format.
inline constexpr const char* kEdgeProgram = "fairway-gdal";
inline constexpr const char* kEdgeProgramMissing =
    "install libgdal-dev and libosmium2-dev, and build the target programs";

/// The path of a program in the folder of the running program or in its parent folder; nothing if
/// it does not exist.
std::optional<std::filesystem::path> program_beside(const std::string& name);

/// Reads a map with kEdgeProgram, which lies at the path `program`. Returns nothing if that program
/// does not know the format. Throws InputError with the message of the program, or with its exit
/// code. Precondition: `program` exists.
std::optional<WorldFile> read_by_program(const std::filesystem::path& program,
                                         const TextFile& source, const MapOptions& options);

/// The output of a program. `code` is its exit code, or 128 plus the number of the signal that
/// ended it.
struct ProgramOutput {
  std::string out;
  std::string errors;
  int code = 0;
};
/// Runs a program without standard input, and waits for its end. The first argument is the path of
/// the program. Throws InputError if it cannot be run.
ProgramOutput run_program(const std::vector<std::string>& arguments);

}  // namespace fairway
