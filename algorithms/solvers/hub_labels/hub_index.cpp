#include "algorithms/solvers/hub_labels/hub_index.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/geometry/hilbert.hpp"

namespace fairway {
namespace {

using Numbers = std::vector<std::uint32_t>;

/// NarrowNumbers may read kReadBeyond bytes beyond an array. Arrays begin at multiples of 8 bytes.
constexpr std::size_t kReadBeyond = 3;
constexpr std::size_t kPadding = 8 + kReadBeyond;

std::uint32_t narrow(std::size_t number) {
  if (number > std::numeric_limits<std::uint32_t>::max()) {
    throw std::length_error("the index has 2^32 numbers or more; expected fewer numbers");
  }
  return static_cast<std::uint32_t>(number);
}

std::size_t width_for(std::size_t greatest) { return NarrowNumbers::width_of(narrow(greatest)); }

/// Hash of all whole 8-byte words. Bytes after the last whole word are ignored.
std::uint64_t hash_words(const std::byte* bytes, std::size_t size) {
  constexpr std::uint64_t kPrime = 0x9E3779B97F4A7C15U;
  std::array<std::uint64_t, 4> lanes{1, 2, 3, 4};
  std::size_t lane = 0;
  for (std::size_t i = 0; i + 8 <= size; i += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes + i, sizeof word);
    std::uint64_t& of = lanes[lane++ % lanes.size()];
    of = (of ^ word) * kPrime;
    of ^= of >> 29U;
  }
  std::uint64_t all = size;
  for (const std::uint64_t of : lanes) {
    all = (all ^ of) * kPrime;
    all ^= all >> 32U;
  }
  return all;
}

}  // namespace

std::size_t HubIndex::lay_out(const std::byte* block, const Header& header) {
  flagged_ = header.flag_words > 0 ? 1 : 0;
  std::size_t bytes = sizeof(Header);
  const auto take = [&](std::size_t size) {
    const std::byte* const at = block + bytes;
    bytes += (size + 7) / 8 * 8;
    return at;
  };
  positions_ = reinterpret_cast<const Point*>(take(header.count[kCorner] * sizeof(Point)));
  distance_ = reinterpret_cast<const double*>(take(header.count[kHub] * sizeof(double)));
  flags_ = reinterpret_cast<const std::uint64_t*>(take(header.flag_words * sizeof(std::uint64_t)));
  sight_bits_ = reinterpret_cast<const std::uint64_t*>(
      take(header.count[kSightWord] * sizeof(std::uint64_t)));
  for (std::size_t part = 0; part < kParts; ++part) {
    numbers_[part] = NarrowNumbers(take(header.count[part] * header.width[part] + kReadBeyond),
                                   static_cast<unsigned>(header.width[part]));
  }
  return bytes;
}

std::size_t HubIndex::bytes_without_entries(const FreeSpace& space, const TautStates& states,
                                            const SightWords* sights, std::size_t areas,
                                            std::size_t most_entries) {
  const std::size_t n = states.state_count();
  const auto triangles = static_cast<std::size_t>(space.triangulation().triangle_count());
  std::size_t bytes =
      sizeof(Header) + (kParts + 4) * kPadding + states.turn_count() * sizeof(Point) +
      states.turn_count() * width_for(space.corners().size()) + (n + 1) * width_for(most_entries) +
      areas * words_for(2 * n) * sizeof(std::uint64_t);
  if (sights == nullptr) return bytes + space.corners().size() * width_for(states.turn_count());
  const std::size_t polygons = sights->lists.polygon_count();
  const std::size_t entries = sights->lists.entry_count();
  const std::size_t ray = width_for(2 * space.triangulation().vertex_count() + 1);
  bytes += triangles * width_for(polygons) + entries * 2 * ray +
           sights->word.size() *
               (sizeof(std::uint64_t) + width_for(words_for(2 * n)) + width_for(entries)) +
           (polygons + 1) * width_for(sights->word.size()) + width_for(entries);
  return bytes + (areas > 0 ? polygons * width_for(areas) : 0);
}

std::size_t HubIndex::bytes_of_links(const TautStates& states) {
  return states.link_count() * width_for(states.state_count()) +
         (states.state_count() + 1) * width_for(states.link_count()) +
         states.turn_count() * width_for(states.turn_count());
}

std::size_t HubIndex::bytes_an_entry(const TautStates& states) {
  const std::size_t state = width_for(states.state_count());
  return sizeof(double) + 3 * state;  // a distance; hub, next and next_place
}

std::vector<std::int32_t> HubIndex::numbers_along_curve(const FreeSpace& space,
                                                        std::span<const CornerId> turns) {
  std::vector<std::pair<std::uint32_t, std::int32_t>> order;
  for (const CornerId c : turns) {
    order.emplace_back(hilbert_index(space.position(c), space.box()),
                       static_cast<std::int32_t>(order.size()));
  }
  std::ranges::sort(order);
  std::vector<std::int32_t> numbers(turns.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    numbers[static_cast<std::size_t>(order[i].second)] = static_cast<std::int32_t>(i);
  }
  return numbers;
}

HubIndex::HubIndex(const FreeSpace& space, const Sources& sources) {
  const Labelling& labelling = sources.labelling;
  const auto turn_count = sources.turns.size();
  std::vector<std::int32_t> turn_at(turn_count);  // turn of each new number
  std::vector<std::int32_t> rank(turn_count);     // rank of each turn
  for (std::size_t i = 0; i < turn_count; ++i) {
    turn_at[static_cast<std::size_t>(sources.numbers[i])] = static_cast<std::int32_t>(i);
    rank[static_cast<std::size_t>(labelling.order[i])] = static_cast<std::int32_t>(i);
  }
  const auto renumbered = [](StateId s, std::span<const std::int32_t> number) {
    return static_cast<std::uint32_t>(2 * number[static_cast<std::size_t>(turn_of(s))] + (s & 1));
  };
  const auto state = [&](StateId s) { return renumbered(s, sources.numbers); };
  const auto hub = [&](StateId s) { return renumbered(s, rank); };
  const auto label_of = [&](StateId s) -> std::span<const LabelEntry> {
    if (hub(s) >= 2 * labelling.labelled) return {};
    return labelling.label_of[static_cast<std::size_t>(s)];
  };

  Header header{};
  header.magic = kMagic;
  header.version = kVersion;
  header.labelled_turns = labelling.labelled;
  std::array<Numbers, kParts> parts;
  std::vector<double> distances;
  parts[kLabelBegin].push_back(0);
  for (const std::int32_t turn : turn_at) {
    parts[kCorner].push_back(
        static_cast<std::uint32_t>(sources.turns[static_cast<std::size_t>(turn)]));
    for (const StateId s : {2 * turn, 2 * turn + 1}) {
      for (const LabelEntry& e : label_of(s)) {
        const std::span<const LabelEntry> then = label_of(e.next);
        const auto place = std::ranges::find(then, e.hub, &LabelEntry::hub) - then.begin();
        parts[kHub].push_back(hub(e.hub));
        parts[kNext].push_back(state(e.next));
        parts[kNextPlace].push_back(static_cast<std::uint32_t>(place));
        distances.push_back(e.distance);
      }
      parts[kLabelBegin].push_back(narrow(distances.size()));
    }
  }
  if (labelling.labelled < turn_count) {
    parts[kLinkBegin].push_back(0);
    for (const std::int32_t turn : turn_at) {
      for (const StateId s : {2 * turn, 2 * turn + 1}) {
        for (const TautStates::Link& link : sources.states.links(s)) {
          parts[kLink].push_back(state(link.to));
        }
        parts[kLinkBegin].push_back(narrow(parts[kLink].size()));
      }
    }
    for (const std::int32_t turn : labelling.order) {
      parts[kTurnOfHub].push_back(
          static_cast<std::uint32_t>(sources.numbers[static_cast<std::size_t>(turn)]));
    }
  }
  if (sources.sights == nullptr) {
    parts[kTurnOf].resize(space.corners().size());
    for (std::size_t i = 0; i < turn_count; ++i) {
      parts[kTurnOf][parts[kCorner][i]] = static_cast<std::uint32_t>(i);
    }
  } else {
    const SightWords& sights = *sources.sights;
    for (TriangleId t = 0; t < space.triangulation().triangle_count(); ++t) {
      const PolygonId p = sights.lists.polygon_of(Triangulation::half_edge(t, 0));
      parts[kPolygonOf].push_back(p == kNoPolygon ? 0 : static_cast<std::uint32_t>(p));
    }
    parts[kSightBegin] = sights.begin;
    parts[kSightWord] = sights.word;
    parts[kSightFirst] = sights.first;
    parts[kSightFirst].push_back(narrow(sights.right.size()));
    parts[kSightRight] = sights.right;
    parts[kSightLeft] = sights.left;
    parts[kAreaOf] = sources.flags.area_of;
  }
  const std::vector<std::vector<FlagId>>& areas = sources.flags.areas;
  const std::size_t words = words_for(4 * turn_count);
  header.flag_words = areas.size() * words;
  for (std::size_t part = 0; part < kParts; ++part) {
    header.count[part] = parts[part].size();
    header.width[part] =
        NarrowNumbers::width_of(parts[part].empty() ? 0 : *std::ranges::max_element(parts[part]));
  }

  bytes_ = header.bytes = lay_out(nullptr, header);
  const std::shared_ptr<std::byte> block(new std::byte[bytes_]{},
                                         std::default_delete<std::byte[]>());
  lay_out(block.get(), header);
  const auto write = [&](const void* at, const void* from, std::size_t size) {
    if (size == 0) return;
    std::memcpy(block.get() + (static_cast<const std::byte*>(at) - block.get()), from, size);
  };
  for (std::size_t i = 0; i < turn_count; ++i) {
    const Point at = space.position(static_cast<CornerId>(parts[kCorner][i]));
    write(positions_ + i, &at, sizeof at);
  }
  write(distance_, distances.data(), distances.size() * sizeof(double));
  for (std::size_t part = 0; part < kParts; ++part) {
    const std::byte* to = numbers_[part].bytes();
    for (const std::uint32_t value : parts[part]) {
      write(to, &value, header.width[part]);
      to += header.width[part];
    }
  }
  std::vector<std::uint64_t> bits(header.flag_words);
  for (std::size_t a = 0; a < areas.size(); ++a) {
    for (const FlagId bit : areas[a]) {
      const std::uint32_t i = 2 * state(bit / 2) + static_cast<std::uint32_t>(bit % 2);
      bits[a * words + i / 64] |= std::uint64_t{1} << (i % 64);
    }
  }
  write(flags_, bits.data(), bits.size() * sizeof(std::uint64_t));
  if (sources.sights != nullptr) {
    const std::vector<std::uint64_t>& listed = sources.sights->bits;
    write(sight_bits_, listed.data(), listed.size() * sizeof(std::uint64_t));
  }
  header.world = hash_of(space.triangulation());
  write(block.get(), &header, sizeof header);
  header.checksum = checksum_of(block.get(), bytes_);
  write(block.get(), &header, sizeof header);
  block_ = block;
}

std::uint64_t HubIndex::hash_of(const Triangulation& mesh) {
  const auto hash = [](const auto& items) {
    return hash_words(reinterpret_cast<const std::byte*>(items.data()),
                      items.size() * sizeof(items[0]));
  };
  return hash(mesh.points()) ^ (hash(mesh.triangles()) << 1U);
}

std::uint64_t HubIndex::checksum_of(const std::byte* block, std::size_t bytes) {
  constexpr std::size_t kBegin = offsetof(Header, checksum) + sizeof(Header::checksum);
  return hash_words(block + kBegin, bytes - kBegin);
}

}  // namespace fairway
