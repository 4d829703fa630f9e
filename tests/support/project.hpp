#pragma once

#include <string>

namespace fairway::test {

/// A file of the project by its path from the root, "datasets/maps/caves.map".
std::string project_file(const std::string& path);

/// A program by its path in the build folder, "fairway".
std::string built_program(const std::string& path);

}  // namespace fairway::test
