#include "algorithms/freespace/sight_lists.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "algorithms/freespace/visibility.hpp"

namespace fairway {

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

bool sees_tautly(const FreeSpace& space, const Location& from, CornerId corner, StateId state) {
  const Corner& at = space.corner(corner);
  const Point v = space.position(corner);
  if (from.point == v || !taut_at(space, at, from.point)) return false;
  const int side = tangent_side(space.triangulation(), at, from.point);
  if (side == ((state & 1) != 0 ? 1 : -1)) return false;
  const Sight found = sight(space, from, {v, Place::kVertex, at.first});
  return found.visible && (found.to.side[0] == corner || found.to.side[1] == corner);
}

PackedSightLists::PackedSightLists(const FreeSpace& space, const SightLists& lists) {
  // NarrowNumbers reads up to this number of bytes after an array.
  constexpr std::size_t kReadBeyond = 3;
  std::vector<std::uint32_t> polygons;
  std::vector<std::uint32_t> begin{0};
  std::array<std::vector<std::uint32_t>, 3> entries;
  if (lists.entry_count() > std::numeric_limits<std::uint32_t>::max()) {
    throw std::length_error("the sight lists have 2^32 entries or more; expected fewer entries");
  }
  for (auto& numbers : entries) numbers.reserve(lists.entry_count());
  const TriangleId triangles = space.triangulation().triangle_count();
  polygons.reserve(static_cast<std::size_t>(triangles));
  for (TriangleId t = 0; t < triangles; ++t) {
    const PolygonId p = lists.polygon_of(Triangulation::half_edge(t, 0));
    polygons.push_back(p == kNoPolygon ? 0 : static_cast<std::uint32_t>(p));
  }
  for (PolygonId p = 0; p < static_cast<PolygonId>(lists.polygon_count()); ++p) {
    for (const SightLists::Entry& e : lists.seen_from(p)) {
      entries[0].push_back(static_cast<std::uint32_t>(e.state));
      entries[1].push_back(static_cast<std::uint32_t>(e.right));
      entries[2].push_back(static_cast<std::uint32_t>(e.left));
    }
    begin.push_back(static_cast<std::uint32_t>(entries[0].size()));
  }
  const std::array arrays{std::pair{&polygon_of_, &polygons}, std::pair{&begin_, &begin},
                          std::pair{&arrays_.state, &entries[0]},
                          std::pair{&arrays_.right, &entries[1]},
                          std::pair{&arrays_.left, &entries[2]}};
  const auto width = [](const std::vector<std::uint32_t>& numbers) {
    return NarrowNumbers::width_of(numbers.empty() ? 0 : *std::ranges::max_element(numbers));
  };
  bytes_ = kReadBeyond;
  for (const auto& [packed, numbers] : arrays) bytes_ += numbers->size() * width(*numbers);
  const std::shared_ptr<std::byte> block(new std::byte[bytes_]{},
                                         std::default_delete<std::byte[]>());
  std::byte* to = block.get();
  for (const auto& [packed, numbers] : arrays) {
    const unsigned bytes = width(*numbers);
    *packed = NarrowNumbers(to, bytes);
    for (const std::uint32_t value : *numbers) {
      // Each copy writes 4 bytes, even if the number has fewer. The next number overwrites the
      // extra bytes. After the last number, they fall into spare bytes of the block.
      std::memcpy(to, &value, sizeof value);
      to += bytes;
    }
  }
  block_ = block;
}

}  // namespace fairway
