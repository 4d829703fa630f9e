#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <tuple>
#include <utility>
#include <vector>

#include "algorithms/changing_space/changing_space.hpp"
#include "algorithms/changing_space/world_moment.hpp"
#include "algorithms/freespace/boundary.hpp"

namespace fairway {

void ChangingSpace::count_free_cells(const Raster& cells) {
  for (int y = 0; y < cells.height(); ++y) {
    free_cells_ +=
        std::ranges::count_if(cells.row(y), [](auto c) { return c != Raster::kBlocked; });
  }
}

void ChangingSpace::replace_cells(const CellPatch& patch) {
  Raster& cells = *content_.input->raster;
  for (int y = 0; y < patch.cells.height(); ++y) {
    for (int x = 0; x < patch.cells.width(); ++x) {
      const Raster::Class was = cells.at(patch.x + x, patch.y + y);
      const Raster::Class is = patch.cells.at(x, y);
      cells.set(patch.x + x, patch.y + y, is);
      free_cells_ += (is != Raster::kBlocked) - (was != Raster::kBlocked);
    }
  }
}

void ChangingSpace::set_cells(const CellPatch& patch) {
  const CellBlock block{patch.x, patch.y, patch.cells.width(), patch.cells.height()};
  cells_.push_back(block);
  cells_before_.push_back(
      {block.x, block.y, space_.raster()->part(block.x, block.y, block.width, block.height)});
  replace_cells(patch);
}

void ChangingSpace::patch(const CellPatch& patch) {
  if (!editor_) {
    set_cells(patch);
    return;
  }
  const CellBlock block{patch.x, patch.y, patch.cells.width(), patch.cells.height()};
  const Raster& cells = *space_.raster();
  const auto less = [](const BoundaryEdge& s, const BoundaryEdge& t) {
    return std::tie(s.a, s.b, s.wall) < std::tie(t.a, t.b, t.wall);
  };
  std::vector<BoundaryEdge> old_edges = boundary_near(cells, block);
  std::ranges::sort(old_edges, less);
  set_cells(patch);
  std::vector<BoundaryEdge> new_edges = boundary_near(cells, block);
  std::ranges::sort(new_edges, less);
  std::vector<BoundaryEdge> gone;
  std::vector<BoundaryEdge> come;
  std::ranges::set_difference(old_edges, new_edges, std::back_inserter(gone), less);
  std::ranges::set_difference(new_edges, old_edges, std::back_inserter(come), less);
  const std::vector<Edge> gone_edges = find_ends(gone);
  replace_edges(gone_edges, take_ends(come));
  cover_cells(block);
}

/// Sets the cover (free or blocked) of all changed triangles and of all triangles in the block,
/// according to the raster.
void ChangingSpace::cover_cells(const CellBlock& block) {
  const Triangulation& mesh = space_.triangulation();
  const Raster& cells = *space_.raster();
  const auto look_up = [&](TriangleId t) {
    Point sum{0, 0};
    for (const VertexId v : mesh.triangle(t).vertex) sum = sum + mesh.point(v);
    const Raster::Class c = cells.at_or_blocked(static_cast<int>(std::floor(sum.x / 3)),
                                                static_cast<int>(std::floor(sum.y / 3)));
    editor_->set_cover(t, {0, c != Raster::kBlocked});
  };
  for (std::size_t i = 0; i < editor_->changed().size(); ++i) {
    const TriangleId t = editor_->changed()[i].id;
    if (space_.triangulation().exists(t)) look_up(t);
  }
  const Box box{
      {static_cast<double>(block.x), static_cast<double>(block.y)},
      {static_cast<double>(block.x + block.width), static_cast<double>(block.y + block.height)}};
  begin_flood();
  const Point middle = 0.5 * (box.min + box.max);
  reach(walk(mesh, near(middle), middle).triangle);
  flood([&](TriangleId t) {
    look_up(t);
    for (int i = 0; i < 3; ++i) {
      const HalfEdge other = mesh.twin(Triangulation::half_edge(t, i));
      if (other == kNoHalfEdge) continue;
      const TriangleId u = Triangulation::triangle_of(other);
      Box of{mesh.origin_point(other), mesh.origin_point(other)};
      for (const VertexId v : mesh.triangle(u).vertex) {
        const Point p = mesh.point(v);
        of.min = {std::min(of.min.x, p.x), std::min(of.min.y, p.y)};
        of.max = {std::max(of.max.x, p.x), std::max(of.max.y, p.y)};
      }
      if (of.min.x < box.max.x && box.min.x < of.max.x && of.min.y < box.max.y &&
          box.min.y < of.max.y) {
        reach(u);
      }
    }
  });
}

void ChangingSpace::apply_patches(const Burst& burst) {
  for (const CellPatch& p : burst.patches) patch(p);
  if (free_cells_ == 0) throw InvalidBurst(kNoFreeSpace);
  set_area();
  FreeSpace::Parts& parts = *content_.parts;
  parts.corners.forget();
  parts.locator.forget();
  parts.region.forget();
  parts.walls.forget();
  parts.measures.forget();
}

}  // namespace fairway
