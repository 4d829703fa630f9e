#include "algorithms/freespace/free_space.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <numeric>
#include <utility>

#include "algorithms/freespace/border.hpp"
#include "algorithms/geometry/limits.hpp"

namespace fairway {

FreeSpace::FreeSpace(Input input, const std::vector<BoundaryEdge>& edges)
    : FreeSpace(std::move(input)) {
  parts_->region.get([&] { return TriangulationBuilder(edges).build(); });
  parts_->walls.get([&] { return walls_of(edges); });
  box_ = bounding_box(triangulation().points());
}

FreeSpace FreeSpace::from_polygons(const Polygons& polygons) {
  return {Input{}, boundary_of(polygons)};
}

FreeSpace FreeSpace::from_eroded_cells(const Polygons& polygons, std::optional<Terrain> terrain) {
  constexpr double kUnbounded = std::numeric_limits<double>::infinity();
  const Box cells{
      {0, 0},
      terrain ? Point{static_cast<double>(terrain->width()), static_cast<double>(terrain->height())}
              : Point{kUnbounded, kUnbounded}};
  FreeSpace space({.raster = {}, .mesh = {}, .terrain = std::move(terrain)}, boundary_of(polygons));
  const Box& box = space.box_;
  if (!cells.contains(box.min) || !cells.contains(box.max)) {
    throw InvalidWorld(
        fmt::format("free space reaches from ({}, {}) to ({}, {}), beyond the cells; expected it "
                    "from (0, 0) to ({}, {})",
                    box.min.x, box.min.y, box.max.x, box.max.y, cells.max.x, cells.max.y),
        -1, -1);
  }
  space.made_of_cells_ = true;
  return space;
}

FreeSpace FreeSpace::from_raster(Raster raster) {
  return FreeSpace(Input{.raster = std::move(raster), .mesh = {}, .terrain = {}});
}

FreeSpace FreeSpace::from_raster(Raster raster, Terrain terrain) {
  for (int y = 0; y < raster.height(); ++y) {
    for (int x = 0; x < raster.width(); ++x) {
      if (raster.at(x, y) != Raster::kBlocked) continue;
      terrain.set_cost(x, y, std::numeric_limits<double>::infinity());
    }
  }
  return FreeSpace(Input{.raster = std::move(raster), .mesh = {}, .terrain = std::move(terrain)});
}

FreeSpace FreeSpace::from_mesh(Mesh mesh) {
  const std::vector<BoundaryEdge> edges = boundary_of(mesh);
  return {Input{.raster = {}, .mesh = std::move(mesh), .terrain = {}}, edges};
}

FreeSpace FreeSpace::from_eroded(const std::vector<BoundaryEdge>& edges,
                                 const FreeSpace& original) {
  FreeSpace space({.raster = {}, .mesh = {}, .terrain = original.input_->terrain}, edges);
  space.made_of_cells_ = original.made_of_cells_;
  return space;
}

FreeSpace FreeSpace::at_moment(const FreeSpace& world, std::span<const Obstacle> obstacles) {
  return at_moment(world, obstacles, nullptr);
}

FreeSpace FreeSpace::at_moment(const FreeSpace& eroded, const Border& border, const Box& frame) {
  return at_moment(eroded, border, frame, nullptr);
}

void FreeSpace::frame() {
  box_ = {{0, 0},
          {static_cast<double>(raster()->width()), static_cast<double>(raster()->height())}};
}

FreeSpace FreeSpace::at_moment(const FreeSpace& world, std::span<const Obstacle> obstacles,
                               ConstraintRecord* record) {
  FreeSpace space(Input{world.input_->raster, {}, world.input_->terrain});
  std::vector<BoundaryEdge> edges;
  if (const Raster* cells = world.raster()) {
    space.frame();
    edges = boundary_of(*cells);
  } else {
    space.box_ = world.box();
    for (const Wall& wall : world.walls()) {
      const bool both = wall.free_left && wall.free_right;
      edges.push_back(wall.free_left ? BoundaryEdge{wall.a, wall.b, both, -1, -1}
                                     : BoundaryEdge{wall.b, wall.a, both, -1, -1});
    }
  }
  for (const Obstacle& obstacle : obstacles) {
    const std::vector<BoundaryEdge> ring = boundary_of(obstacle);
    edges.insert(edges.end(), ring.begin(), ring.end());
  }
  space.triangulate(std::move(edges), record);
  space.made_of_cells_ = world.made_of_cells_;
  return space;
}

FreeSpace FreeSpace::at_moment(const FreeSpace& eroded, const Border& border, const Box& frame,
                               ConstraintRecord* record) {
  FreeSpace space(Input{{}, {}, eroded.input_->terrain});
  space.box_ = frame;
  std::vector<BoundaryEdge> edges;
  for (const BorderEdge& edge : border.edges()) edges.push_back({edge.a, edge.b});
  space.triangulate(std::move(edges), record);
  space.made_of_cells_ = eroded.made_of_cells_;
  return space;
}

void FreeSpace::triangulate(std::vector<BoundaryEdge> edges, ConstraintRecord* record) {
  const std::vector<BoundaryEdge> sides = frame_of(box_);
  edges.insert(edges.begin(), sides.begin(), sides.end());
  parts_->region.get([&] {
    TriangulationBuilder builder(std::move(edges));
    TriangulatedRegion region = builder.build();
    if (record != nullptr) *record = builder.constraints();
    return region;
  });
  if (raster() == nullptr) parts_->walls.get([&] { return walls_of(triangulation()); });
}

FreeSpace::FreeSpace(Input input)
    : input_(std::make_shared<Input>(std::move(input))),
      parts_(std::make_shared<Parts>()),
      made_of_cells_(raster() != nullptr) {
  if (!made_of_cells_) return;
  const Raster& cells = *raster();
  Box box{{static_cast<double>(cells.width()), static_cast<double>(cells.height())}, {0, 0}};
  std::ptrdiff_t free = 0;
  for (int y = 0; y < cells.height(); ++y) {
    const auto row = cells.row(y);
    const auto is_free = [](Raster::Class c) { return c != Raster::kBlocked; };
    // Narrow sums, as std::count's take twice as long.
    const int free_in_row = std::accumulate(
        row.begin(), row.end(), 0, [&](int sum, Raster::Class c) { return sum + is_free(c); });
    if (free_in_row == 0) continue;
    free += free_in_row;
    const auto first = std::find_if(row.begin(), row.end(), is_free) - row.begin();
    const auto end = row.rend() - std::find_if(row.rbegin(), row.rend(), is_free);
    box.min = {std::min(box.min.x, static_cast<double>(first)), std::min<double>(box.min.y, y)};
    box.max = {std::max(box.max.x, static_cast<double>(end)), y + 1.0};
  }
  if (free == 0) throw InvalidWorld(kNoFreeSpace, -1, -1);
  box_ = box;
  area_ = static_cast<double>(free);
}

Location FreeSpace::locate_in_cells(Point p) const {
  Location location{p};
  if (!box_.contains(p) || !within_limits(p)) return location;
  const auto x = static_cast<int>(p.x);
  const auto y = static_cast<int>(p.y);
  const int left = x == p.x ? x - 1 : x;
  const int below = y == p.y ? y - 1 : y;
  const auto is_free = [this](int i, int j) {
    return raster()->at_or_blocked(i, j) != Raster::kBlocked;
  };
  if (is_free(x, y) || is_free(left, y) || is_free(x, below) || is_free(left, below)) {
    location.place = Place::kCell;
  }
  return location;
}

PartSet FreeSpace::with_needed(PartSet parts) const {
  const bool derived = parts.contains(SpacePart::kLocation) || parts.contains(SpacePart::kCorners);
  return derived ? parts | SpacePart::kTriangulation : parts;
}

void FreeSpace::make(PartSet parts) const {
  parts = with_needed(parts);
  if (parts.contains(SpacePart::kTriangulation)) region();
  if (parts.contains(SpacePart::kLocation)) locator();
  if (parts.contains(SpacePart::kCorners)) corner_table();
  if (parts.contains(SpacePart::kWalls)) walls();
}

std::vector<PartCost> FreeSpace::made_parts() const {
  std::vector<PartCost> costs;
  if (made_of_cells_ && input_->memory_bytes() > 0) {
    costs.push_back({SpacePart::kCells, 0, input_->memory_bytes()});
  }
  const auto add = [&](SpacePart part, const auto& made, auto&& bytes_of) {
    if (made.is_made()) costs.push_back({part, made.nanoseconds(), bytes_of(made.value())});
  };
  const auto own_bytes = [](const auto& value) { return value.memory_bytes(); };
  add(SpacePart::kTriangulation, parts_->region, own_bytes);
  add(SpacePart::kLocation, parts_->locator, own_bytes);
  add(SpacePart::kCorners, parts_->corners, own_bytes);
  add(SpacePart::kWalls, parts_->walls,
      [](const std::vector<Wall>& walls) { return walls.capacity() * sizeof(Wall); });
  return costs;
}

std::size_t FreeSpace::memory_bytes() const {
  std::size_t bytes = made_of_cells_ ? 0 : input_->memory_bytes();
  for (const PartCost& part : made_parts()) bytes += part.bytes;
  return bytes;
}

std::size_t FreeSpace::Input::memory_bytes() const {
  std::size_t bytes = terrain ? terrain->memory_bytes() : 0;
  if (raster) bytes += raster->memory_bytes();
  if (mesh) {
    bytes += mesh->points.capacity() * sizeof(Point) + mesh->faces.capacity() * sizeof(Mesh::Face);
    for (const Mesh::Face& face : mesh->faces) {
      bytes += face.vertices.capacity() * sizeof(face.vertices[0]) + face.wall.capacity() / 8;
    }
  }
  return bytes;
}

}  // namespace fairway
