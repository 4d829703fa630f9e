#include <algorithm>
#include <iterator>
#include <optional>

#include "algorithms/freespace/visibility.hpp"
#include "algorithms/representations/triangle_mesh/triangle_mesh.hpp"

namespace fairway {

std::optional<Reduction::Meeting> TriangleMesh::meeting(const Location& start,
                                                        const Location& goal) const {
  if (sees(*space_, start, goal)) return std::nullopt;
  return reduction_.meeting(start, goal);
}

void TriangleMesh::attach_junctions(const Location& start, const Location& goal,
                                    Attachment& attachment) const {
  const std::optional<Reduction::Meeting> between = meeting(start, goal);
  if (!between) {
    attachment.direct = distance(start.point, goal.point);
    return;
  }
  attachment.direct = between->cost;
  link_junctions_to(start, attachment.start);
  link_junctions_to(goal, attachment.goal);
}

void TriangleMesh::link_junctions_to(const Location& end, std::vector<Link>& links) const {
  reduction_.for_each_approach(end, [&](Vertex node, const Reduction::Approach& approach) {
    links.push_back({node, approach.cost});
  });
  std::sort(links.begin(), links.end(), [](const Link& a, const Link& b) {
    return a.vertex < b.vertex || (a.vertex == b.vertex && a.cost < b.cost);
  });
  links.erase(std::unique(links.begin(), links.end(),
                          [](const Link& a, const Link& b) { return a.vertex == b.vertex; }),
              links.end());
}

const Passage& TriangleMesh::passage(Vertex v, Vertex w) const {
  const auto row = graph_.neighbours(v);
  const auto place = std::find(row.begin(), row.end(), w) - row.begin();
  return passages_[graph_.row_begin(v) + static_cast<std::size_t>(place)];
}

void TriangleMesh::append_legs(const Reduction::Region& region, std::int32_t place, int target,
                               std::int32_t last, Path& path) const {
  for (; place != last; place = reduction_.leg(region, place, target).next) {
    path.push_back(reduction_.point(place));
  }
}

void TriangleMesh::append_way_to(const Location& end, Vertex node, Path& path) const {
  const Reduction::Approach approach = reduction_.approach(end, node);
  if (approach.place < 0) {
    path.push_back(position(node));
  } else {
    append_legs(reduction_.region_of(approach.triangle), approach.place, approach.target, -1, path);
  }
}

/// Places and nodes in a row are apart; only an end may be at the first or last of them.
void TriangleMesh::realise_junctions(const Location& start, const Location& goal,
                                     std::span<const Vertex> vertices, Path& path) const {
  path.clear();
  if (vertices.empty()) {
    if (const auto between = meeting(start, goal)) {
      const Reduction::Region& region = reduction_.region_of(between->start);
      append_legs(region, between->start_place, between->target, between->at, path);
      path.push_back(reduction_.point(between->at));
      const auto count = std::ssize(path);
      append_legs(region, between->goal_place, between->target, between->at, path);
      std::reverse(path.begin() + count, path.end());
    }
  } else {
    append_way_to(start, vertices.front(), path);
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
    append_way_to(goal, vertices.back(), path);
    std::reverse(path.begin() + count, path.end());
  }
  if (path.empty() || path.front() != start.point) path.insert(path.begin(), start.point);
  if (path.back() != goal.point) path.push_back(goal.point);
}

}  // namespace fairway
