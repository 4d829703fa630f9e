#include <algorithm>
#include <iterator>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "algorithms/freespace/boundary.hpp"
#include "algorithms/freespace/changing_space.hpp"

namespace fairway {
namespace {

BoundaryEdge edge_of(const Wall& wall) {
  const bool both = wall.free_left && wall.free_right;
  return wall.free_left ? BoundaryEdge{wall.a, wall.b, both} : BoundaryEdge{wall.b, wall.a, both};
}

std::vector<BoundaryEdge> edges_of(std::span<const Wall> walls) {
  std::vector<BoundaryEdge> edges;
  edges.reserve(walls.size());
  for (const Wall& wall : walls) edges.push_back(edge_of(wall));
  return edges;
}

}  // namespace

ErodedChange eroded_change(const FreeSpace& before, const FreeSpace& now) {
  const auto less = [](const Wall& s, const Wall& t) {
    return std::tie(s.a, s.b, s.free_left, s.free_right) <
           std::tie(t.a, t.b, t.free_left, t.free_right);
  };
  const auto sorted = [&](std::span<const Wall> walls) {
    std::vector<Wall> all(walls.begin(), walls.end());
    std::ranges::sort(all, less);
    return all;
  };
  const std::vector<Wall> old_walls = sorted(before.walls());
  const std::vector<Wall> new_walls = sorted(now.walls());
  ErodedChange change{now, {}, {}};
  std::ranges::set_difference(old_walls, new_walls, std::back_inserter(change.gone), less);
  std::ranges::set_difference(new_walls, old_walls, std::back_inserter(change.come), less);
  return change;
}

ChangingSpace::ChangingSpace(const FreeSpace& eroded, const Box& frame)
    : space_(FreeSpace::Input{}) {
  make(eroded, frame);
}

SpaceChange ChangingSpace::change(const ErodedChange& change) {
  begin_change();
  std::vector<Edge> gone = find_ends(edges_of(change.gone));
  const std::vector<Edge> come = take_ends(edges_of(change.come));
  const Fault fault = exchange(gone, come);
  follow_walls();
  mark_blocked();
  return end_change(fault);
}

/// Whether the world's borders wind round a triangle: the nearest border in its region tells.
bool ChangingSpace::winds_round(TriangleId t) {
  const Triangulation& mesh = space_.triangulation();
  bool inside = false;
  begin_flood();
  reach(t);
  flood([&](TriangleId u) {
    for (int i = 0; i < 3; ++i) {
      const HalfEdge h = Triangulation::half_edge(u, i);
      const HalfEdge other = mesh.twin(h);
      if (editor_->mark(h).winding != 0 || other == kNoHalfEdge) {
        inside = editor_->mark(h).winding > 0;
        open_.clear();
        return;
      }
      reach(Triangulation::triangle_of(other));
    }
  });
  return inside;
}

/// Sets what is inside of the borders where triangles or borders changed, and on from there as far
/// as it differs.
void ChangingSpace::follow_walls() {
  const Triangulation& mesh = space_.triangulation();
  std::vector<TriangleId> differ;
  const auto set = [&](TriangleId t, bool inside) {
    editor_->set_cover(t, {editor_->cover(t).obstacles, inside});
    differ.push_back(t);
  };
  for (std::size_t i = 0; i < editor_->changed().size(); ++i) {
    const TriangleId seed = editor_->changed()[i].id;
    if (!space_.triangulation().exists(seed)) continue;
    const bool inside = winds_round(seed);
    set(seed, inside);
    while (!differ.empty()) {
      const TriangleId t = differ.back();
      differ.pop_back();
      for (int side = 0; side < 3; ++side) {
        const HalfEdge h = Triangulation::half_edge(t, side);
        const HalfEdge other = mesh.twin(h);
        if (other == kNoHalfEdge || editor_->mark(h).winding != 0) continue;
        const TriangleId beyond = Triangulation::triangle_of(other);
        if (editor_->cover(beyond).inside != inside) set(beyond, inside);
      }
    }
  }
}

}  // namespace fairway
