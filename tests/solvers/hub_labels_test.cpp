#include "algorithms/solvers/hub_labels/hub_labels.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <queue>
#include <random>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "algorithms/freespace/path_checker.hpp"
#include "algorithms/geometry/point.hpp"
#include "algorithms/solvers/hub_labels/label_search.hpp"
#include "algorithms/solvers/polyanya/polyanya.hpp"
#include "tests/datasets/temporary_file.hpp"
#include "tests/support/worlds.hpp"

namespace fairway::test {
namespace {

static_assert(check_solver<HubLabels>());

using testing::HasSubstr;

/// A world with a few hundred corners.
FreeSpace stars() { return build(random_stars(7, 8, 9)); }

std::vector<CornerId> reflex_corners(const FreeSpace& space) {
  std::vector<CornerId> turns;
  for (CornerId c = 0; c < static_cast<CornerId>(space.corners().size()); ++c) {
    if (space.corner(c).reflex) turns.push_back(c);
  }
  return turns;
}

/// A query with free ends, and its optimum. A solver without labels computes the optimum.
struct Asked {
  Location start;
  Location goal;
  double optimum;
};

std::vector<Asked> asked(const FreeSpace& space, std::size_t points, std::size_t count) {
  std::mt19937 random(11);
  std::vector<Location> ends;
  for (const Point p : probe_points(space, random, points)) {
    if (const Location at = space.locate(p); at.place != Place::kBlocked) ends.push_back(at);
  }
  const Polyanya polyanya(space);
  Polyanya::Scratch scratch;
  std::uniform_int_distribution<std::size_t> pick(0, ends.size() - 1);
  std::vector<Asked> queries;
  while (queries.size() < count) {
    const Location& a = ends[pick(random)];
    const Location& b = ends[pick(random)];
    queries.push_back({a, b, polyanya.shortest(a, b, scratch)});
  }
  return queries;
}

/// Expects that labels answer all queries with optimal paths. Returns the number of paths that
/// bend.
int expect_optimal(const FreeSpace& space, const HubLabels& labels,
                   const std::vector<Asked>& queries) {
  const PathChecker checker(space);
  HubLabels::Scratch scratch;
  Path path;
  int turning = 0;
  for (const Asked& query : queries) {
    SCOPED_TRACE(testing::Message()
                 << std::hexfloat << query.start.point.x << ',' << query.start.point.y << ' '
                 << query.goal.point.x << ',' << query.goal.point.y);
    const SolverResult result = labels.solve(query.start, query.goal, scratch, path);
    EXPECT_EQ(result.found, std::isfinite(query.optimum));
    if (!result.found) {
      EXPECT_TRUE(path.empty());
      continue;
    }
    EXPECT_NEAR(length(path), query.optimum, 1e-12 * query.optimum);
    EXPECT_TRUE(checker.check(path).legal);
    EXPECT_EQ(path.front(), query.start.point);
    EXPECT_EQ(path.back(), query.goal.point);
    turning += path.size() > 2;
    if (testing::Test::HasFailure()) break;
  }
  return turning;
}

TEST(HubLabels, AnswersWithThePathAndCounts) {
  const FreeSpace space = room_round_pillar();
  const HubLabels labels = HubLabels::build(space, {});
  HubLabels::Scratch scratch;
  Path path{{9, 9}};
  const SolverResult found =
      labels.solve(space.locate({0.5, 0.5}), space.locate({3.5, 3.25}), scratch, path);
  EXPECT_TRUE(found.found);
  EXPECT_GT(found.expanded, 0U);
  EXPECT_GE(found.generated, found.expanded);
  EXPECT_THAT(path, testing::ElementsAre(Point{0.5, 0.5}, Point{3, 1}, Point{3.5, 3.25}));
}

TEST(HubLabels, FindsNoPathBetweenTwoRoomsAndNeedsNoCorner) {
  const FreeSpace space = FreeSpace::from_polygons(
      {{{{{0, 0}, {1, 0}, {1, 1}, {0, 1}}, true}, {{{2, 0}, {3, 0}, {3, 1}, {2, 1}}, true}}});
  const HubLabels labels = HubLabels::build(space, {});
  EXPECT_EQ(labels.vertex_count(), 0U);
  HubLabels::Scratch scratch;
  Path path{{9, 9}};
  EXPECT_FALSE(
      labels.solve(space.locate({0.5, 0.5}), space.locate({2.5, 0.5}), scratch, path).found);
  EXPECT_TRUE(path.empty());
  EXPECT_TRUE(labels.solve(space.locate({0, 0}), space.locate({1, 1}), scratch, path).found);
  EXPECT_THAT(path, testing::ElementsAre(Point{0, 0}, Point{1, 1}));
}

TEST(HubLabels, EqualsPolyanyaOnFixtureWorlds) {
  for (const World& world : fixture_worlds()) {
    SCOPED_TRACE(world.name);
    const FreeSpace space = build(world);
    expect_optimal(space, HubLabels::build(space, {}), asked(space, 200, 800));
  }
}

TEST(HubLabels, EqualsPolyanyaOnExtremeWorlds) {
  for (const World& world : extreme_worlds()) {
    SCOPED_TRACE(world.name);
    const FreeSpace space = build(world);
    expect_optimal(space, HubLabels::build(space, {}), asked(space, 100, 200));
  }
}

TEST(HubLabels, EqualsPolyanyaForAnyBudget) {
  std::set<std::string> kinds;
  int turning = 0;
  for (const World& world : random_worlds(500, 6)) {
    SCOPED_TRACE(world.name);
    const FreeSpace space = build(world);
    const std::vector<Asked> queries = asked(space, 200, 150);
    const HubLabels whole = HubLabels::build(space, {});
    turning += expect_optimal(space, whole, queries);
    constexpr double kSteps = 6;
    const double all = static_cast<double>(whole.memory_bytes()) * 1.5 / (1024 * 1024);
    for (double step = kSteps; step > 0; --step) {
      for (const bool lists : {true, false}) {
        const HubLabels::Options options{.index_mb = all * step / kSteps, .sight_lists = lists};
        SCOPED_TRACE(testing::Message() << options.index_mb << " MiB, lists " << lists);
        try {
          const HubLabels part = HubLabels::build(space, options);
          EXPECT_LE(static_cast<double>(part.memory_bytes()), options.index_mb * 1024 * 1024);
          const HubIndex& index = part.index();
          kinds.insert(std::string(index.all_labelled()    ? "all"
                                   : index.none_labelled() ? "none"
                                                           : "some") +
                       (index.has_lists() ? ", lists" : "") + (index.has_flags() ? ", flags" : ""));
          expect_optimal(space, part, queries);
        } catch (const UnsupportedWorld& refusal) {
          EXPECT_THAT(refusal.what(), HasSubstr("even without labels; the limit is index_mb = "));
          kinds.insert("refused");
        }
      }
    }
  }
  EXPECT_GT(turning, 500);
  EXPECT_THAT(kinds, testing::IsSupersetOf({"all", "all, lists, flags", "some",
                                            "some, lists, flags", "none", "refused"}));
}

TEST(HubLabels, RefusesAWorldWhoseLabelsDoNotFit) {
  const FreeSpace space = stars();
  HubLabels::Options options{.index_mb = 0.03, .over_budget = HubLabels::OverBudget::kRefuse};
  try {
    HubLabels::build(space, options);
    FAIL() << "built";
  } catch (const UnsupportedWorld& refusal) {
    EXPECT_THAT(refusal.what(), HasSubstr("hub labels are expected to need "));
    EXPECT_THAT(refusal.what(), HasSubstr("The limit is index_mb = 0.03"));
  }
  options.index_mb = 64;
  EXPECT_TRUE(HubLabels::build(space, options).index().all_labelled());
}

// The limit label_work stops labelling if it takes too long. Without the limit, labelling of a
// world of kind `clutter` took an hour. Corners without labels need a search for each query.
TEST(HubLabels, SearchesIfLabellingTakesTooLong) {
  const FreeSpace space = stars();
  double work = 2;
  while (HubLabels::build(space, {.label_work = work}).index().all_labelled()) work *= 0.95;
  const HubLabels labels = HubLabels::build(space, {.label_work = work});
  EXPECT_FALSE(labels.index().none_labelled());
  EXPECT_GT(expect_optimal(space, labels, asked(space, 200, 300)), 50);
}

TEST(HubLabels, AnswersThreadsAlike) {
  const FreeSpace space = stars();
  const HubLabels labels = HubLabels::build(space, {.index_mb = 0.1});
  const std::vector<Asked> queries = asked(space, 200, 500);
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i) threads.emplace_back([&] { expect_optimal(space, labels, queries); });
  for (std::thread& thread : threads) thread.join();
}

TEST(NarrowNumbers, KeepNumbersOfEveryWidth) {
  for (const std::uint32_t greatest : {0U, 255U, 256U, 65535U, 65536U, 16777215U, 4294967295U}) {
    const unsigned width = NarrowNumbers::width_of(greatest);
    EXPECT_EQ(width, greatest < 256 ? 1 : greatest < 65536 ? 2 : greatest < 16777216 ? 3 : 4);
    std::vector<std::byte> bytes(3 * width + 3, std::byte{0xFF});
    const std::uint32_t numbers[] = {greatest, 0, greatest / 2};
    for (std::size_t i = 0; i < 3; ++i) std::memcpy(&bytes[i * width], &numbers[i], width);
    const NarrowNumbers read(bytes.data(), width);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(read[i], numbers[i]);
  }
}

/// A state is a reflex corner together with one of two kinds of tangent along which a path leaves
/// the corner. Returns the states in which taut paths from a point can leave their first corner.
/// Finds them by a search of the triangulation.
std::set<StateId> onward_states(const FreeSpace& space, const std::vector<CornerId>& turns,
                                const Location& from) {
  std::set<StateId> states;
  CornerVisibilityScratch scratch;
  taut_corners(space, from, scratch, [&](CornerId c) {
    const auto turn = std::ranges::find(turns, c) - turns.begin();
    for_each_onward(space, c, static_cast<std::int32_t>(turn), from.point,
                    [&](StateId s) { states.insert(s); });
  });
  return states;
}

// An entry of a sight list consists of a corner and two rays from the corner. A point must see the
// corner if and only if the rays of one of its entries enclose the point.
TEST(SightLists, ContainWhatIsSeen) {
  std::size_t entries = 0;
  for (const World& world : random_worlds(900, 4)) {
    SCOPED_TRACE(world.name);
    const FreeSpace space = build(world);
    const std::vector<CornerId> turns = reflex_corners(space);
    const SightLists lists(space, turns);
    std::mt19937 random(3);
    for (const Point p : probe_points(space, random, 200)) {
      const Location at = space.locate(p);
      if (at.place != Place::kTriangle) continue;
      std::set<StateId> certain;
      std::set<StateId> possible;
      for (const SightLists::Entry& e : lists.seen_from(lists.polygon_of(at.half_edge))) {
        const Point v = space.position(turns[static_cast<std::size_t>(turn_of(e.state))]);
        const auto side = [&](SightLists::Ray ray) {
          const int s = orientation(v, space.triangulation().point(ray >> 1), p);
          return (ray & 1) != 0 ? -s : s;
        };
        if (side(e.right) > 0 && side(e.left) < 0) certain.insert(e.state);
        if (side(e.right) >= 0 && side(e.left) <= 0) possible.insert(e.state);
      }
      const std::set<StateId> seen = onward_states(space, turns, at);
      EXPECT_TRUE(std::ranges::includes(seen, certain));
      EXPECT_TRUE(std::ranges::includes(possible, seen));
      entries += certain.size();
    }
  }
  EXPECT_GT(entries, 1000U);
}

/// Distances along taut links from a state to all other states.
std::vector<double> distances_from(const TautStates& states, StateId from) {
  std::vector<double> distance(states.state_count(), std::numeric_limits<double>::infinity());
  std::priority_queue<std::pair<double, StateId>, std::vector<std::pair<double, StateId>>,
                      std::greater<>>
      open;
  open.push({0, from});
  while (!open.empty()) {
    const auto [d, s] = open.top();
    open.pop();
    if (d >= distance[static_cast<std::size_t>(s)]) continue;
    distance[static_cast<std::size_t>(s)] = d;
    for (const TautStates::Link& link : states.links(s)) open.push({d + link.length, link.to});
  }
  return distance;
}

TEST(Labelling, NeverUnderestimatesDistancesAndMatchesItsForecast) {
  for (const World& world : {random_stars(5, 7, 8), random_blocks(6, 40, 80)}) {
    SCOPED_TRACE(world.name);
    const FreeSpace space = build(world);
    const TautStates states(space, reflex_corners(space));
    const Labelling labelling = label_states(states);
    EXPECT_EQ(labelling.labelled, states.turn_count());
    std::size_t entries = 0;
    std::size_t covered = 0;
    for (StateId a = 0; a < static_cast<StateId>(states.state_count()); ++a) {
      const std::vector<double> distance = distances_from(states, a);
      entries += labelling.label_of[static_cast<std::size_t>(a)].size();
      for (StateId b = 0; b < static_cast<StateId>(states.state_count()); ++b) {
        double by_labels = std::numeric_limits<double>::infinity();
        for (const LabelEntry& x : labelling.label_of[static_cast<std::size_t>(a)]) {
          for (const LabelEntry& y : labelling.label_of[static_cast<std::size_t>(reversed(b))]) {
            if (x.hub == reversed(y.hub)) by_labels = std::min(by_labels, x.distance + y.distance);
          }
        }
        const double real = distance[static_cast<std::size_t>(b)];
        if (!std::isfinite(real)) {
          ASSERT_EQ(by_labels, real);
          continue;
        }
        ASSERT_GE(by_labels, real * (1 - 1e-12));
        covered += by_labels <= real * (1 + 1e-12);
      }
    }
    EXPECT_GT(covered, entries);
    const double expected = forecast_labels(states).entries;
    EXPECT_GT(expected, 0.5 * static_cast<double>(entries));
    EXPECT_LT(expected, 3.0 * static_cast<double>(entries));
  }
}

std::string content(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string refusal(const FreeSpace& space, const std::filesystem::path& file) {
  try {
    HubLabels::load(space, file);
  } catch (const IndexFileError& error) {
    EXPECT_THAT(error.what(), HasSubstr(file.string()));
    return error.what();
  }
  return "loaded";
}

TEST(HubIndexFile, AnswersLikeTheSavedIndex) {
  const TemporaryDirectory directory;
  const FreeSpace space = stars();
  const std::vector<Asked> queries = asked(space, 200, 300);
  for (const double mb : {64.0, 0.1}) {
    const HubLabels::Options options{.index_mb = mb, .index_dir = directory.path() / "new"};
    const HubLabels built = HubLabels::build(space, options);
    const HubLabels loaded = HubLabels::build(space, options);
    EXPECT_EQ(loaded.report().phases.front().name, "load");
    EXPECT_EQ(loaded.memory_bytes(), built.memory_bytes());
    HubLabels::Scratch scratch;
    Path a;
    Path b;
    for (const Asked& query : queries) {
      built.solve(query.start, query.goal, scratch, a);
      loaded.solve(query.start, query.goal, scratch, b);
      ASSERT_EQ(a, b);
    }
  }
}

TEST(HubIndexFile, IsRefusedIfWrong) {
  const TemporaryDirectory directory;
  const FreeSpace space = stars();
  const std::filesystem::path file = directory.path() / "good.hub";
  HubLabels::build(space, {}).save(file);
  const std::string good = content(file);
  EXPECT_EQ(refusal(space, file), "loaded");
  EXPECT_THAT(refusal(room_round_pillar(), file), HasSubstr("index of another world"));
  EXPECT_THAT(refusal(space, directory.path() / "none.hub"), HasSubstr("cannot read the index"));
  EXPECT_THAT(refusal(space, directory.path()), HasSubstr("not an index"));
  EXPECT_THAT(refusal(space, directory.file("empty", "")), HasSubstr("not an index"));
  EXPECT_THAT(refusal(space, directory.file("text", std::string(good.size(), 'x'))),
              HasSubstr("not an index of hub labels"));
  EXPECT_THAT(refusal(space, directory.file("cut", good.substr(0, good.size() - 8))),
              HasSubstr("not written to its end"));
  EXPECT_THAT(refusal(space, directory.file("long", good + "12345678")), HasSubstr("expected"));
  std::string other = good;
  other[8] = 7;
  EXPECT_THAT(refusal(space, directory.file("version", other)), HasSubstr("version 7, expected"));
  std::mt19937 random(1);
  for (int i = 0; i < 200; ++i) {
    std::string changed = good;
    const std::size_t at = std::uniform_int_distribution<std::size_t>(0, good.size() - 1)(random);
    changed[at] = static_cast<char>(changed[at] ^ 0x10);
    EXPECT_NE(refusal(space, directory.file("changed", changed)), "loaded") << at;
  }
}

TEST(HubIndexFile, LeavesNothingIfItCannotBeWritten) {
  const TemporaryDirectory directory;
  const FreeSpace space = room_round_pillar();
  const HubLabels labels = HubLabels::build(space, {});
  EXPECT_THROW(labels.save(directory.path() / "no" / "such" / "folder.hub"), IndexFileError);
  directory.file("taken/inside", "text");
  EXPECT_THROW(labels.save(directory.path() / "taken"), IndexFileError);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(directory.path()), {}), 1);
}

}  // namespace
}  // namespace fairway::test
