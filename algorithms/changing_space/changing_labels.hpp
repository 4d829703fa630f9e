#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

namespace fairway {

/// Updates the component labels of an undirected graph that changes. A place is a set of changed
/// nodes near each other. A search starts from each node of a place; the searches take turns. A
/// search ends when it has visited its whole component. Searches that meet are joined. The turns
/// stop when at most one search is left. So the time to split or join components is linear in the
/// smaller part.
/// Source of the turns: S. Even, Y. Shiloach, "An On-Line Edge-Deletion Problem", JACM 28 (1981).
///
/// A graph has these members:
/// - size(): one past the largest node
/// - visit_neighbours(node, visit)
/// - label(node) and set_label(node, label)
class ChangingLabels {
 public:
  static constexpr std::int32_t kUnlabelled = INT32_MAX;  ///< Label of a new node.
  /// Nodes from which update() searches. The former neighbours of a removed node belong to one
  /// place. So do both ends of a removed or new edge.
  using Place = std::vector<std::int32_t>;

  /// Number of components. Labels may have gaps.
  int count() const { return count_; }

  /// Counts a node that got this label.
  void gain(std::int32_t label) {
    if (slot(label) >= size_.size()) size_.resize(slot(label) + 1, 0);
    resize(label, 1);
  }
  /// Counts a node that lost this label.
  void lose(std::int32_t label) { resize(label, -1); }

  /// Labels the nodes of the places, and the nodes whose component changed. Precondition: each new
  /// node is in a place and has the label kUnlabelled.
  template <class Graph>
  void update(Graph&& graph, std::span<const Place> places) {
    bool parted = false;
    for (const Place& place : places) {
      begin(graph.size());
      seed(place);
      take_turns(graph, [](std::int32_t, std::int32_t) { return true; });
      const auto sides = std::ranges::count(searches_, false, &Search::joined);
      parted = sides > 1 && places.size() > 1;
      if (parted) break;
      label_found(graph);
    }
    if (parted) {
      // A component that is split at two places can fall into three parts. Searches from a single
      // place do not find all three.
      begin(graph.size());
      for (const Place& place : places) seed(place);
      take_turns(graph, [](std::int32_t, std::int32_t) { return true; });
      label_found(graph);
    }
    std::ranges::sort(empty_);
    empty_.erase(std::unique(empty_.begin(), empty_.end()), empty_.end());
    for (const std::int32_t label : empty_) {
      if (size_[slot(label)] == 0) free_.push_back(label);
    }
    empty_.clear();
  }

  /// Bytes on the heap.
  std::size_t memory_bytes() const {
    return (stamps_.capacity() + owner_.capacity() + size_.capacity() + free_.capacity()) *
           sizeof(std::uint32_t);
  }

 private:
  struct Search {
    std::vector<std::int32_t> reached = {};
    std::vector<std::int32_t> open = {};
    std::size_t next = 0;  // index in `open` of the next node to expand
    bool joined = false;   // another search has taken over its nodes

    bool ended() const { return next == open.size(); }
  };

  static std::size_t slot(std::int32_t number) { return static_cast<std::size_t>(number); }
  static bool holds(std::span<const std::int32_t> labels, std::int32_t label) {
    return std::ranges::find(labels, label) != labels.end();
  }

  void resize(std::int32_t label, std::int32_t by) {
    std::int32_t& size = size_[slot(label)];
    if (size == 0) ++count_;
    size += by;
    if (size > 0) return;
    --count_;
    empty_.push_back(label);
  }

  template <class Graph>
  void set(Graph& graph, std::int32_t node, std::int32_t label) {
    const std::int32_t old = graph.label(node);
    if (old == label) return;
    resize(label, 1);
    if (old != kUnlabelled) resize(old, -1);
    graph.set_label(node, label);
  }

  std::int32_t new_label() {
    if (free_.empty()) {
      size_.push_back(0);
      return static_cast<std::int32_t>(size_.size()) - 1;
    }
    const std::int32_t label = free_.back();
    free_.pop_back();
    return label;
  }

  void begin(std::size_t nodes) {
    stamps_.resize(nodes, 0);
    owner_.resize(nodes, 0);
    ++stamp_;
    searches_.clear();
    leader_.clear();
  }

  bool seen(std::int32_t node) const { return stamps_[slot(node)] == stamp_; }
  void reach(std::size_t search, std::int32_t node) {
    stamps_[slot(node)] = stamp_;
    owner_[slot(node)] = static_cast<std::uint32_t>(search);
    searches_[search].reached.push_back(node);
    searches_[search].open.push_back(node);
  }
  void start_search() {
    leader_.push_back(searches_.size());
    searches_.emplace_back();
  }
  void seed(const Place& place) {
    for (const std::int32_t node : place) {
      if (seen(node)) continue;
      start_search();
      reach(leader_.back(), node);
    }
  }

  std::size_t search_of(std::int32_t node) const {
    std::size_t search = owner_[slot(node)];
    while (leader_[search] != search) search = leader_[search];
    return search;
  }

  void join(std::size_t into, std::size_t from) {
    Search& to = searches_[into];
    Search& gone = searches_[from];
    to.reached.insert(to.reached.end(), gone.reached.begin(), gone.reached.end());
    to.open.insert(to.open.end(), gone.open.begin() + static_cast<std::ptrdiff_t>(gone.next),
                   gone.open.end());
    gone = {};
    gone.joined = true;
    leader_[from] = into;
  }

  template <class Graph, class MayEnter>
  void take_turns(const Graph& graph, MayEnter may_enter) {
    std::vector<std::size_t> active(searches_.size());
    std::iota(active.begin(), active.end(), std::size_t{0});
    const auto is_over = [&](std::size_t s) { return searches_[s].joined || searches_[s].ended(); };
    while (active.size() > 1) {
      for (const std::size_t index : active) {
        if (is_over(index)) continue;
        std::size_t mine = index;
        const std::int32_t node = searches_[mine].open[searches_[mine].next++];
        graph.visit_neighbours(node, [&](std::int32_t other) {
          if (!may_enter(node, other)) return;
          if (!seen(other)) {
            reach(mine, other);
            return;
          }
          const std::size_t theirs = search_of(other);
          if (theirs == mine) return;
          const bool larger = searches_[theirs].reached.size() > searches_[mine].reached.size();
          join(larger ? theirs : mine, larger ? mine : theirs);
          if (larger) mine = theirs;
        });
      }
      std::erase_if(active, is_over);
    }
  }

  /// Labels the components found by the searches. Precondition: at most one search has not ended.
  /// Every other search that was not joined has visited a whole component.
  template <class Graph>
  void label_found(Graph& graph) {
    std::vector<std::int32_t> kept;
    std::vector<Search> found;
    for (Search& search : searches_) {
      if (!search.joined) found.push_back(std::move(search));
    }
    // The search that has not ended comes first. It has not visited all nodes of its component, so
    // this component keeps its label.
    std::stable_partition(found.begin(), found.end(), [](const Search& s) { return !s.ended(); });
    for (const Search& search : found) {
      std::vector<std::int32_t> labels;
      for (const std::int32_t node : search.reached) {
        const std::int32_t label = graph.label(node);
        if (label != kUnlabelled && !holds(labels, label)) labels.push_back(label);
      }
      std::int32_t label = kUnlabelled;
      if (!search.ended() && !labels.empty()) {
        label = merged(graph, search.reached, labels);
      } else {
        for (const std::int32_t old : labels) {
          if (label == kUnlabelled && !holds(kept, old)) label = old;
        }
        if (label == kUnlabelled) label = new_label();
      }
      for (const std::int32_t node : search.reached) set(graph, node, label);
      kept.push_back(label);
    }
  }

  /// Merges the labels of nodes that are now in one component. Searches from the nodes of each
  /// label; the searches take turns. The label with the longest search is kept, and all nodes with
  /// the other labels get this label. Returns the kept label.
  template <class Graph>
  std::int32_t merged(Graph& graph, std::span<const std::int32_t> reached,
                      std::span<const std::int32_t> labels) {
    if (labels.size() == 1) return labels[0];
    begin(graph.size());
    for (std::size_t i = 0; i < labels.size(); ++i) {
      start_search();
      for (const std::int32_t node : reached) {
        if (graph.label(node) == labels[i]) reach(i, node);
      }
    }
    take_turns(graph, [&](std::int32_t node, std::int32_t other) {
      return graph.label(other) == graph.label(node);
    });
    std::size_t keeper = 0;
    for (std::size_t i = 0; i < searches_.size(); ++i) {
      if (!searches_[i].ended()) keeper = i;
    }
    for (std::size_t i = 0; i < searches_.size(); ++i) {
      if (i == keeper) continue;
      for (const std::int32_t node : searches_[i].reached) set(graph, node, labels[keeper]);
    }
    return labels[keeper];
  }

  int count_ = 0;
  std::vector<std::int32_t> size_;   // number of nodes of each label
  std::vector<std::int32_t> free_;   // labels without nodes
  std::vector<std::int32_t> empty_;  // labels that lost their last node in this update
  std::vector<std::uint32_t> stamps_;
  std::vector<std::uint32_t> owner_;  // for each node: the search that reached it
  std::uint32_t stamp_ = 0;
  std::vector<Search> searches_;
  std::vector<std::size_t> leader_;
};

}  // namespace fairway
