#include "tests/support/project.hpp"

namespace fairway::test {

std::string project_file(const std::string& path) {
  return std::string(FAIRWAY_SOURCE_FOLDER) + "/" + path;
}

std::string built_program(const std::string& path) {
  return std::string(FAIRWAY_BUILD_FOLDER) + "/" + path;
}

}  // namespace fairway::test
