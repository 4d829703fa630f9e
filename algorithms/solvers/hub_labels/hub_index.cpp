#include "algorithms/solvers/hub_labels/hub_index.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <stdexcept>

namespace fairway {
namespace {

std::uint32_t narrow(std::size_t number) {
  if (number > std::numeric_limits<std::uint32_t>::max()) {
    throw std::length_error("an index with 2^32 numbers or more");
  }
  return static_cast<std::uint32_t>(number);
}

}  // namespace

std::size_t HubIndex::lay_out(std::byte* block, const Header& header) {
  std::size_t bytes = sizeof(Header);
  const auto take = [&](std::size_t size) {
    std::byte* const at = block + bytes;
    bytes += (size + 7) / 8 * 8;
    return at;
  };
  positions_ = reinterpret_cast<const Point*>(take(header.count[kCorner] * sizeof(Point)));
  distance_ = reinterpret_cast<const double*>(take(header.count[kHub] * sizeof(double)));
  flags_ = reinterpret_cast<const std::uint64_t*>(take(header.flag_words * sizeof(std::uint64_t)));
  for (std::size_t part = 0; part < kParts; ++part) {
    constexpr std::size_t kReadBeyond = 3;
    numbers_[part] =
        NarrowNumbers(take(header.count[part] * header.width[part] + kReadBeyond),
                      static_cast<unsigned>(header.width[part]));
  }
  return bytes;
}

HubIndex::HubIndex(const FreeSpace& space, std::span<const CornerId> turns,
                   const Labelling& labelling, const SightLists& lists, const AreaFlags& flags) {
  std::vector<std::int32_t> rank(turns.size());
  for (std::size_t r = 0; r < turns.size(); ++r) {
    rank[static_cast<std::size_t>(labelling.order[r])] = static_cast<std::int32_t>(r);
  }
  const auto ranked = [&](StateId s) {
    return static_cast<std::uint32_t>(2 * rank[static_cast<std::size_t>(turn_of(s))] + (s & 1));
  };
  std::array<std::vector<std::uint32_t>, kParts> parts;
  const auto label_of = [&](StateId s) -> const std::vector<LabelEntry>& {
    return labelling.label_of[static_cast<std::size_t>(s)];
  };
  std::vector<double> distances;
  parts[kLabelBegin].push_back(0);
  for (const std::int32_t turn : labelling.order) {
    parts[kCorner].push_back(static_cast<std::uint32_t>(turns[static_cast<std::size_t>(turn)]));
    for (const StateId s : {2 * turn, 2 * turn + 1}) {
      for (const LabelEntry& e : label_of(s)) {
        const auto same_hub = [&](const LabelEntry& other) { return other.hub == e.hub; };
        const std::vector<LabelEntry>& then = label_of(e.next);
        const auto place = std::ranges::find_if(then, same_hub) - then.begin();
        parts[kHub].push_back(ranked(e.hub));
        parts[kNext].push_back(ranked(e.next));
        parts[kNextPlace].push_back(static_cast<std::uint32_t>(place));
        distances.push_back(e.distance);
      }
      parts[kLabelBegin].push_back(narrow(distances.size()));
    }
  }
  const Triangulation& mesh = space.triangulation();
  for (TriangleId t = 0; t < mesh.triangle_count(); ++t) {
    const PolygonId p = lists.polygon_of(Triangulation::half_edge(t, 0));
    parts[kPolygonOf].push_back(p == kNoPolygon ? 0 : static_cast<std::uint32_t>(p));
  }
  parts[kSightBegin].push_back(0);
  for (PolygonId p = 0; p < static_cast<PolygonId>(lists.polygon_count()); ++p) {
    for (const SightLists::Entry& e : lists.seen_from(p)) {
      parts[kSightState].push_back(ranked(e.state));
      parts[kSightRight].push_back(static_cast<std::uint32_t>(e.right));
      parts[kSightLeft].push_back(static_cast<std::uint32_t>(e.left));
    }
    parts[kSightBegin].push_back(narrow(parts[kSightState].size()));
  }
  parts[kAreaOf] = flags.area_of;

  Header header{};
  for (std::size_t part = 0; part < kParts; ++part) {
    header.count[part] = parts[part].size();
    header.width[part] = NarrowNumbers::width_of(
        parts[part].empty() ? 0 : *std::ranges::max_element(parts[part]));
  }
  const std::size_t words = (2 * turns.size() + 63) / 64;
  header.flag_words = flags.areas.size() * words;
  bytes_ = lay_out(nullptr, header);
  block_ = std::make_shared<std::byte[]>(bytes_);
  lay_out(block_.get(), header);
  std::memcpy(block_.get(), &header, sizeof header);
  const auto writable = [&](const void* at) {
    return block_.get() + (static_cast<const std::byte*>(at) - block_.get());
  };
  for (std::size_t r = 0; r < turns.size(); ++r) {
    const Point at = space.position(static_cast<CornerId>(parts[kCorner][r]));
    std::memcpy(writable(positions_ + r), &at, sizeof at);
  }
  std::memcpy(writable(distance_), distances.data(), distances.size() * sizeof(double));
  for (std::size_t part = 0; part < kParts; ++part) {
    std::byte* to = writable(numbers_[part].bytes());
    for (const std::uint32_t value : parts[part]) {
      std::memcpy(to, &value, header.width[part]);
      to += header.width[part];
    }
  }
  auto* const bits = reinterpret_cast<std::uint64_t*>(writable(flags_));
  for (std::size_t a = 0; a < flags.areas.size(); ++a) {
    for (const StateId s : flags.areas[a]) {
      const std::uint32_t i = ranked(s);
      bits[a * words + i / 64] |= std::uint64_t{1} << (i % 64);
    }
  }
}

}  // namespace fairway
