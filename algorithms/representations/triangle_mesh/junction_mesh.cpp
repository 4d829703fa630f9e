#include "algorithms/representations/triangle_mesh/junction_mesh.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "algorithms/freespace/visibility.hpp"

namespace fairway {
namespace {

void link_ways(const Outlook& outlook, std::vector<Link>& links) {
  for (const Outlook::Way& way : outlook.ways()) links.push_back({way.node, way.cost});
  remove_repeated(links);
}

/// Whether all triangles that contain an end of the query are in the region of triangle t. An end
/// at a pinch or on a wall of zero width can be in triangles of several regions.
bool is_inside(const Reduction& reduction, TriangleId t, const Location& end) {
  bool inside = true;
  reduction.for_each_side(end, [&](TriangleId u) {
    inside = inside && reduction.cell(u).region == reduction.cell(t).region;
  });
  return inside;
}

}  // namespace

std::vector<NamedMethod<JunctionMesh::Options>> JunctionMesh::methods() {
  const SearchSettings funnel{.smoother = Smoother::kFunnel};
  return {{kName, {}, funnel}, {"triangle-mesh-plain", {}, funnel.plain()}};
}

JunctionMesh JunctionMesh::build(const FreeSpace& space, const Options&) {
  JunctionMesh mesh(space);
  mesh.run_build([&] { mesh.number_junctions(); }, [&] { mesh.link(); },
                 [&] { mesh.update_report(); });
  return mesh;
}

void JunctionMesh::number_junctions() {
  reduction_ = Reduction(*space_);
  positions_.reserve(reduction_.corners().size());
  for (const CornerId corner : reduction_.corners()) {
    positions_.push_back(space_->position(corner));
  }
}

void JunctionMesh::link() {
  JunctionLinks links = link_junctions(*space_, reduction_);
  graph_ = std::move(links.graph);
  passages_ = std::move(links.passages);
  bends_ = std::move(links.bends);
}

AttachStatus JunctionMesh::attach(const Location& start, const Location& goal, Scratch& scratch,
                                  Attachment& attachment) const {
  attachment.clear();
  scratch.meeting.reset();
  scratch.sighting.reset();
  if (sees(*space_, start, goal)) {
    attachment.direct = distance(start.point, goal.point);
    return AttachStatus::kAttached;
  }
  scratch.meeting = reduction_.meeting(start, goal);
  const TriangleId t = scratch.meeting->start;
  if (t >= 0 && reduction_.region_of(t).target_count() == 2 && is_inside(reduction_, t, start) &&
      is_inside(reduction_, t, goal)) {
    attachment.direct = scratch.meeting->cost;
    return AttachStatus::kAttached;
  }
  scratch.from_start.look(*space_, reduction_, start, &goal);
  scratch.from_goal.look(*space_, reduction_, goal, nullptr);
  attachment.direct = scratch.meeting->cost;
  if (const Outlook::Sighting& seen = scratch.from_start.sighting();
      seen.cost < attachment.direct) {
    scratch.sighting = seen;
    attachment.direct = seen.cost;
  }
  link_ways(scratch.from_start, attachment.start);
  link_ways(scratch.from_goal, attachment.goal);
  return AttachStatus::kAttached;
}

const Passage& JunctionMesh::passage(Vertex v, Vertex w) const {
  const auto row = graph_.neighbours(v);
  const auto place = std::find(row.begin(), row.end(), w) - row.begin();
  return passages_[graph_.row_begin(v) + static_cast<std::size_t>(place)];
}

void JunctionMesh::append_legs(const Reduction::Region& region, std::int32_t place, int target,
                               std::int32_t last, Path& path) const {
  for (; place != last; place = reduction_.leg(region, place, target).next) {
    path.push_back(reduction_.point(place));
  }
}

const Outlook::Way& JunctionMesh::way_to(const Location& end, Vertex node, Outlook& outlook) const {
  if (outlook.end() != end.point) outlook.look(*space_, reduction_, end, nullptr);
  return outlook.way_to(node);
}

/// Successive points of the path differ, with two possible exceptions: the second point may equal
/// the start, and the point before the goal may equal the goal.
void JunctionMesh::realise(const FoundPath& found, Scratch& scratch, Path& path) const {
  const std::span<const Vertex> vertices = found.vertices;
  path.clear();
  if (vertices.empty()) {
    if (const auto& seen = scratch.sighting) {
      scratch.from_start.append_turns(*space_, reduction_, found.start.point, found.goal.point,
                                      *seen, path);
    } else if (const auto& between = scratch.meeting) {
      const Reduction::Region& region = reduction_.region_of(between->start);
      append_legs(region, between->start_place, between->target, between->at, path);
      path.push_back(reduction_.point(between->at));
      const auto count = std::ssize(path);
      append_legs(region, between->goal_place, between->target, between->at, path);
      std::reverse(path.begin() + count, path.end());
    }
  } else {
    scratch.from_start.append_way(*space_, reduction_, found.start.point,
                                  way_to(found.start, vertices.front(), scratch.from_start), path);
    for (std::size_t i = 1; i < vertices.size(); ++i) {
      const Passage& via = passage(vertices[i - 1], vertices[i]);
      const auto bends = std::span(bends_).subspan(via.first_bend, via.bend_count);
      if (via.backwards) {
        path.insert(path.end(), bends.rbegin(), bends.rend());
      } else {
        path.insert(path.end(), bends.begin(), bends.end());
      }
      path.push_back(position(vertices[i]));
    }
    path.pop_back();
    const auto count = std::ssize(path);
    scratch.from_goal.append_way(*space_, reduction_, found.goal.point,
                                 way_to(found.goal, vertices.back(), scratch.from_goal), path);
    std::reverse(path.begin() + count, path.end());
  }
  const Point from = found.start.point;
  if (path.empty() || path.front() != from) path.insert(path.begin(), from);
  append_distinct(path, found.goal.point);
}

std::size_t JunctionMesh::memory_bytes() const {
  return TriangleMesh::memory_bytes() + reduction_.memory_bytes() +
         passages_.capacity() * sizeof(Passage) + bends_.capacity() * sizeof(Point);
}

}  // namespace fairway
