#include "algorithms/freespace/sight_lists.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <numeric>
#include <utility>

#include "algorithms/freespace/visibility.hpp"

namespace fairway {

namespace {

/// Writes the lowest bytes of a number.
void store(std::byte* to, std::uint32_t number, unsigned width) {
  switch (width) {
    case 1:
      std::memcpy(to, &number, 1);
      break;
    case 2:
      std::memcpy(to, &number, 2);
      break;
    case 3: {
      const std::uint32_t high = number >> 16;
      std::memcpy(to, &number, 2);
      std::memcpy(to + 2, &high, 1);
      break;
    }
    default:
      std::memcpy(to, &number, 4);
  }
}

}  // namespace

SightLists::Collector::Collector(const FreeSpace& space)
    : mesh_(space.triangulation()),
      vertices_(PointNumbers::ascending(mesh_.points())),
      vertex_at_(mesh_.vertex_count()),
      partition_(ConvexPartition::merged(space)),
      found_(std::size_t{1} << kFoundBits) {
  for (VertexId v = 0; v < static_cast<VertexId>(mesh_.vertex_count()); ++v) {
    vertex_at_[static_cast<std::size_t>(vertices_.number(mesh_.point(v)))] = v;
  }
}

VertexId SightLists::Collector::vertex_at(Point p) {
  constexpr std::uint64_t kPrime = 0x9E3779B97F4A7C15U;
  const std::uint64_t hash =
      (std::bit_cast<std::uint64_t>(p.x) * 31 + std::bit_cast<std::uint64_t>(p.y)) * kPrime;
  Found& found = found_[hash >> (64 - kFoundBits)];
  if (found.vertex == kNoVertexYet || found.point != p) {
    found = {p, vertex_at_[static_cast<std::size_t>(vertices_.number(p))]};
  }
  return found.vertex;
}

std::size_t SightLists::Collector::bytes_an_entry() const {
  const auto vertices = static_cast<std::uint32_t>(mesh_.vertex_count());
  return 3 * NarrowNumbers::width_of(2 * vertices);  // no more states than rays
}

void SightLists::Collector::look(HalfEdge sector, int side) {
  leaving_left_ = side < 0;
  PolygonId& last = around_[leaving_left_ ? 1 : 0];
  const PolygonId p = polygon_of(sector);
  if (p == last) return;
  last = p;
  add(p, 2 * corner_->right + (leaving_left_ ? 0 : 1), 2 * corner_->left + (leaving_left_ ? 1 : 0));
}

SightLists::SightLists(Collector collected)
    : partition_(std::move(collected.partition_)), begin_(partition_.polygon_count() + 1) {
  const auto& seen = collected.seen_;
  for (const auto& s : seen) ++begin_[static_cast<std::size_t>(s.polygon) + 1];
  std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
  entries_.resize(seen.size());
  std::vector<std::uint32_t> next(begin_.begin(), begin_.end() - 1);
  for (const auto& s : seen) entries_[next[static_cast<std::size_t>(s.polygon)]++] = s.entry;
}

SightLists::SightLists(const FreeSpace& space, std::span<const CornerId> turns)
    : SightLists([&] {
        Collector collector(space);
        CornerVisibilityScratch scratch;
        for (std::size_t t = 0; t < turns.size(); ++t) {
          collector.begin(space.corner(turns[t]), static_cast<std::int32_t>(t));
          taut_corners(space, turns[t], scratch, collector);
        }
        return collector;
      }()) {}

int place_between(const Triangulation& mesh, Point v, SightRays rays, Point p) {
  const int right = orientation(v, mesh.point(rays.right >> 1), p);
  const int left = orientation(v, p, mesh.point(rays.left >> 1));
  return std::min((rays.right & 1) != 0 ? -right : right, (rays.left & 1) != 0 ? -left : left);
}

bool sees_tautly(const FreeSpace& space, const Location& from, CornerId corner, StateId state) {
  const Corner& at = space.corner(corner);
  const Point v = space.position(corner);
  if (from.point == v || !taut_at(space, at, from.point)) return false;
  const int side = tangent_side(space.triangulation(), at, from.point);
  if (side == ((state & 1) != 0 ? 1 : -1)) return false;
  const Sight found = sight(space, from, {v, Place::kVertex, at.first});
  return found.visible && (found.to.side[0] == corner || found.to.side[1] == corner);
}

PackedSightLists::PackedSightLists(const FreeSpace& space, const SightLists::Collector& collected,
                                   std::size_t most_bytes) {
  // NarrowNumbers reads up to this number of bytes after an array.
  constexpr std::size_t kReadBeyond = 3;
  const auto& seen = collected.seen_;
  if (seen.size() > std::numeric_limits<std::uint32_t>::max()) return;
  std::vector<std::uint32_t> begin(collected.partition_.polygon_count() + 1);
  std::array<std::uint32_t, 3> greatest{};  // state, right, left
  const auto numbers_of = [](const SightLists::Entry& e) {
    return std::array{static_cast<std::uint32_t>(e.state), static_cast<std::uint32_t>(e.right),
                      static_cast<std::uint32_t>(e.left)};
  };
  for (const auto& [polygon, entry] : seen) {
    ++begin[static_cast<std::size_t>(polygon) + 1];
    const auto numbers = numbers_of(entry);
    for (std::size_t k = 0; k < 3; ++k) greatest[k] = std::max(greatest[k], numbers[k]);
  }
  std::partial_sum(begin.begin(), begin.end(), begin.begin());
  std::vector<std::uint32_t> polygons;
  const TriangleId triangles = space.triangulation().triangle_count();
  polygons.reserve(static_cast<std::size_t>(triangles));
  for (TriangleId t = 0; t < triangles; ++t) {
    const PolygonId p = collected.polygon_of(Triangulation::half_edge(t, 0));
    polygons.push_back(p == kNoPolygon ? 0 : static_cast<std::uint32_t>(p));
  }

  std::size_t bytes = kReadBeyond;
  const auto take = [&](std::size_t count, std::uint32_t greatest_number) {
    const unsigned width = NarrowNumbers::width_of(greatest_number);
    bytes += count * width;
    return width;
  };
  const unsigned polygon_width =
      take(polygons.size(), polygons.empty() ? 0 : *std::ranges::max_element(polygons));
  const unsigned begin_width = take(begin.size(), begin.back());
  std::array<unsigned, 3> widths{};
  for (std::size_t k = 0; k < 3; ++k) widths[k] = take(seen.size(), greatest[k]);
  if (bytes > most_bytes) return;

  const std::shared_ptr<std::byte> block(new std::byte[bytes]{},
                                         std::default_delete<std::byte[]>());
  std::byte* to = block.get();
  const auto place = [&](std::size_t count, unsigned width) {
    return std::exchange(to, to + count * width);
  };
  const auto pack = [&](const std::vector<std::uint32_t>& numbers, unsigned width) {
    std::byte* const at = place(numbers.size(), width);
    for (std::size_t i = 0; i < numbers.size(); ++i) store(at + i * width, numbers[i], width);
    return NarrowNumbers(at, width);
  };
  polygon_of_ = pack(polygons, polygon_width);
  begin_ = pack(begin, begin_width);
  std::array<std::byte*, 3> columns{};
  for (std::size_t k = 0; k < 3; ++k) columns[k] = place(seen.size(), widths[k]);
  for (const auto& [polygon, entry] : seen) {
    const std::size_t i = begin[static_cast<std::size_t>(polygon)]++;
    const auto numbers = numbers_of(entry);
    for (std::size_t k = 0; k < 3; ++k) store(columns[k] + i * widths[k], numbers[k], widths[k]);
  }
  arrays_ = {{columns[0], widths[0]}, {columns[1], widths[1]}, {columns[2], widths[2]}};
  block_ = block;
  bytes_ = bytes;
}

}  // namespace fairway
