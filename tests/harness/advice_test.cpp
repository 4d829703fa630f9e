#include "harness/advice/advice.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "datasets/read_world.hpp"
#include "tests/harness/program.hpp"

namespace fairway::test {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;

FreeSpace space_of(const std::string& text) {
  return make_free_space(parse_world({"test.geojson", text}, {}));
}

TEST(MapFeatures, OfACorridor) {
  const MapFeatures f = map_features(space_of("[[[0, 0], [400, 0], [400, 4], [0, 4]]]"));
  EXPECT_FALSE(f.cells);
  EXPECT_DOUBLE_EQ(f.area, 1600);
  EXPECT_EQ(f.corners, 0U);
  EXPECT_NEAR(f.corridor_width, 4, 0.3);
  EXPECT_NEAR(f.detour, 1, 1e-12);
  // The dimension follows from the numbers of boxes that touch a wall, at several sizes of boxes.
  // For sides of 50, 25, 12.5, 6.25 and 3.125, these numbers are 9, 17, 33, 65 and 258. A box of
  // side 3.125 touches only one of the two long walls.
  EXPECT_NEAR(f.wall_dimension, 1.16175, 1e-5);
}

TEST(MapFeatures, OfAComb) {
  // Each tooth is a hole with four reflex corners. It leaves a gap of width 0.1 at one long wall
  // and a gap of width 2 at the other long wall. The wide gaps alternate between the walls, so
  // paths wind between the teeth.
  std::string rings = "[[[0, 0], [44, 0], [44, 20], [0, 20]]";
  for (int x = 2; x < 42; x += 4) {
    const double low = x % 8 == 2 ? 0.1 : 2;
    const double high = x % 8 == 2 ? 18 : 19.9;
    rings += ", [[" + std::to_string(x) + ", " + std::to_string(low) + "], [" + std::to_string(x) +
             ", " + std::to_string(high) + "], [" + std::to_string(x + 1) + ", " +
             std::to_string(high) + "], [" + std::to_string(x + 1) + ", " + std::to_string(low) +
             "]]";
  }
  const MapFeatures f = map_features(space_of(rings + "]"));
  EXPECT_EQ(f.corners, 40U);
  EXPECT_GT(f.detour, 1.05);
  EXPECT_GT(f.wall_dimension, 1.2);
  EXPECT_LT(f.corridor_width, 5);
  EXPECT_DOUBLE_EQ(predictors(f)[2], std::log(41));
}

TEST(MapFeatures, OfCells) {
  const FreeSpace space = make_free_space(parse_world({"small.map", small_map()}, {}));
  const MapFeatures f = map_features(space);
  EXPECT_TRUE(f.cells);
  EXPECT_DOUBLE_EQ(f.cell_count, space.area());
  EXPECT_DOUBLE_EQ(predictors(f)[0], 1);
}

json linear(double intercept, double spread = 0) {
  return {{"intercept", intercept}, {"coefficients", {0, 0, 0, 0, 0, 0}}, {"spread", spread}};
}

/// Makes the model of a method. It predicts the same values for every map.
json method(const std::string& name, double query_ns, double build_ns, double bytes, double gap,
            double spread = 0) {
  return {{"name", name},
          {"maps", 9},
          {"query_ns", linear(std::log(query_ns), 0.5)},
          {"build_ns", linear(std::log(build_ns))},
          {"bytes", linear(std::log(bytes), spread)},
          {"gap", linear(std::log(gap + kGapShift))},
          {"answered", linear(1)}};
}

json model_of(const json& methods) {
  return {{"format", "fairway advice"},
          {"version", 1},
          {"measured", "9 maps"},
          {"predictors", kPredictorNames},
          {"methods", methods}};
}

class Advice : public testing::Test {
 protected:
  std::vector<std::string> ranked(const Needs& needs) const {
    const FreeSpace space = space_of("[[[0, 0], [9, 0], [9, 9], [0, 9]]]");
    std::vector<std::string> names;
    for (const Advised& a : advise(parse_advice_model({"m.json", model_.dump()}), space,
                                   predictors(map_features(space)), needs, Registry::built_in())) {
      names.push_back(a.method + (is_advised(a) ? "" : " (no)"));
    }
    return names;
  }
  std::string fault(const json& model) const {
    try {
      parse_advice_model({"m.json", model.dump()});
    } catch (const InputError& e) {
      return e.what();
    }
    return "no fault";
  }

  json model_ = model_of(
      json::array({method("grid", 3000, 100, 4096, 0.05), method("polyanya", 2000, 1e6, 2048, 0),
                   method("hub-labels", 1000, 1e9, 1e6, 0), method("anya", 1, 1, 1, 0),
                   method("no-such-method", 1, 1, 1, 0)}));
};

TEST_F(Advice, RanksSupportedMethodsByTheirQueryTime) {
  EXPECT_THAT(ranked({}), ElementsAre("hub-labels", "polyanya", "grid")) << "anya needs cells";
}

TEST_F(Advice, KeepsLimitsAndSharesTheBuild) {
  EXPECT_THAT(ranked({.memory = 64 * 1024}), ElementsAre("polyanya", "grid", "hub-labels (no)"));
  EXPECT_THAT(ranked({.gap = 0.01}), ElementsAre("hub-labels", "polyanya", "grid (no)"));
  EXPECT_THAT(ranked({.queries = 1000}), ElementsAre("polyanya", "grid", "hub-labels"))
      << "costs: 3000, 3000.1, 1001000";
}

TEST_F(Advice, AnUncertainSizeNeedsAMargin) {
  model_ = model_of(json::array({method("grid", 100, 1, 1000, 0, 0.5)}));
  EXPECT_THAT(ranked({.memory = 1100}), ElementsAre("grid (no)"));
  EXPECT_THAT(ranked({.memory = 2000}), ElementsAre("grid"));
}

TEST_F(Advice, FaultsOfTheModelNameTheirPlace) {
  EXPECT_EQ(fault(model_), "no fault");
  EXPECT_THAT(fault(json::array()), HasSubstr("m.json:1: expected a model written by"));
  json other = model_;
  other["version"] = 2;
  EXPECT_THAT(fault(other), HasSubstr("expected version 1"));
  other = model_;
  other["predictors"][0] = "colour";
  EXPECT_THAT(fault(other), HasSubstr("other predictors than this program, expected cells"));
  other = model_;
  other["predictors"].erase(5);
  EXPECT_THAT(fault(other), HasSubstr("other predictors than this program"));
  other = model_;
  other["methods"][0].erase("gap");
  EXPECT_THAT(fault(other), HasSubstr("expected \"gap\", a model"));
  other = model_;
  other["methods"][0]["gap"]["coefficients"] = {1, 2};
  EXPECT_THAT(fault(other), HasSubstr("expected 6 coefficients"));
  other = model_;
  other["methods"][0]["gap"]["spread"] = -1;
  EXPECT_THAT(fault(other), HasSubstr("expected \"spread\" of 0 or more"));
}

TEST_F(Advice, OfTheCommand) {
  const TemporaryFolder folder;
  const std::string map = folder.write("rooms.map", small_map());
  const std::string model = folder.write("model.json", model_.dump());
  const Outcome found =
      run({"advise", map, "--reference", model, "--memory", "64KiB", "--gap", "1%", "--json"});
  ASSERT_EQ(found.code, 0) << found.error;
  const json advice = json::parse(found.out);
  EXPECT_EQ(advice["methods"][0]["method"], "anya");
  EXPECT_EQ(advice["methods"][1]["method"], "polyanya");
  EXPECT_EQ(advice["methods"][2]["advised"], false);
  EXPECT_THAT(run({"advise", map, "--reference", model}).out, HasSubstr("Advised: anya"));
  EXPECT_EQ(json::parse(run({"advise", map, "--features", "--json"}).out)["predictors"].size(), 6U);

  const auto fault = [&](const std::string& option, const std::string& value) {
    const Outcome outcome = run({"advise", map, "--reference", model, option, value});
    EXPECT_EQ(outcome.code, 2);
    return outcome.error;
  };
  for (const char* size : {"64kb", "-1KiB", "KiB", "0", "nan"}) {
    EXPECT_THAT(fault("--memory", size), HasSubstr("--memory: expected a size above 0"));
  }
  EXPECT_THAT(fault("--gap", "1 per cent"), HasSubstr("--gap: expected a share above 0"));
  EXPECT_THAT(fault("--queries", "0"), HasSubstr("--queries"));
}

}  // namespace
}  // namespace fairway::test
