#include "algorithms/solvers/polyanya/polyanya_mesh.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "algorithms/geometry/predicates.hpp"

namespace fairway {

namespace {

/// Keeps differences of multiples of the unit below 2^26, and products below 2^52.
constexpr double kMaxUnits = 33554432;  // 2^25

bool is_multiple(double x, double units_per_length) {
  const double units = x * units_per_length;
  return std::abs(units) <= kMaxUnits && units == static_cast<double>(static_cast<int>(units));
}

/// Units per length of the finest lattice with coordinates up to kMaxUnits; 0 if the points are not
/// on it.
double finest_lattice(std::span<const Point> points) {
  double largest = 0;
  for (const Point p : points) largest = std::max({largest, std::abs(p.x), std::abs(p.y)});
  if (!(largest > 0)) return 0;
  int exponent = 0;
  std::frexp(largest, &exponent);  // largest <= 2^exponent
  const double units_per_length = std::ldexp(1.0, 25 - exponent);
  const bool fits = std::ranges::all_of(points, [&](Point p) {
    return is_multiple(p.x, units_per_length) && is_multiple(p.y, units_per_length);
  });
  return fits ? units_per_length : 0;
}

class MeshBuilder {
 public:
  MeshBuilder(const FreeSpace& space, const ConvexPartition& partition, PolyanyaMesh& result)
      : space_(space),
        mesh_(space.triangulation()),
        partition_(partition),
        result_(result),
        side_of_(static_cast<std::size_t>(mesh_.triangle_count()) * 4, PolyanyaMesh::kNone),
        side_after_(side_of_.size(), PolyanyaMesh::kNone) {}

  void build() {
    number_turns();
    add_sides();
    link_sides();
    find_blocks();
    add_turns();
    repeat_rings();
    find_exits();
  }

 private:
  static std::size_t index(std::int32_t i) { return static_cast<std::size_t>(i); }
  std::int32_t side_of(HalfEdge h) const { return side_of_[index(h)]; }

  void number_turns() {
    turn_of_.assign(space_.corners().size(), PolyanyaMesh::kNone);
    std::int32_t count = 0;
    for (std::size_t c = 0; c < turn_of_.size(); ++c) {
      if (space_.corners()[c].reflex) turn_of_[c] = count++;
    }
    result_.turns.reserve(static_cast<std::size_t>(count));
  }

  void add_sides() {
    result_.begin.push_back(0);
    for (PolygonId p = 0; index(p) < partition_.polygon_count(); ++p) {
      const std::span<const HalfEdge> ring = partition_.ring(p);
      const HalfEdge extra = vertex_of_area(ring);
      HalfEdge before = ring.back();
      for (const HalfEdge h : ring) {
        if (is_end(before, h) || h == extra) {
          const auto side = static_cast<std::int32_t>(result_.sides.size());
          side_of_[index(h)] = side_after_[index(before)] = side;
          result_.sides.push_back({mesh_.origin_point(h), PolyanyaMesh::kNone, 0,
                                   turn_of_[index(space_.corner_at(h))], p});
        }
        before = h;
      }
      result_.begin.push_back(static_cast<std::int32_t>(result_.sides.size()));
    }
  }

  /// Whether an open side ends between two consecutive half-edges.
  bool is_end(HalfEdge before, HalfEdge h) const {
    return mesh_.across(h) != kNoHalfEdge || mesh_.across(before) != kNoHalfEdge;
  }

  /// If all ends of sides are on one line: the half-edge of a vertex off it.
  HalfEdge vertex_of_area(std::span<const HalfEdge> ring) const {
    HalfEdge a = kNoHalfEdge;
    HalfEdge b = kNoHalfEdge;
    HalfEdge before = ring.back();
    for (const HalfEdge h : ring) {
      if (is_end(before, h)) {
        if (a == kNoHalfEdge) {
          a = h;
        } else if (b == kNoHalfEdge) {
          b = h;
        } else if (turn(a, b, h) != 0) {
          return kNoHalfEdge;
        }
      }
      before = h;
    }
    if (b == kNoHalfEdge) return kNoHalfEdge;
    return *std::ranges::find_if(ring, [&](HalfEdge h) { return turn(a, b, h) != 0; });
  }
  int turn(HalfEdge a, HalfEdge b, HalfEdge c) const {
    return orientation(mesh_.origin_point(a), mesh_.origin_point(b), mesh_.origin_point(c));
  }

  void link_sides() {
    for (PolygonId p = 0; index(p) < partition_.polygon_count(); ++p) {
      for (const HalfEdge h : partition_.ring(p)) {
        const HalfEdge twin = mesh_.across(h);
        if (twin == kNoHalfEdge) continue;
        result_.sides[index(side_of(h))].across = side_of(twin);
        if (h < twin) ++result_.crossings;
      }
    }
  }

  void find_blocks() {
    std::vector<DualBlocks::Cell> links;
    links.reserve(result_.sides.size());
    for (const PolyanyaMesh::Side& side : result_.sides) {
      links.push_back(side.across == PolyanyaMesh::kNone
                          ? DualBlocks::kNone
                          : result_.sides[index(side.across)].polygon);
    }
    result_.blocks = DualBlocks(result_.begin, links);
    for (std::size_t s = 0; s < links.size(); ++s) {
      PolyanyaMesh::Side& side = result_.sides[s];
      side.block = links[s] == DualBlocks::kNone
                       ? static_cast<std::int32_t>(result_.blocks.block_count())
                   : result_.one_block ? 0
                                       : result_.blocks.block_of(side.polygon, links[s]);
    }
  }

  void repeat_rings() {
    const std::vector<std::int32_t> begin = result_.begin;
    const auto moved = [&](std::int32_t s) {
      return s + begin[index(result_.sides[index(s)].polygon)];
    };
    std::vector<PolyanyaMesh::Side> sides;
    sides.reserve(2 * result_.sides.size());
    result_.side_counts.reserve(result_.polygon_count());
    for (PolygonId p = 0; index(p) < result_.polygon_count(); ++p) {
      result_.side_counts.push_back(begin[index(p) + 1] - begin[index(p)]);
      for (int round = 0; round < 2; ++round) {
        for (std::int32_t s = begin[index(p)]; s < begin[index(p) + 1]; ++s) {
          PolyanyaMesh::Side side = result_.sides[index(s)];
          if (side.across != PolyanyaMesh::kNone) side.across = moved(side.across);
          sides.push_back(side);
        }
      }
    }
    for (PolyanyaMesh::Turn& turn : result_.turns) {
      turn.first = moved(turn.first);
      turn.last = moved(turn.last);
    }
    for (std::int32_t& side : result_.begin) side *= 2;
    result_.sides = std::move(sides);
  }

  void find_exits() {
    result_.exits.assign(result_.sides.size(), PolyanyaMesh::kNone);
    for (PolygonId p = 0; index(p) < result_.polygon_count(); ++p) {
      const std::int32_t first = result_.begin[index(p)];
      const std::int32_t count = result_.side_count(p);
      std::int32_t crossed = 0;
      std::int32_t one = PolyanyaMesh::kNone;
      std::int32_t other = PolyanyaMesh::kNone;
      for (std::int32_t s = first; s < first + count; ++s) {
        if (result_.sides[index(s)].across == PolyanyaMesh::kNone) continue;
        ++crossed;
        one = other;
        other = s;
      }
      if (crossed != 2) continue;
      result_.exits[index(one)] = other;
      result_.exits[index(other)] = one + count;
    }
  }

  void add_turns() {
    for (const Corner& corner : space_.corners()) {
      if (!corner.reflex) continue;
      const HalfEdge left_wall = Triangulation::previous(corner.last);
      result_.turns.push_back(
          {mesh_.point(corner.vertex), mesh_.point(corner.right), mesh_.point(corner.left),
           side_of(corner.first), side_after_[index(left_wall)],
           slide(corner, Triangulation::next(corner.first)), slide(corner, left_wall)});
    }
  }

  /// The first reflex corner along the straight wall from a corner over the origin of `at`.
  std::int32_t slide(const Corner& corner, HalfEdge at) const {
    const Point from = mesh_.point(corner.vertex);
    for (;;) {
      const CornerId id = space_.corner_at(at);
      const Corner& next = space_.corner(id);
      if (next.reflex) return turn_of_[index(id)];
      const Point v = mesh_.point(next.vertex);
      const Point right = mesh_.point(next.right);
      const Point left = mesh_.point(next.left);
      if (orientation(right, v, left) != 0 || !strictly_between(right, v, left)) {
        return PolyanyaMesh::kNone;
      }
      at = strictly_between(from, v, left) ? Triangulation::previous(next.last)
                                           : Triangulation::next(next.first);
    }
  }

  const FreeSpace& space_;
  const Triangulation& mesh_;
  const ConvexPartition& partition_;
  PolyanyaMesh& result_;
  std::vector<std::int32_t> side_of_;     // of each half-edge that begins a side
  std::vector<std::int32_t> side_after_;  // of each half-edge: the side that begins where it ends
  std::vector<std::int32_t> turn_of_;     // of each corner
};

}  // namespace

PolyanyaMesh::PolyanyaMesh(const FreeSpace& space, const ConvexPartition& partition,
                           bool in_one_block)
    : one_block(in_one_block), units_per_length(finest_lattice(space.triangulation().points())) {
  const TriangleId triangles = space.triangulation().triangle_count();
  triangle_polygon.reserve(static_cast<std::size_t>(triangles));
  for (TriangleId t = 0; t < triangles; ++t) triangle_polygon.push_back(partition.polygon_of(t));
  MeshBuilder(space, partition, *this).build();
}

bool PolyanyaMesh::on_lattice(Point p) const {
  return units_per_length > 0 && is_multiple(p.x, units_per_length) &&
         is_multiple(p.y, units_per_length);
}

std::size_t PolyanyaMesh::memory_bytes() const {
  return (begin.capacity() + side_counts.capacity()) * sizeof(std::int32_t) +
         sides.capacity() * sizeof(Side) + turns.capacity() * sizeof(Turn) +
         exits.capacity() * sizeof(std::int32_t) + triangle_polygon.capacity() * sizeof(PolygonId) +
         blocks.memory_bytes();
}

}  // namespace fairway
