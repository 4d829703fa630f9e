#include "algorithms/freespace/world_moment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "algorithms/freespace/boundary.hpp"

namespace fairway {
namespace {

/// Throws InvalidBurst unless the ring may be a hole of a world: here of a box round it.
void check_ring(const Obstacle& obstacle, std::size_t number) {
  try {
    std::vector<BoundaryEdge> edges = boundary_of(Polygons{{{obstacle.ring, false}}});
    Box box = bounding_box(obstacle.ring);
    const double margin = std::max(box.max.x - box.min.x, box.max.y - box.min.y);
    box = {box.min - Point{margin, margin}, box.max + Point{margin, margin}};
    for (BoundaryEdge& side : frame_of(box)) {
      side.role = EdgeRole::kWorld;
      edges.push_back(side);
    }
    TriangulationBuilder(std::move(edges)).build();
  } catch (const InvalidWorld& fault) {
    throw InvalidBurst(fmt::format("obstacle {}: {}", obstacle.id, fault.what()), number);
  }
}

void check_inside(const Obstacle& obstacle, std::size_t number, const Box& box) {
  for (const Point p : obstacle.ring) {
    if (box.contains(p)) continue;
    throw InvalidBurst(
        fmt::format("obstacle {} has a point ({}, {}) outside of the world, which reaches from "
                    "({}, {}) to ({}, {})",
                    obstacle.id, p.x, p.y, box.min.x, box.min.y, box.max.x, box.max.y),
        number);
  }
}

}  // namespace

void check_burst(const Burst& burst, const FreeSpace& space,
                 const std::function<bool(std::int32_t id)>& is_there) {
  const Raster* cells = space.raster();
  if (cells == nullptr && !burst.patches.empty()) {
    throw InvalidBurst("a patch of cells, but the world has none; expected obstacles");
  }
  if (cells != nullptr && !(burst.added.empty() && burst.removed.empty())) {
    throw InvalidBurst("an obstacle, but the world is made of cells; expected patches of cells");
  }
  for (const CellPatch& patch : burst.patches) {
    const int width = patch.cells.width();
    const int height = patch.cells.height();
    if (patch.x < 0 || patch.y < 0 || width > cells->width() - patch.x ||
        height > cells->height() - patch.y) {
      throw InvalidBurst(fmt::format(
          "a patch of {} x {} cells from ({}, {}) on leaves the {} x {} cells of the world", width,
          height, patch.x, patch.y, cells->width(), cells->height()));
    }
  }
  std::set<std::int32_t> gone;
  for (const std::int32_t id : burst.removed) {
    if (!is_there(id) || !gone.insert(id).second) {
      throw InvalidBurst(fmt::format("obstacle {} goes, but is not there", id));
    }
  }
  std::set<std::int32_t> come;
  for (std::size_t i = 0; i < burst.added.size(); ++i) {
    const Obstacle& obstacle = burst.added[i];
    if ((is_there(obstacle.id) && !gone.contains(obstacle.id)) ||
        !come.insert(obstacle.id).second) {
      throw InvalidBurst(fmt::format("obstacle {} comes, but is there", obstacle.id), i);
    }
    check_ring(obstacle, i);
    check_inside(obstacle, i, space.box());
  }
}

void WorldContent::take(const Burst& burst) {
  for (const CellPatch& patch : burst.patches) cells->set_part(patch.x, patch.y, patch.cells);
  for (const std::int32_t id : burst.removed) present.erase(id);
  for (const Obstacle& obstacle : burst.added) present[obstacle.id] = obstacle;
}

std::vector<Obstacle> WorldContent::obstacles() const {
  std::vector<Obstacle> all;
  for (const auto& [id, obstacle] : present) all.push_back(obstacle);
  return all;
}

WorldMoment::WorldMoment(const FreeSpace& world)
    : first_(world), now_(FreeSpace::at_moment(world, {})) {
  if (world.terrain() != nullptr) {
    throw InvalidBurst(kNoCosts);
  }
  if (world.raster() != nullptr) content_.cells = *world.raster();
}

void WorldMoment::change(const Burst& burst) {
  check_burst(burst, now_, [this](std::int32_t id) { return content_.present.contains(id); });
  WorldContent next = content_;
  next.take(burst);
  try {
    now_ = FreeSpace::at_moment(next.cells ? FreeSpace::from_raster(*next.cells) : first_,
                                next.obstacles());
  } catch (const InvalidWorld& fault) {
    throw InvalidBurst(fault.what());
  }
  content_ = std::move(next);
}

}  // namespace fairway
