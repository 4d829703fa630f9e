#include "algorithms/solvers/hub_labels/sight_lists.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include "algorithms/freespace/corner_visibility.hpp"
#include "algorithms/geometry/point_numbers.hpp"

namespace fairway {
namespace {

struct SeenPolygon {
  PolygonId polygon;
  SightLists::Entry entry;
};

/// Notes the polygons that cones of sight out of corners reach.
class PolygonsSeen {
 public:
  PolygonsSeen(const FreeSpace& space, const ConvexPartition& partition,
               std::vector<SeenPolygon>& seen)
      : mesh_(space.triangulation()),
        vertices_(PointNumbers::ascending(mesh_.points())),
        vertex_at_(mesh_.vertex_count()),
        partition_(partition),
        seen_(seen) {
    for (VertexId v = 0; v < static_cast<VertexId>(mesh_.vertex_count()); ++v) {
      vertex_at_[static_cast<std::size_t>(vertices_.number(mesh_.point(v)))] = v;
    }
  }

  void begin(const Corner& corner, std::int32_t turn) {
    corner_ = &corner;
    turn_ = turn;
    around_ = {kNoPolygon, kNoPolygon};
  }
  void operator()(CornerId) const {}
  void look(HalfEdge sector, int side) {
    leaving_left_ = side < 0;
    PolygonId& last = around_[leaving_left_ ? 1 : 0];
    const PolygonId p = polygon_of(sector);
    if (p == last) return;
    last = p;
    add(p, 2 * corner_->right + (leaving_left_ ? 0 : 1),
        2 * corner_->left + (leaving_left_ ? 1 : 0));
  }
  void enter(HalfEdge in, const SightBound& right, const SightBound& left) {
    const PolygonId p = polygon_of(in);
    if (p != polygon_of(mesh_.twin(in))) add(p, ray(right), ray(left));
  }

 private:
  PolygonId polygon_of(HalfEdge h) const {
    return partition_.polygon_of(Triangulation::triangle_of(h));
  }
  SightLists::Ray ray(const SightBound& bound) const {
    return 2 * vertex_at_[static_cast<std::size_t>(vertices_.number(bound.point))] +
           (bound.opposite ? 1 : 0);
  }
  void add(PolygonId p, SightLists::Ray right, SightLists::Ray left) {
    seen_.push_back({p, {2 * turn_ + (leaving_left_ ? 1 : 0), right, left}});
  }

  const Triangulation& mesh_;
  PointNumbers vertices_;
  std::vector<VertexId> vertex_at_;
  const ConvexPartition& partition_;
  std::vector<SeenPolygon>& seen_;
  const Corner* corner_ = nullptr;
  std::int32_t turn_ = 0;
  std::array<PolygonId, 2> around_{};
  bool leaving_left_ = false;
};

}  // namespace

SightLists::SightLists(const FreeSpace& space, std::span<const CornerId> turns)
    : partition_(ConvexPartition::merged(space)), begin_(partition_.polygon_count() + 1) {
  std::vector<SeenPolygon> seen;
  PolygonsSeen polygons(space, partition_, seen);
  CornerVisibilityScratch scratch;
  for (std::size_t t = 0; t < turns.size(); ++t) {
    polygons.begin(space.corner(turns[t]), static_cast<std::int32_t>(t));
    taut_corners(space, turns[t], scratch, polygons);
  }
  for (const SeenPolygon& s : seen) ++begin_[static_cast<std::size_t>(s.polygon) + 1];
  std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
  entries_.resize(seen.size());
  std::vector<std::uint32_t> next(begin_.begin(), begin_.end() - 1);
  for (const SeenPolygon& s : seen) {
    entries_[next[static_cast<std::size_t>(s.polygon)]++] = s.entry;
  }
}

}  // namespace fairway
