#include "tests/support/terrain_worlds.hpp"

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/dijkstra_shortest_paths.hpp>
#include <cmath>
#include <filesystem>
#include <limits>
#include <utility>

#include "datasets/read_world.hpp"
#include "tests/support/public_datasets.hpp"
#include "tests/support/worlds.hpp"

namespace fairway::test {

std::vector<TerrainWorld> terrain_worlds(int random_count) {
  std::vector<TerrainWorld> worlds = random_terrain_worlds(random_count);
  std::vector<std::filesystem::path> files = public_files({".sav"});
  for (const auto& entry : std::filesystem::directory_iterator("datasets/maps")) {
    if (entry.path().extension() == ".tiles") files.push_back(entry.path());
  }
  for (const auto& file : files) {
    WorldFile world = read_world(file);
    worlds.push_back({file.filename().string(), std::get<Raster>(std::move(world.content)),
                      std::move(*world.terrain)});
  }
  return worlds;
}

Cell free_cell(const Raster& raster, std::mt19937& random) {
  while (true) {
    const Cell cell{static_cast<int>(random() % static_cast<unsigned>(raster.width())),
                    static_cast<int>(random() % static_cast<unsigned>(raster.height()))};
    if (raster.at(cell.x, cell.y) != Raster::kBlocked) return cell;
  }
}

std::vector<double> cell_costs(const TerrainWorld& world, Cell from) {
  using Graph =
      boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS, boost::no_property,
                            boost::property<boost::edge_weight_t, double>>;
  const Raster& raster = world.raster;
  const auto index = [&](int x, int y) { return static_cast<std::size_t>(y * raster.width() + x); };
  Graph graph(index(0, raster.height()));
  for (int y = 0; y < raster.height(); ++y) {
    for (int x = 0; x < raster.width(); ++x) {
      const Raster::Class here = raster.at(x, y);
      if (here == Raster::kBlocked) continue;
      for (int dy = -1; dy <= 1; ++dy) {
        for (int dx = -1; dx <= 1; ++dx) {
          if ((dx == 0 && dy == 0) || raster.at_or_blocked(x + dx, y + dy) != here ||
              raster.at_or_blocked(x + dx, y) != here || raster.at_or_blocked(x, y + dy) != here) {
            continue;
          }
          const double mean = (world.terrain.cost(x, y) + world.terrain.cost(x + dx, y + dy)) / 2;
          add_edge(index(x, y), index(x + dx, y + dy), std::hypot(dx, dy) * mean, graph);
        }
      }
    }
  }
  std::vector<double> costs(num_vertices(graph));
  boost::dijkstra_shortest_paths(
      graph, index(from.x, from.y),
      boost::distance_map(costs.data()).distance_inf(std::numeric_limits<double>::infinity()));
  return costs;
}

}  // namespace fairway::test
