#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "datasets/map_options.hpp"
#include "datasets/text.hpp"
#include "datasets/world.hpp"

namespace fairway {

/// A program beside this one that reads maps of formats which this one does not know. It is called
///
///     fairway-gdal MAP --read NAME=VALUE ...
///
/// and writes a world file to its standard output. Its standard error has lines `format: NAME` and
/// `note: SENTENCE`, and a message if it refuses the map, with exit code 1, or does not know the
/// map's format, with exit code 3.
inline constexpr const char* kEdgeProgram = "fairway-gdal";
inline constexpr const char* kEdgeProgramMissing =
    "install libgdal-dev and libosmium2-dev, and build the target programs";

/// Where a program is: in the folder of the program that runs, or in the folder above.
std::optional<std::filesystem::path> program_beside(const std::string& name);

/// Reads a map with that program. Nothing if the program does not know the map's format. Throws
/// InputError: what the program says, or how it ended. Precondition: the program is there.
std::optional<WorldFile> read_by_program(const std::filesystem::path& program,
                                         const TextFile& source, const MapOptions& options);

/// What a program wrote, and its exit code, or 128 and the signal that ended it.
struct ProgramOutput {
  std::string out;
  std::string errors;
  int code = 0;
};
/// Runs a program without standard input, and waits. Throws InputError, about the first argument.
ProgramOutput run_program(const std::vector<std::string>& arguments);

}  // namespace fairway
