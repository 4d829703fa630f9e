#include "algorithms/solvers/polyanya/polyanya_mesh.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "algorithms/geometry/predicates.hpp"
#include "algorithms/solvers/polyanya/polygon_sides.hpp"

namespace fairway {

namespace {

/// Limit of coordinates, in lattice units. Products of differences of coordinates are then at most
/// 2^52.
constexpr double kMaxUnits = 33554432;  // 2^25

bool is_multiple(double x, double units_per_length) {
  const double units = x * units_per_length;
  return std::abs(units) <= kMaxUnits && units == static_cast<double>(static_cast<int>(units));
}

/// Consider the finest lattice on which all coordinates are at most kMaxUnits lattice units.
/// Returns the number of lattice units per unit of length, or 0 if a point is not on this lattice.
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
    const std::size_t turns = number_turns(space_, turn_of_);
    result_.turns.reserve(turns);
    add_sides();
    link_sides();
    add_turns();
    repeat_rings();
    result_.find_blocks();
    result_.exits.assign(result_.sides.size(), PolyanyaMesh::kNone);
    for (PolygonId p = 0; slot_of(p) < result_.polygon_count(); ++p) result_.find_exits(p);
  }

 private:
  std::int32_t side_of(HalfEdge h) const { return side_of_[slot_of(h)]; }

  void add_sides() {
    result_.side_counts.reserve(partition_.polygon_count());
    for (PolygonId p = 0; slot_of(p) < partition_.polygon_count(); ++p) {
      const auto first = static_cast<std::int32_t>(result_.sides.size());
      result_.begin.push_back(first);
      for_each_side(mesh_, partition_.ring(p), [&](HalfEdge before, HalfEdge h) {
        side_of_[slot_of(h)] = side_after_[slot_of(before)] =
            static_cast<std::int32_t>(result_.sides.size());
        result_.sides.push_back({mesh_.origin_point(h), PolyanyaMesh::kNone, 0,
                                 turn_of_[slot_of(space_.corner_at(h))], p});
      });
      result_.side_counts.push_back(static_cast<std::int32_t>(result_.sides.size()) - first);
    }
  }

  void link_sides() {
    for (PolygonId p = 0; slot_of(p) < partition_.polygon_count(); ++p) {
      for (const HalfEdge h : partition_.ring(p)) {
        const HalfEdge twin = mesh_.across(h);
        if (twin != kNoHalfEdge) result_.sides[slot_of(side_of(h))].across = side_of(twin);
      }
    }
  }

  void repeat_rings() {
    const auto moved = [&](std::int32_t s) {
      return s + result_.begin[slot_of(result_.sides[slot_of(s)].polygon)];
    };
    std::vector<PolyanyaMesh::Side> sides;
    sides.reserve(2 * result_.sides.size());
    for (PolygonId p = 0; slot_of(p) < result_.polygon_count(); ++p) {
      const std::int32_t first = result_.begin[slot_of(p)];
      for (int round = 0; round < 2; ++round) {
        for (std::int32_t s = first; s < first + result_.side_count(p); ++s) {
          PolyanyaMesh::Side side = result_.sides[slot_of(s)];
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

  void add_turns() {
    for (const Corner& corner : space_.corners()) {
      if (!corner.reflex) continue;
      const HalfEdge left_wall = Triangulation::previous(corner.last);
      result_.turns.push_back({mesh_.point(corner.vertex), mesh_.point(corner.right),
                               mesh_.point(corner.left), side_of(corner.first),
                               side_after_[slot_of(left_wall)],
                               turn_beyond(space_, corner, kAlongRight, turn_of_),
                               turn_beyond(space_, corner, kAlongLeft, turn_of_)});
    }
  }

  const FreeSpace& space_;
  const Triangulation& mesh_;
  const ConvexPartition& partition_;
  PolyanyaMesh& result_;
  std::vector<std::int32_t> side_of_;     // for each half-edge where a side begins: the side
  std::vector<std::int32_t> side_after_;  // for each half-edge: the side that begins at its end
  std::vector<std::int32_t> turn_of_;     // for each corner: its turn
};

}  // namespace

PolyanyaMesh::PolyanyaMesh(const FreeSpace& space, const ConvexPartition& partition,
                           bool in_one_block)
    : one_block(in_one_block) {
  find_lattice(space.triangulation().points());
  const TriangleId triangles = space.triangulation().triangle_count();
  triangle_polygon.reserve(static_cast<std::size_t>(triangles));
  for (TriangleId t = 0; t < triangles; ++t) {
    triangle_polygon.push_back(partition.polygon_of(t));
    component_limit =
        std::max(component_limit, static_cast<std::size_t>(space.triangulation().component(t) + 1));
  }
  MeshBuilder(space, partition, *this).build();
}

std::int32_t PolyanyaMesh::side_at(PolygonId p, Point origin) const {
  std::int32_t s = begin[slot_of(p)];
  while (sides[slot_of(s)].origin != origin) ++s;
  return s;
}

void PolyanyaMesh::find_exits(PolygonId p) {
  const std::int32_t first = begin[slot_of(p)];
  const std::int32_t count = side_count(p);
  std::int32_t crossed = 0;
  std::int32_t one = kNone;
  std::int32_t other = kNone;
  for (std::int32_t s = first; s < first + count; ++s) {
    exits[slot_of(s)] = exits[slot_of(s + count)] = kNone;
    if (sides[slot_of(s)].across == kNone) continue;
    ++crossed;
    one = other;
    other = s;
  }
  if (crossed != 2) return;
  exits[slot_of(one)] = other;
  exits[slot_of(other)] = one + count;
}

std::size_t PolyanyaMesh::append_links(PolygonId p, std::vector<DualBlocks::Cell>& links) const {
  std::size_t count = 0;
  for (std::int32_t s = begin[slot_of(p)]; s < begin[slot_of(p)] + side_count(p); ++s) {
    const std::int32_t across = sides[slot_of(s)].across;
    count += across != kNone;
    links.push_back(across == kNone ? DualBlocks::kNone : sides[slot_of(across)].polygon);
  }
  return count;
}

void PolyanyaMesh::set_block(std::int32_t side, DualBlocks::Block block) {
  const std::int32_t count = side_count(sides[slot_of(side)].polygon);
  sides[slot_of(side)].block = sides[slot_of(side + count)].block = block == DualBlocks::kNone ? 0
                                                                    : one_block                ? 1
                                                                                : block + 1;
}

void PolyanyaMesh::find_blocks() {
  std::vector<std::int32_t> first{0};
  std::vector<DualBlocks::Cell> links;
  first.reserve(polygon_count() + 1);
  links.reserve(sides.size() / 2);
  std::size_t ends = 0;
  for (PolygonId p = 0; slot_of(p) < polygon_count(); ++p) {
    ends += append_links(p, links);
    first.push_back(static_cast<std::int32_t>(links.size()));
  }
  crossings = ends / 2;
  blocks = DualBlocks(first, links);
  auto link = links.begin();
  for (PolygonId p = 0; slot_of(p) < polygon_count(); ++p) {
    for (std::int32_t s = begin[slot_of(p)]; s < begin[slot_of(p)] + side_count(p); ++s, ++link) {
      set_block(s, *link == DualBlocks::kNone ? DualBlocks::kNone : blocks.block_of(p, *link));
    }
  }
}

void PolyanyaMesh::find_lattice(std::span<const Point> vertices) {
  units_per_length = finest_lattice(vertices);
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
