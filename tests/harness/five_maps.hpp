#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "tests/harness/program.hpp"

namespace fairway::test {

/// A folder with five maps and a sweep over them, for tests of stores.
class FiveMaps : public testing::Test {
 protected:
  /// `settings` are the keys of the sweep file except `maps`.
  explicit FiveMaps(const std::string& settings)
      : sweep_(folder_.write("sweep.toml", "maps = ['?.map']\n" + settings)) {
    for (const char* name : {"a", "b", "c", "d", "e"}) {
      folder_.write(std::string(name) + ".map", small_map());
    }
  }

  /// Runs the sweep with these options into a new store beside its maps. Returns the store.
  std::filesystem::path store(const std::string& name,
                              std::vector<std::string> options = {}) const {
    options.insert(options.begin(), {"run", sweep_, "--out", folder_.path() / name});
    const Outcome outcome = run(options);
    EXPECT_EQ(outcome.code, 0) << outcome.error;
    return folder_.path() / name / "results.sqlite";
  }

  TemporaryFolder folder_;
  std::string sweep_;
};

}  // namespace fairway::test
