#include "algorithms/freespace/corners.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include "algorithms/geometry/predicates.hpp"

namespace fairway {
namespace {

/// Returns the corner with the wedge that begins at `first`, a blocked half-edge of a free
/// triangle. Calls visit(HalfEdge) for each half-edge that starts at the corner and has its
/// triangle in the wedge.
template <class Visit>
Corner corner_from(const Triangulation& mesh, HalfEdge first, Visit visit) {
  HalfEdge last = first;
  for (HalfEdge h = first; h != kNoHalfEdge; h = mesh.across(Triangulation::previous(h))) {
    visit(h);
    last = h;
  }
  const VertexId v = mesh.origin(first);
  const VertexId right = mesh.destination(first);
  const VertexId left = mesh.apex(last);
  const bool reflex =
      left == right || orientation(mesh.point(v), mesh.point(right), mesh.point(left)) < 0;
  return {v, right, left, first, last, reflex};
}

bool same_wedge(const Corner& a, const Corner& b) { return a.right == b.right && a.left == b.left; }

constexpr Corner kGone{-1, -1, -1, kNoHalfEdge, kNoHalfEdge, false};

}  // namespace

Corners::Corners(const Triangulation& mesh) : first_(mesh.vertex_count()) {
  const auto for_each_first = [&](auto visit) {
    for (TriangleId t = 0; t < mesh.triangle_count(); ++t) {
      if (!mesh.is_free(t)) continue;
      for (int i = 0; i < 3; ++i) {
        const HalfEdge h = Triangulation::half_edge(t, i);
        if (mesh.blocked(h)) visit(h, slot_of(mesh.origin(h)));
      }
    }
  };
  for_each_first([&](HalfEdge, std::size_t vertex) { ++first_[vertex]; });
  corners_.resize(slot_of(std::reduce(first_.begin(), first_.end())));
  std::exclusive_scan(first_.begin(), first_.end(), first_.begin(), CornerId{0});
  std::vector<CornerId> next = first_;
  at_.assign(4 * slot_of(mesh.triangle_count()), kNoCorner);
  for_each_first([&](HalfEdge first, std::size_t vertex) {
    const CornerId id = next[vertex]++;
    corners_[slot_of(id)] = corner_from(mesh, first, [&](HalfEdge h) { at_[slot_of(h)] = id; });
  });
}

void Corners::clear(TriangleId t) {
  const std::size_t needed = 4 * slot_of(t) + 4;
  if (at_.size() < needed) at_.resize(needed, kNoCorner);
  for (int i = 0; i < 3; ++i) at_[slot_of(Triangulation::half_edge(t, i))] = kNoCorner;
}

void Corners::update(const Triangulation& mesh, VertexId v, HalfEdge out, CornerChanges& changes) {
  if (first_.size() <= slot_of(v))
    first_.resize(slot_of(v) + 1, static_cast<CornerId>(corners_.size()));
  const CornerRange old = of(v);
  std::vector<HalfEdge> firsts;
  for (HalfEdge h = out; h != kNoHalfEdge;) {
    if (mesh.blocked(h) && mesh.is_free(Triangulation::triangle_of(h))) firsts.push_back(h);
    h = mesh.twin(Triangulation::previous(h));
    if (h == out) break;
  }
  if (firsts.size() != old.size()) {
    for (const CornerId c : old) {
      corners_[slot_of(c)] = kGone;
      changes.gone.push_back(c);
    }
    if (old.size() > 0) free_[old.size()].push_back(old[0]);
    if (firsts.empty()) return;
    const auto run = free_.find(firsts.size());
    if (run != free_.end() && !run->second.empty()) {
      first_[slot_of(v)] = run->second.back();
      run->second.pop_back();
    } else {
      first_[slot_of(v)] = static_cast<CornerId>(corners_.size());
      corners_.resize(corners_.size() + firsts.size(), kGone);
    }
  }
  // A wedge that existed before keeps its number. New wedges get the remaining numbers.
  std::vector<std::uint8_t> taken(firsts.size(), 0);
  const auto set = [&](std::size_t i, HalfEdge first, bool is_new) {
    const CornerId id = first_[slot_of(v)] + static_cast<CornerId>(i);
    taken[i] = 1;
    if (is_new && corners_[slot_of(id)].vertex == v) changes.gone.push_back(id);
    if (is_new) changes.come.push_back(id);
    corners_[slot_of(id)] = corner_from(mesh, first, [&](HalfEdge h) { at_[slot_of(h)] = id; });
  };
  const auto number_of = [&](const Corner& corner) {
    for (std::size_t i = 0; i < firsts.size(); ++i) {
      const Corner& was = corners_[slot_of(first_[slot_of(v)]) + i];
      if (taken[i] == 0 && was.vertex == v && same_wedge(was, corner)) return i;
    }
    return firsts.size();
  };
  std::vector<HalfEdge> others;
  for (const HalfEdge first : firsts) {
    const std::size_t i = number_of(corner_from(mesh, first, [](HalfEdge) {}));
    if (i < firsts.size()) {
      set(i, first, false);
    } else {
      others.push_back(first);
    }
  }
  for (const HalfEdge first : others) {
    set(static_cast<std::size_t>(std::ranges::find(taken, 0) - taken.begin()), first, true);
  }
}

}  // namespace fairway
