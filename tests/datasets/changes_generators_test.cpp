#include "datasets/generators/changes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "datasets/geojson.hpp"
#include "datasets/moving_ai_map.hpp"

namespace fairway {
namespace {

ChangingWorld make(std::string_view kind, std::uint64_t seed, int size,
                   const GeneratorSettings& settings = {}) {
  return generate_changes(*changes_kind(kind), seed, size, settings);
}

std::string text_of(const ChangingWorld& changing) {
  const Raster* raster = std::get_if<Raster>(&changing.start.content);
  return format_changes(changing, "world") +
         (raster ? format_moving_ai_map(*raster)
                 : format_geojson(std::get<Polygons>(changing.start.content)));
}

std::uint64_t hash(const std::string& text) {
  std::uint64_t value = 0xcbf29ce484222325u;
  for (const char c : text) value = (value ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return value;
}

/// Replays the steps of a changing world.
class Replay {
 public:
  explicit Replay(const ChangingWorld& changing) : start_(changing.start.content) {}

  void apply(const Burst& burst) {
    for (const std::int32_t id : burst.removed) ASSERT_EQ(obstacles_.erase(id), 1U);
    for (const Obstacle& o : burst.added) ASSERT_TRUE(obstacles_.emplace(o.id, o.ring).second);
    for (const CellPatch& patch : burst.patches) {
      auto& raster = std::get<Raster>(start_);
      for (int y = 0; y < patch.cells.height(); ++y) {
        std::ranges::copy(patch.cells.row(y), raster.row(patch.y + y).begin() + patch.x);
      }
    }
  }

  FreeSpace space() const {
    if (const auto* raster = std::get_if<Raster>(&start_)) {
      return FreeSpace::from_raster(Raster(*raster));
    }
    Polygons polygons = std::get<Polygons>(start_);
    for (const auto& [id, ring] : obstacles_) polygons.parts.push_back({ring, false});
    return FreeSpace::from_polygons(polygons);
  }

  std::size_t obstacle_count() const { return obstacles_.size(); }

 private:
  std::variant<Raster, Polygons, Mesh> start_;
  std::map<std::int32_t, Ring> obstacles_;
};

std::size_t change_count(const Burst& burst) {
  return std::max({burst.patches.size(), burst.removed.size(), burst.added.size()});
}

TEST(ChangesGenerators, AreTheSameOnEveryMachine) {
  const std::map<std::string, std::pair<std::uint64_t, std::uint64_t>> expected{
      {"doors", {0x6cfec400207e70ebu, 0xcf66e87548aad67au}},
      {"crates", {0x53842b6a45f677abu, 0x3dbd5f62783dcd12u}},
      {"demolition", {0x790d509c7cd907a6u, 0x84f62e14e5ee8e02u}},
      {"growth", {0xd72775c5fa880513u, 0x5e294e8c7b793111u}}};
  EXPECT_EQ(expected.size(), changes_kinds().size());
  for (const auto& [kind, hashes] : expected) {
    for (const int cells : {0, 1}) {
      const auto of_seed = [&, kind = kind](std::uint64_t seed) {
        return hash(text_of(make(kind, seed, 24, {{"cells", cells}})));
      };
      EXPECT_EQ(of_seed(2024), cells ? hashes.second : hashes.first)
          << kind << " 0x" << std::hex << of_seed(2024);
      EXPECT_NE(of_seed(2024), of_seed(2025));
    }
  }
}

/// Every state of the world must be valid: crossing rings would be refused. The ends of all queries
/// must be free.
TEST(ChangesGenerators, EveryStateIsValidAndEveryEndIsFree) {
  for (const ChangesKind& kind : changes_kinds()) {
    for (const int cells : {0, 1}) {
      for (const int vertices : {4, 5, 23, 200}) {
        for (const int size : {8, 9, 17}) {
          SCOPED_TRACE(std::string(kind.name) + (cells ? " of cells " : " ") +
                       std::to_string(vertices) + " vertices, size " + std::to_string(size));
          const ChangingWorld changing = generate_changes(kind, 7, size,
                                                          {{"cells", cells},
                                                           {"vertices", vertices},
                                                           {"bursts", 12},
                                                           {"changes", 5},
                                                           {"journey", 4}});
          Replay replay(changing);
          FreeSpace space = replay.space();
          for (const Step& step : changing.steps) {
            if (const auto* burst = std::get_if<BurstStep>(&step)) {
              replay.apply(burst->burst);
              space = replay.space();
              continue;
            }
            const auto& query = std::get<QueryStep>(step);
            EXPECT_NE(space.locate(query.start).place, Place::kBlocked);
            EXPECT_NE(space.locate(query.goal).place, Place::kBlocked);
          }
        }
      }
    }
  }
}

TEST(ChangesGenerators, MakeSoManyBurstsQueriesAndChanges) {
  for (const ChangesKind& kind : changes_kinds()) {
    for (const int cells : {0, 1}) {
      SCOPED_TRACE(std::string(kind.name) + (cells ? " of cells" : ""));
      const ChangingWorld changing = generate_changes(
          kind, 3, 40,
          {{"cells", cells}, {"bursts", 30}, {"changes", 6}, {"queries", 3}, {"journey", 10}});
      std::set<std::pair<double, double>> starts;
      std::size_t bursts = 0;
      std::size_t queries = 0;
      std::size_t changes = 0;
      bool first = true;
      for (const Step& step : changing.steps) {
        if (const auto* query = std::get_if<QueryStep>(&step)) {
          ++queries;
          starts.insert({query->start.x, query->start.y});
          continue;
        }
        const Burst& burst = std::get<BurstStep>(step).burst;
        // In a world of polygons of any kind except `growth`, the first burst adds the obstacles
        // that later bursts remove.
        const bool adds_what_will_go = first && !cells && kind.name != "growth";
        first = false;
        if (adds_what_will_go) {
          EXPECT_TRUE(burst.removed.empty());
          continue;
        }
        ++bursts;
        changes += burst.removed.size() + burst.added.size() + burst.patches.size();
        EXPECT_LE(change_count(burst), kind.name == "crates" && cells ? 12U : 6U);
        if (kind.name == "demolition" && !cells) {
          EXPECT_TRUE(burst.added.empty());
        }
        if (kind.name == "growth" && !cells) {
          EXPECT_TRUE(burst.removed.empty());
        }
        if (kind.name == "crates" && !cells) {
          EXPECT_EQ(burst.added.size(), burst.removed.size());
        }
      }
      EXPECT_EQ(bursts, 30U);
      EXPECT_EQ(queries, 90U);
      EXPECT_GE(changes, 30U * 6U * 9 / 10);
      EXPECT_GT(starts.size(), 7U);  // three journeys; two may begin at one point
      EXPECT_LE(starts.size(), 9U);
    }
  }
}

TEST(ChangesGenerators, ChangesAreWhereTheyAreAskedFor) {
  constexpr int kSize = 64;
  constexpr double kNear = (kSize / 8 + kSize / 16 + 2) * kUnitsAPlace;
  for (const ChangesKind& kind : changes_kinds()) {
    for (const int where : {1, 2, 3}) {
      SCOPED_TRACE(std::string(kind.name) + " " + std::to_string(where));
      const ChangingWorld changing = generate_changes(
          kind, 11, kSize, {{"where", where}, {"bursts", 8}, {"journey", 1}, {"queries", 1}});
      std::size_t seen = 0;
      for (std::size_t i = 1; i + 1 < changing.steps.size(); ++i) {
        const auto* burst = std::get_if<BurstStep>(&changing.steps[i]);
        const auto* query = std::get_if<QueryStep>(&changing.steps[i + 1]);
        if (burst == nullptr || query == nullptr) continue;
        for (const Obstacle& obstacle : burst->burst.added) {
          const auto distance = [&](Point end) {
            return std::max(std::abs(end.x - obstacle.ring[0].x),
                            std::abs(end.y - obstacle.ring[0].y));
          };
          ++seen;
          if (where == 1) {
            EXPECT_LE(distance(query->start), kNear);
          }
          if (where == 2) {
            EXPECT_LE(distance(query->goal), kNear);
          }
          if (where == 3) {
            EXPECT_GT(distance(query->start), kNear / 3);
            EXPECT_GT(distance(query->goal), kNear / 3);
          }
        }
      }
      EXPECT_EQ(seen > 0, kind.name != "demolition");
    }
  }
}

TEST(ChangesGenerators, ObstaclesHaveTheVerticesAskedFor) {
  for (const ChangesKind& kind : changes_kinds()) {
    for (const int vertices : {4, 6, 7, 200}) {
      const ChangingWorld changing = generate_changes(kind, 1, 16, {{"vertices", vertices}});
      std::size_t obstacles = 0;
      for (const Step& step : changing.steps) {
        const auto* burst = std::get_if<BurstStep>(&step);
        if (burst == nullptr) continue;
        for (const Obstacle& obstacle : burst->burst.added) {
          EXPECT_EQ(obstacle.ring.size(), static_cast<std::size_t>(vertices));
          ++obstacles;
        }
      }
      EXPECT_GT(obstacles, 0U) << kind.name;
    }
  }
}

TEST(ChangesGenerators, RefuseWhatTheyCannotMake) {
  const auto refusal = [](int size, const GeneratorSettings& settings) -> std::string {
    try {
      make("crates", 1, size, settings);
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_NE(refusal(7, {}).find("size is 7; expected 8 to"), std::string::npos);
  EXPECT_NE(refusal(8, {{"where", 4}}).find("where is 4; expected 0 to 3"), std::string::npos);
  EXPECT_NE(refusal(8, {{"when", 1}}).find("unknown parameter \"when\""), std::string::npos);
  EXPECT_EQ(changes_kind("rooms"), nullptr);
}

}  // namespace
}  // namespace fairway
