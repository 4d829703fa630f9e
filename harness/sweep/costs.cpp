#include "harness/sweep/costs.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <variant>

#include "datasets/world.hpp"
#include "harness/store/result_store.hpp"
#include "harness/store/sqlite.hpp"
#include "harness/sweep/shared_map.hpp"

namespace fairway {

namespace {

struct Size {
  double cells = 0;
  double vertices = 0;
};

Size size_of(const Raster& raster) {
  Size size;
  size.cells = static_cast<double>(raster.width()) * raster.height();
  for (int y = 0; y <= raster.height(); ++y) {
    for (int x = 0; x <= raster.width(); ++x) {
      const Raster::Class a = raster.at_or_blocked(x - 1, y - 1);
      const Raster::Class b = raster.at_or_blocked(x, y - 1);
      const Raster::Class c = raster.at_or_blocked(x - 1, y);
      const Raster::Class d = raster.at_or_blocked(x, y);
      const bool straight = (a == b && c == d) || (a == c && b == d);
      if (!straight) ++size.vertices;
    }
  }
  return size;
}

Size size_of(const Polygons& polygons) {
  Size size;
  for (const Polygons::Part& part : polygons.parts) {
    size.vertices += static_cast<double>(part.ring.size());
  }
  size.vertices += 2 * static_cast<double>(polygons.walls.size());
  return size;
}

Size size_of(const Mesh& mesh) { return {0, static_cast<double>(mesh.points.size())}; }

// Costs in seconds, fitted by non-negative least squares and rounded.
constexpr double kWorld = 0.1;
constexpr double kWorldCell = 3.6e-7;
constexpr double kWorldVertex = 1.2e-5;
constexpr double kBuild = 0.02;
constexpr double kBuildCell = 8e-8;
constexpr double kBuildVertex = 2.5e-6;
constexpr double kQuery = 6.2e-4;
constexpr double kQueryCell = 1.1e-8;
constexpr double kQueryVertex = 1.7e-8;

WorldCost modelled(const Size& size, const SweepFile& sweep) {
  const auto methods = static_cast<double>(sweep.methods.size());
  WorldCost cost;
  cost.fixed =
      kWorld + kWorldCell * size.cells + kWorldVertex * size.vertices +
      methods * sweep.builds * (kBuild + kBuildCell * size.cells + kBuildVertex * size.vertices);
  cost.queries = methods * sweep.queries * (sweep.repetitions + 1) *
                 (kQuery + kQueryCell * size.cells + kQueryVertex * size.vertices);
  return cost;
}

/// Returns the costs of each world in a store by world name. Scales them to the methods, builds,
/// queries and repetitions of a sweep.
std::map<std::string, WorldCost> measured_costs(const std::filesystem::path& file,
                                                const SweepFile& sweep) {
  Database store(file, Database::Mode::kReadOnly);
  check_schema_version(store, file);
  Statement rows(
      store,
      "SELECT w.name, e.activity, SUM(e.ns) AS ns, MAX(r.builds) AS builds,"
      "   MAX(r.repetitions) AS repetitions,"
      "   (SELECT COUNT(*) FROM build b WHERE b.world = w.id) AS methods,"
      "   (SELECT COUNT(*) FROM answer a JOIN query q ON q.id = a.query WHERE q.world = w.id)"
      "     AS answers"
      " FROM expense e JOIN measurement m ON m.id = e.measurement JOIN world w ON w.id = m.world"
      " JOIN run r ON r.id = m.run GROUP BY w.id, e.activity");
  std::map<std::string, WorldCost> costs;
  while (rows.step()) {
    const double methods = rows["methods"].real();
    const double answers = rows["answers"].real();
    if (methods == 0 || answers == 0) continue;
    const std::string_view activity = rows["activity"].text();
    const double seconds = 1e-9 * rows["ns"].real();
    const auto wanted = static_cast<double>(sweep.methods.size());
    const double more_answers = wanted * sweep.queries / answers;
    WorldCost& cost = costs[std::string(rows["name"].text())];
    if (activity == "start" || activity == "build") {
      cost.fixed += seconds * wanted / methods * sweep.builds / rows["builds"].real();
    } else if (activity == "first round" || activity == "judge" || activity == "store") {
      cost.queries += seconds * more_answers;
    } else if (activity == "timed" || activity == "messages") {
      cost.queries += seconds * more_answers * sweep.repetitions / rows["repetitions"].real();
    } else {
      cost.fixed += seconds;
    }
  }
  return costs;
}

}  // namespace

std::vector<WorldCost> expected_costs(SweepPlan& plan,
                                      const std::optional<std::filesystem::path>& earlier) {
  const std::map<std::string, WorldCost> measured =
      earlier ? measured_costs(*earlier, plan.sweep) : std::map<std::string, WorldCost>{};
  std::vector<SweepMap> maps;
  std::vector<WorldCost> costs;
  WorldCost seen;
  WorldCost modelled_seen;
  for (SweepMap& map : plan.maps) {
    try {
      const WorldFile world = read_sweep_map(map, plan.sweep);
      costs.push_back(
          modelled(std::visit([](const auto& content) { return size_of(content); }, world.content),
                   plan.sweep));
    } catch (const InputError& e) {
      plan.absent.push_back(std::string("skipped: ") + e.what());
      continue;
    }
    if (const auto at = measured.find(map.name); at != measured.end()) {
      seen.fixed += at->second.fixed;
      seen.queries += at->second.queries;
      modelled_seen.fixed += costs.back().fixed;
      modelled_seen.queries += costs.back().queries;
    }
    maps.push_back(std::move(map));
  }
  plan.maps = std::move(maps);
  const double fixed = modelled_seen.fixed > 0 ? seen.fixed / modelled_seen.fixed : 1;
  const double queries = modelled_seen.queries > 0 ? seen.queries / modelled_seen.queries : 1;
  for (std::size_t i = 0; i < costs.size(); ++i) {
    if (const auto at = measured.find(plan.maps[i].name); at != measured.end()) {
      costs[i] = at->second;
    } else {
      costs[i] = {fixed * costs[i].fixed, queries * costs[i].queries};
    }
  }
  return costs;
}

}  // namespace fairway
