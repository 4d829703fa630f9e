#include "algorithms/representations/triangle_mesh/junction_mesh.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "algorithms/freespace/visibility.hpp"

namespace fairway {

std::vector<NamedMethod<JunctionMesh::Options>> JunctionMesh::methods() {
  const SearchSettings funnel{.smoother = Smoother::kFunnel};
  return {{kName, {}, funnel}, {"triangle-mesh-plain", {}, funnel.plain()}};
}

JunctionMesh JunctionMesh::build(const FreeSpace& space, const Options&) {
  JunctionMesh mesh(space);
  mesh.run_build([&] { mesh.number_junctions(); }, [&] { mesh.take_links(); });
  return mesh;
}

void JunctionMesh::number_junctions() {
  reduction_ = Reduction(*space_);
  positions_.reserve(reduction_.corners().size());
  for (const CornerId corner : reduction_.corners()) {
    positions_.push_back(space_->position(corner));
  }
}

void JunctionMesh::take_links() {
  JunctionLinks links = link_junctions(*space_, reduction_);
  graph_ = std::move(links.graph);
  passages_ = std::move(links.passages);
  bends_ = std::move(links.bends);
}

AttachStatus JunctionMesh::attach(const Location& start, const Location& goal, Scratch& scratch,
                                  Attachment& attachment) const {
  attachment.clear();
  scratch.meeting.reset();
  if (sees(*space_, start, goal)) {
    attachment.direct = distance(start.point, goal.point);
    return AttachStatus::kAttached;
  }
  scratch.meeting = reduction_.meeting(start, goal);
  attachment.direct = scratch.meeting->cost;
  link(start, attachment.start);
  link(goal, attachment.goal);
  return AttachStatus::kAttached;
}

void JunctionMesh::link(const Location& end, std::vector<Link>& links) const {
  reduction_.for_each_approach(end, [&](Vertex node, const Reduction::Approach& approach) {
    links.push_back({node, approach.cost});
  });
  remove_repeated(links);
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

void JunctionMesh::append_way_to(const Location& end, Vertex node, Path& path) const {
  const Reduction::Approach approach = reduction_.approach(end, node);
  if (approach.place < 0) {
    path.push_back(position(node));
  } else {
    append_legs(reduction_.region_of(approach.triangle), approach.place, approach.target, -1, path);
  }
}

/// Consecutive places and nodes differ; only an end may equal the first or last of them.
void JunctionMesh::realise(const FoundPath& found, Scratch& scratch, Path& path) const {
  const std::span<const Vertex> vertices = found.vertices;
  path.clear();
  if (vertices.empty()) {
    if (const auto& between = scratch.meeting) {
      const Reduction::Region& region = reduction_.region_of(between->start);
      append_legs(region, between->start_place, between->target, between->at, path);
      path.push_back(reduction_.point(between->at));
      const auto count = std::ssize(path);
      append_legs(region, between->goal_place, between->target, between->at, path);
      std::reverse(path.begin() + count, path.end());
    }
  } else {
    append_way_to(found.start, vertices.front(), path);
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
    append_way_to(found.goal, vertices.back(), path);
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
