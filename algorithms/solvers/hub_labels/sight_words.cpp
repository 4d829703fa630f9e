#include "algorithms/solvers/hub_labels/sight_words.hpp"

#include <algorithm>
#include <tuple>

namespace fairway {

SightWords::SightWords(const Triangulation& mesh, const TautStates& states,
                       const SightLists& sight_lists, std::span<const std::int32_t> number,
                       bool flagged)
    : lists(sight_lists), begin{0} {
  struct Listed {
    FlagId bit;
    StateId state;
    std::uint32_t repeat;  // number of earlier entries of the same state
    const SightLists::Entry* entry;
  };
  std::vector<Listed> listed;
  right.reserve(lists.entry_count());
  left.reserve(lists.entry_count());
  for (PolygonId p = 0; p < static_cast<PolygonId>(lists.polygon_count()); ++p) {
    listed.clear();
    for (const SightLists::Entry& e : lists.seen_from(p)) {
      const StateId side = e.state & 1;
      const StateId s = 2 * number[static_cast<std::size_t>(turn_of(e.state))] + side;
      // The path that arrives against this ray leaves farthest from the wall.
      const SightLists::Ray ray = side != 0 ? e.right : e.left;
      const auto leaves_close = [&] {
        return states.leaves_close(e.state, mesh.point(ray >> 1), (ray & 1) == 0);
      };
      listed.push_back({flagged ? 2 * s + (leaves_close() ? 0 : 1) : s, s, 0, &e});
    }
    std::ranges::stable_sort(listed, {}, &Listed::state);
    for (std::size_t i = 1; i < listed.size(); ++i) {
      if (listed[i].state == listed[i - 1].state) listed[i].repeat = listed[i - 1].repeat + 1;
    }
    std::ranges::sort(listed, {},
                      [](const Listed& l) { return std::tuple(l.bit / 64, l.repeat, l.bit); });
    const Listed* before = nullptr;
    for (const Listed& l : listed) {
      const auto at = static_cast<std::uint32_t>(l.bit / 64);
      if (before == nullptr || word.back() != at || before->repeat != l.repeat) {
        word.push_back(at);
        bits.push_back(0);
        first.push_back(static_cast<std::uint32_t>(right.size()));
      }
      bits.back() |= std::uint64_t{1} << (l.bit % 64);
      right.push_back(static_cast<std::uint32_t>(l.entry->right));
      left.push_back(static_cast<std::uint32_t>(l.entry->left));
      before = &l;
    }
    begin.push_back(static_cast<std::uint32_t>(word.size()));
  }
}

}  // namespace fairway
