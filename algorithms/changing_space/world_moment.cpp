#include "algorithms/changing_space/world_moment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "algorithms/freespace/boundary.hpp"

namespace fairway {
namespace {

/// Throws InvalidBurst unless a box around the ring, with the ring as a hole, is a valid world.
/// `number` is the index of the obstacle in Burst::added.
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
        fmt::format("obstacle {} has the point ({}, {}) outside the world, which extends from "
                    "({}, {}) to ({}, {})",
                    obstacle.id, p.x, p.y, box.min.x, box.min.y, box.max.x, box.max.y),
        number);
  }
}

/// Returns the content of a world. Triangulates the edges together with the sides of the box.
/// Writes the constraints to `record` unless it is null.
FreeSpace::Content framed(FreeSpace::Input input, const Box& box, std::vector<BoundaryEdge> edges,
                          ConstraintRecord* record) {
  FreeSpace::Content content;
  if (input.raster) {
    content = FreeSpace::content_of_cells(std::move(*input.raster), std::move(input.terrain));
  } else {
    *content.input = std::move(input);
  }
  content.box = box;
  const std::vector<BoundaryEdge> sides = frame_of(box);
  edges.insert(edges.begin(), sides.begin(), sides.end());
  const TriangulatedRegion& made = content.parts->region.get([&] {
    TriangulationBuilder builder(std::move(edges));
    TriangulatedRegion region = builder.build();
    if (record != nullptr) *record = builder.constraints();
    return region;
  });
  if (!content.input->raster)
    content.parts->walls.get([&] { return walls_of(made.triangulation); });
  return content;
}

std::optional<Terrain> terrain_of(const FreeSpace& space) {
  return space.terrain() != nullptr ? std::optional(*space.terrain()) : std::nullopt;
}

}  // namespace

Box box_of(const Raster& cells) {
  return {{0, 0}, {static_cast<double>(cells.width()), static_cast<double>(cells.height())}};
}

FreeSpace::Content content_at_moment(const FreeSpace& world, std::span<const Obstacle> obstacles,
                                     ConstraintRecord* record) {
  const Raster* cells = world.raster();
  std::vector<BoundaryEdge> edges;
  if (cells != nullptr) {
    edges = boundary_of(*cells);
  } else {
    for (const Wall& wall : world.walls()) {
      const bool both = wall.free_left && wall.free_right;
      edges.push_back(wall.free_left ? BoundaryEdge{wall.a, wall.b, both, -1, -1}
                                     : BoundaryEdge{wall.b, wall.a, both, -1, -1});
    }
  }
  for (const Obstacle& obstacle : obstacles) {
    const std::vector<BoundaryEdge> ring = obstacle_edges(obstacle.ring);
    edges.insert(edges.end(), ring.begin(), ring.end());
  }
  FreeSpace::Content content =
      framed({cells != nullptr ? std::optional(*cells) : std::nullopt, {}, terrain_of(world)},
             cells != nullptr ? box_of(*cells) : world.box(), std::move(edges), record);
  content.made_of_cells = world.made_of_cells();
  return content;
}

FreeSpace::Content content_at_moment(const FreeSpace& eroded, const Border& border,
                                     const Box& frame, ConstraintRecord* record) {
  std::vector<BoundaryEdge> edges;
  for (const BorderEdge& edge : border.edges()) edges.push_back({edge.a, edge.b});
  FreeSpace::Content content =
      framed({{}, {}, terrain_of(eroded)}, frame, std::move(edges), record);
  content.made_of_cells = eroded.made_of_cells();
  return content;
}

FreeSpace at_moment(const FreeSpace& world, std::span<const Obstacle> obstacles) {
  return FreeSpace(content_at_moment(world, obstacles, nullptr));
}

FreeSpace at_moment(const FreeSpace& eroded, const Border& border, const Box& frame) {
  return FreeSpace(content_at_moment(eroded, border, frame, nullptr));
}

void check_burst(const Burst& burst, const FreeSpace& space,
                 const std::function<bool(std::int32_t id)>& is_there) {
  const Raster* cells = space.raster();
  if (cells == nullptr && !burst.patches.empty()) {
    throw InvalidBurst(
        "the burst changes cells, but the world is made of polygons; expected a burst of "
        "obstacles");
  }
  if (cells != nullptr && !(burst.added.empty() && burst.removed.empty())) {
    throw InvalidBurst(
        "the burst changes obstacles, but the world is made of cells; expected a burst of patches "
        "of cells");
  }
  for (const CellPatch& patch : burst.patches) {
    const int width = patch.cells.width();
    const int height = patch.cells.height();
    if (patch.x < 0 || patch.y < 0 || width > cells->width() - patch.x ||
        height > cells->height() - patch.y) {
      throw InvalidBurst(fmt::format(
          "a patch of {} x {} cells at ({}, {}) does not fit into the {} x {} cells of the world",
          width, height, patch.x, patch.y, cells->width(), cells->height()));
    }
  }
  std::set<std::int32_t> gone;
  for (const std::int32_t id : burst.removed) {
    if (!is_there(id) || !gone.insert(id).second) {
      throw InvalidBurst(
          fmt::format("obstacle {} does not exist, so the burst cannot remove it", id));
    }
  }
  std::set<std::int32_t> come;
  for (std::size_t i = 0; i < burst.added.size(); ++i) {
    const Obstacle& obstacle = burst.added[i];
    if ((is_there(obstacle.id) && !gone.contains(obstacle.id)) ||
        !come.insert(obstacle.id).second) {
      throw InvalidBurst(
          fmt::format("obstacle {} exists already, so the burst cannot add it", obstacle.id), i);
    }
    check_ring(obstacle, i);
    check_inside(obstacle, i, space.box());
  }
}

void WorldContent::apply_burst(const Burst& burst) {
  for (const CellPatch& patch : burst.patches) cells->set_part(patch.x, patch.y, patch.cells);
  for (const std::int32_t id : burst.removed) present.erase(id);
  for (const Obstacle& obstacle : burst.added) present[obstacle.id] = obstacle;
}

std::vector<Obstacle> WorldContent::obstacles() const {
  std::vector<Obstacle> all;
  for (const auto& [id, obstacle] : present) all.push_back(obstacle);
  return all;
}

WorldMoment::WorldMoment(const FreeSpace& world) : first_(world), now_(at_moment(world, {})) {
  if (world.terrain() != nullptr) {
    throw InvalidBurst(kNoCosts);
  }
  if (world.raster() != nullptr) content_.cells = *world.raster();
}

void WorldMoment::change(const Burst& burst) {
  check_burst(burst, now_, [this](std::int32_t id) { return content_.present.contains(id); });
  WorldContent next = content_;
  next.apply_burst(burst);
  try {
    now_ = at_moment(next.cells ? FreeSpace::from_raster(*next.cells) : first_, next.obstacles());
  } catch (const InvalidWorld& fault) {
    throw InvalidBurst(fault.what());
  }
  content_ = std::move(next);
}

}  // namespace fairway
