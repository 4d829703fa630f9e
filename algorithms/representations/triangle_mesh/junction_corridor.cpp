#include <algorithm>
#include <cstddef>

#include "algorithms/representations/triangle_mesh/junction_mesh.hpp"

namespace fairway {
namespace {

bool is_return(const Portal& portal, const Portal& next) {
  return portal.left == next.right && portal.right == next.left;
}

/// If the portal is the last portal of the list, crossed back in the opposite direction, removes
/// the last portal. Otherwise appends the portal.
void cross(const Portal& portal, std::vector<Portal>& portals) {
  if (!portals.empty() && is_return(portals.back(), portal)) {
    portals.pop_back();
  } else {
    portals.push_back(portal);
  }
}

/// Reverses the part of the list that begins at index `first`. Where the two parts of the list
/// meet, the path may then cross a portal and at once cross it back. Removes such pairs.
void reverse_from(std::size_t first, std::vector<Portal>& portals) {
  const auto at = [&](std::size_t i) { return portals.begin() + static_cast<std::ptrdiff_t>(i); };
  std::reverse(at(first), portals.end());
  for (std::size_t i = first; i < portals.size(); ++i) {
    std::swap(portals[i].left, portals[i].right);
  }
  std::size_t taken_back = 0;
  while (taken_back < first && first + taken_back < portals.size() &&
         is_return(portals[first - 1 - taken_back], portals[first + taken_back])) {
    ++taken_back;
  }
  portals.erase(at(first - taken_back), at(first + taken_back));
}

}  // namespace

HalfEdge JunctionMesh::half_edge_at(TriangleId junction, Vertex node) const {
  HalfEdge h = Triangulation::half_edge(junction, 0);
  while (reduction_.place_of(h) != node) h = Triangulation::next(h);
  return h;
}

void JunctionMesh::turn(HalfEdge at, TriangleId triangle, std::vector<Portal>& portals) const {
  HalfEdge h = at;
  while (h != kNoHalfEdge && Triangulation::triangle_of(h) != triangle) {
    h = mesh_->across(Triangulation::previous(h));
  }
  const bool counter_clockwise = h != kNoHalfEdge;
  while (Triangulation::triangle_of(at) != triangle) {
    const HalfEdge out = counter_clockwise ? Triangulation::previous(at) : at;
    cross(portal_of(out), portals);
    at = counter_clockwise ? mesh_->across(out) : Triangulation::next(mesh_->across(out));
  }
}

/// Writes the portals that a path crosses. The triangles of a region (see Reduction) form a tree.
/// So a path between two triangles of a region leads through their nearest common ancestor.
void JunctionMesh::corridor(const FoundPath& found, Scratch& scratch,
                            std::vector<Portal>& portals) const {
  const std::span<const Vertex> vertices = found.vertices;
  portals.clear();
  const auto visit = [&](HalfEdge h) { cross(portal_of(h), portals); };
  const auto push = [&](HalfEdge h) { portals.push_back(portal_of(h)); };
  if (vertices.empty()) {
    const auto climb_between = [&](TriangleId start, TriangleId goal) {
      reduction_.climb_to_common(start, goal, push, [](HalfEdge) {});
      const std::size_t count = portals.size();
      reduction_.climb_to_common(
          start, goal, [](HalfEdge) {}, push);
      reverse_from(count, portals);
    };
    if (const auto& seen = scratch.sighting) {
      if (seen->inside) return climb_between(seen->course.triangle, seen->goal);
      seen->course.follow(reduction_, visit);
      const std::size_t count = portals.size();
      Outlook::leave(*mesh_, reduction_, *seen, push);
      reverse_from(count, portals);
    } else if (const auto& between = scratch.meeting) {
      climb_between(between->start, between->goal);
    }
    return;
  }

  TriangleId junction =
      way_to(found.start, vertices.front(), scratch.from_start).course.follow(reduction_, visit);
  HalfEdge at = half_edge_at(junction, vertices.front());
  for (std::size_t i = 1; i < vertices.size(); ++i) {
    const Passage& via = passage(vertices[i - 1], vertices[i]);
    junction = Triangulation::triangle_of(via.from);
    turn(at, junction, portals);
    for (const HalfEdge exit : via.exits) {
      if (exit != kNoHalfEdge) junction = Triangulation::triangle_of(reduction_.cross(exit, visit));
    }
    at = half_edge_at(junction, vertices[i]);
  }
  const Course& last = way_to(found.goal, vertices.back(), scratch.from_goal).course;
  turn(at, last.follow(reduction_, [](HalfEdge) {}), portals);
  const std::size_t count = portals.size();
  last.follow(reduction_, push);
  reverse_from(count, portals);
}

}  // namespace fairway
