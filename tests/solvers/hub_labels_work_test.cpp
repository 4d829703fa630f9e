#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "algorithms/freespace/sight_lists.hpp"
#include "algorithms/solvers/hub_labels/area_flags.hpp"
#include "algorithms/solvers/hub_labels/hub_labels.hpp"
#include "algorithms/solvers/hub_labels/labelling.hpp"
#include "datasets/generators/generator.hpp"

namespace fairway::test {
namespace {

using testing::HasSubstr;

/// Makes few worlds, because each world is labelled and flagged completely.
std::vector<std::pair<std::string, FreeSpace>> generated_worlds() {
  std::vector<std::pair<std::string, FreeSpace>> worlds;
  for (const auto& [kind, size] :
       {std::pair{"maze", 64}, {"rooms", 96}, {"caves", 96}, {"city", 64}, {"clutter", 400}}) {
    const GeneratedWorld world = generate(generator_kind(kind), 1, size);
    const auto* raster = std::get_if<Raster>(&world);
    worlds.emplace_back(kind, raster != nullptr
                                  ? FreeSpace::from_raster(*raster)
                                  : FreeSpace::from_polygons(std::get<Polygons>(world)));
  }
  return worlds;
}

// Regression: the options index_mb and label_work together did not limit all work of a build. The
// work on edge flags had no limit, and label_work does not count reads of labels.
TEST(HubLabels, RefusesAWorldThatNeedsTooMuchWork) {
  const FreeSpace space = std::move(generated_worlds().back().second);
  try {
    HubLabels::build(space, {.build_work = 0.5});
    FAIL() << "built";
  } catch (const UnsupportedWorld& refusal) {
    EXPECT_THAT(refusal.what(), HasSubstr("hub labels are expected to take "));
    EXPECT_THAT(refusal.what(), HasSubstr(" million for flags). The limit is build_work = 0.5"));
  }
  EXPECT_TRUE(HubLabels::build(space, {}).index().all_labelled());
}

TEST(HubLabels, ForecastsItsWorkWithinAFactorOfThree) {
  for (const auto& [name, space] : generated_worlds()) {
    SCOPED_TRACE(name);
    std::vector<CornerId> turns;
    for (CornerId c = 0; c < static_cast<CornerId>(space.corners().size()); ++c) {
      if (space.corner(c).reflex) turns.push_back(c);
    }
    const TautStates states(space, turns);
    const SightLists lists(space, turns);
    const LabelForecast forecast = forecast_labels(states);
    const Labelling labelling = label_states(states);
    const auto labels = static_cast<double>(labelling.steps);
    const auto flags = static_cast<double>(flag_areas(space, states, lists, labelling, 64).steps);
    EXPECT_GT(labels, 10'000);
    EXPECT_GT(flags, 10'000);
    EXPECT_LT(label_steps(states, forecast), 3 * labels);
    EXPECT_GT(label_steps(states, forecast), labels / 3);
    EXPECT_LT(flag_steps(states, lists, forecast), 3 * flags);
    EXPECT_GT(flag_steps(states, lists, forecast), flags / 3);
  }
}

}  // namespace
}  // namespace fairway::test
