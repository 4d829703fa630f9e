#pragma once

#include <gtest/gtest.h>

#include <charconv>
#include <string>
#include <vector>

#include "datasets/edge_program.hpp"
#include "datasets/read_world.hpp"
#include "tests/datasets/temporary_file.hpp"

namespace fairway::test {

/// Fixture for formats that fairway-gdal reads. Its tests are skipped if fairway-gdal is not built.
class EdgeTest : public testing::Test {
 protected:
  void SetUp() override {
    if (!program_beside(kEdgeProgram)) GTEST_SKIP() << kEdgeProgram << ": " << kEdgeProgramMissing;
  }
};

/// Writes a file and reads its world. Messages name the file without its folder.
inline WorldFile read_file_of(const std::string& name, const std::string& text,
                              const std::vector<std::string>& options = {}) {
  const TemporaryDirectory folder;
  const std::filesystem::path file = folder.file(name, text);
  try {
    return read_world(file, MapOptions::of_command_line(options));
  } catch (const InputError& error) {
    std::string what = error.what();
    const std::string place = file.string() + ":";
    if (!what.starts_with(place)) throw;
    what.erase(0, place.size());
    int line = 0;
    const auto [end, fault] = std::from_chars(what.data(), what.data() + what.size(), line);
    if (fault == std::errc{}) what.erase(0, static_cast<std::size_t>(end - what.data()) + 1);
    throw InputError(name, line, what.substr(1));
  }
}

}  // namespace fairway::test
