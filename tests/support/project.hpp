#pragma once

#include <string>

namespace fairway::test {

/// Returns the full path of a file of the project, such as "datasets/maps/caves.map".
std::string project_file(const std::string& path);

/// Returns the full path of a program in the build folder, such as "fairway".
std::string built_program(const std::string& path);

}  // namespace fairway::test
