#include "algorithms/solvers/hub_labels/labelling.hpp"

#include <algorithm>
#include <cmath>
#include <compare>
#include <numeric>
#include <queue>
#include <random>
#include <span>
#include <utility>

#include "algorithms/solvers/hub_labels/label_search.hpp"

namespace fairway {
namespace {

/// Shuffles the items. Unlike std::shuffle, this function gives the same order on every machine.
void shuffle(std::vector<std::int32_t>& items, std::mt19937_64& random) {
  for (std::size_t i = items.size(); i > 1; --i) {
    std::swap(items[i - 1], items[static_cast<std::size_t>(random() % i)]);
  }
}

std::size_t slot(std::int32_t i) { return static_cast<std::size_t>(i); }

/// A set of trees of shortest paths. A turn (reflex corner) covers the paths that pass it. The
/// weight of a turn is the number of paths that pass it and are not covered yet.
class PathCover {
 public:
  explicit PathCover(std::size_t turns) : weight_(turns), nodes_of_(turns) {}

  std::size_t node_count() const { return nodes_.size(); }
  std::int64_t weight() const { return total_; }

  void clear() {
    nodes_.clear();
    std::fill(weight_.begin(), weight_.end(), 0);
    for (std::vector<std::int32_t>& nodes : nodes_of_) nodes.clear();
    total_ = 0;
  }
  void begin_tree() { first_ = static_cast<std::int32_t>(nodes_.size()); }
  /// Adds a node and returns its index. The parent is a node of the current tree, or -1 for the
  /// root.
  std::int32_t add(std::int32_t turn, std::int32_t parent) {
    const auto id = static_cast<std::int32_t>(nodes_.size());
    nodes_.push_back({turn, parent, 1, -1, -1});
    nodes_of_[slot(turn)].push_back(id);
    if (parent >= 0) {
      nodes_.back().sibling = nodes_[slot(parent)].child;
      nodes_[slot(parent)].child = id;
    }
    return id;
  }
  void end_tree() {
    for (std::size_t i = nodes_.size(); i-- > slot(first_);) {
      Node& node = nodes_[i];
      weight_[slot(node.turn)] += node.size;
      if (node.parent >= 0) {
        nodes_[slot(node.parent)].size += node.size;
      } else {
        total_ += node.size;
      }
    }
  }

  /// Prepares best() and cover(). Precondition: end_tree() was called for each tree.
  void rank() {
    queue_ = {};
    for (std::size_t t = 0; t < weight_.size(); ++t) {
      if (weight_[t] > 0) queue_.push({weight_[t], static_cast<std::int32_t>(t)});
    }
  }
  /// The turn with the greatest weight; -1 if all paths are covered.
  std::int32_t best() {
    while (!queue_.empty()) {
      const auto [weight, turn] = queue_.top();
      if (weight == weight_[slot(turn)]) return turn;
      queue_.pop();
      if (weight_[slot(turn)] > 0) queue_.push({weight_[slot(turn)], turn});
    }
    return -1;
  }
  /// Estimates the number of label entries of the roots of all trees. The rank of a node is the
  /// weight of its turn, without the paths that pass this node. A node is a hub of its root if its
  /// rank is higher than the rank of every earlier node on the path from the root.
  double expected_entries() const {
    struct Rank {
      std::int64_t weight;
      std::uint32_t tie;
      auto operator<=>(const Rank&) const = default;
    };
    std::vector<Rank> best(nodes_.size());
    std::size_t entries = 0;
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      const Node& node = nodes_[i];
      const Rank rank{weight_[slot(node.turn)] - node.size,
                      static_cast<std::uint32_t>(node.turn) * 2654435769U};
      const bool root = node.parent < 0;
      const bool outranks = root || rank > best[slot(node.parent)];
      best[i] = outranks ? rank : best[slot(node.parent)];
      entries += outranks ? 1 : 0;
    }
    return static_cast<double>(entries);
  }

  /// Marks the paths that pass a turn as covered: subtracts them from the weights of all turns.
  void cover(std::int32_t turn) {
    for (const std::int32_t top : nodes_of_[slot(turn)]) {
      const std::int32_t size = nodes_[slot(top)].size;
      if (size == 0) continue;
      std::int32_t up = top;
      while (nodes_[slot(up)].parent >= 0) {
        up = nodes_[slot(up)].parent;
        nodes_[slot(up)].size -= size;
        weight_[slot(nodes_[slot(up)].turn)] -= size;
      }
      total_ -= size;
      stack_.assign(1, top);
      while (!stack_.empty()) {
        Node& node = nodes_[slot(stack_.back())];
        stack_.pop_back();
        if (node.size == 0) continue;
        weight_[slot(node.turn)] -= node.size;
        node.size = 0;
        for (std::int32_t c = node.child; c >= 0; c = nodes_[slot(c)].sibling) stack_.push_back(c);
      }
    }
  }

 private:
  struct Node {
    std::int32_t turn;
    std::int32_t parent;
    std::int32_t size;  ///< number of paths that end in the subtree and are not covered yet
    std::int32_t child;
    std::int32_t sibling;
  };

  std::vector<Node> nodes_;
  std::vector<std::int64_t> weight_;
  std::vector<std::vector<std::int32_t>> nodes_of_;
  std::priority_queue<std::pair<std::int64_t, std::int32_t>> queue_;
  std::vector<std::int32_t> stack_;
  std::int64_t total_ = 0;
  std::int32_t first_ = 0;
};

/// Implements label_states() in run(), and forecast_labels() in forecast(). An object serves one
/// call.
class Labeller {
 public:
  explicit Labeller(const TautStates& states)
      : states_(states),
        search_(states, result_.label_of),
        cover_(states.turn_count()),
        node_of_(states.state_count()),
        ranked_(states.turn_count()) {
    result_.label_of.resize(states.state_count());
  }

  Labelling run(const LabellingLimits& limits) {
    std::vector<std::int32_t> left(states_.turn_count());
    std::iota(left.begin(), left.end(), 0);
    std::mt19937_64 random(kSeed);
    bool fits = true;
    while (!left.empty() && fits) {
      shuffle(left, random);
      const std::size_t sampled = sample(left, left.size(), kMostNodes);
      const std::int64_t enough = sampled == left.size() ? 0 : cover_.weight() / 5;
      for (std::int32_t t = cover_.best(); t >= 0 && cover_.weight() > enough && fits;
           t = cover_.best()) {
        cover_.cover(t);
        if (ranked_[slot(t)] != 0) continue;
        fits = search_.followed_links() < limits.links && label(t, limits.entries);
      }
      std::erase_if(left, [&](std::int32_t t) { return ranked_[slot(t)] != 0; });
    }
    if (!fits) {
      while (entries_ > limits.entries_of_some) {
        const std::int32_t last = result_.order.back();
        entries_ -= label_entries(last);
        ranked_[slot(last)] = 0;
        left.push_back(last);
        result_.order.pop_back();
        --result_.labelled;
      }
      for (const std::int32_t turn : result_.order) {
        for (const StateId s : {2 * turn, 2 * turn + 1}) {
          std::erase_if(result_.label_of[slot(s)],
                        [&](const LabelEntry& e) { return ranked_[slot(turn_of(e.hub))] == 0; });
        }
      }
    }
    for (StateId s = 0; s < static_cast<StateId>(states_.state_count()); ++s) {
      std::ranges::stable_sort(result_.label_of[slot(s)], [&](const LabelEntry& a,
                                                              const LabelEntry& b) {
        if (a.next == s || b.next == s) return b.next != s;
        return states_.leaves_nearer_wall(s, states_.position(a.next), states_.position(b.next));
      });
    }
    result_.order.insert(result_.order.end(), left.begin(), left.end());
    result_.steps = search_.steps();
    return std::move(result_);
  }

  LabelForecast forecast() {
    std::vector<std::int32_t> turns(states_.turn_count());
    std::iota(turns.begin(), turns.end(), 0);
    std::mt19937_64 random(kSeed);
    shuffle(turns, random);
    const std::size_t sampled = sample(turns, std::min(kSample, turns.size()), kMostSampleNodes);
    if (sampled == 0) return {};
    const double share = static_cast<double>(turns.size()) / static_cast<double>(sampled);
    return {cover_.expected_entries() * share, static_cast<double>(cover_.node_count()) * share};
  }

 private:
  static constexpr std::size_t kMostNodes = 250'000;
  static constexpr std::size_t kSample = 64;
  static constexpr std::size_t kMostSampleNodes = 4'000'000;
  static constexpr std::uint64_t kSeed = 5;

  /// Grows trees from turns in the given order, until `most` turns are used or the trees have
  /// `most_nodes` nodes. Returns the number of turns used.
  std::size_t sample(std::span<const std::int32_t> turns, std::size_t most,
                     std::size_t most_nodes) {
    cover_.clear();
    std::size_t sampled = 0;
    while (sampled < most && cover_.node_count() < most_nodes) grow(turns[sampled++]);
    cover_.rank();
    return sampled;
  }

  void grow(std::int32_t turn) {
    search_.begin(turn);
    for (const StateId from : {2 * turn, 2 * turn + 1}) {
      cover_.begin_tree();
      search_.run(from, [&](StateId s, StateId parent, double) {
        node_of_[slot(s)] = cover_.add(turn_of(s), s == parent ? -1 : node_of_[slot(parent)]);
      });
      cover_.end_tree();
    }
  }

  std::size_t label_entries(std::int32_t turn) const {
    return result_.label_of[slot(2 * turn)].size() + result_.label_of[slot(2 * turn + 1)].size();
  }

  /// Adds the states of a turn as hubs to the labels of states, which completes the labels of this
  /// turn. If the labelled turns then have at most `most_entries` label entries in total, appends
  /// the turn to Labelling::order and returns true. Otherwise returns false, and the caller must
  /// remove the hubs of this turn from the labels.
  bool label(std::int32_t turn, std::size_t most_entries) {
    search_.begin(turn);
    for (const StateId from : {2 * turn, 2 * turn + 1}) {
      found_.clear();
      search_.run(from, [&](StateId s, StateId parent, double distance) {
        found_.push_back({reversed(s), {reversed(from), reversed(parent), distance}});
      });
      for (const auto& [s, entry] : found_) result_.label_of[slot(s)].push_back(entry);
    }
    const std::size_t added = label_entries(turn);
    if (entries_ + added > most_entries) return false;
    entries_ += added;
    ranked_[slot(turn)] = 1;
    result_.order.push_back(turn);
    ++result_.labelled;
    return true;
  }

  const TautStates& states_;
  Labelling result_;
  LabelSearch search_;
  PathCover cover_;
  std::vector<std::int32_t> node_of_;
  std::vector<std::uint8_t> ranked_;
  std::vector<std::pair<StateId, LabelEntry>> found_;
  std::size_t entries_ = 0;
};

}  // namespace

Labelling label_states(const TautStates& states, const LabellingLimits& limits) {
  return Labeller(states).run(limits);
}

LabelForecast forecast_labels(const TautStates& states) { return Labeller(states).forecast(); }

double label_steps(const TautStates& states, const LabelForecast& forecast) {
  if (states.state_count() == 0) return 0;
  const auto count = static_cast<double>(states.state_count());
  const double links = static_cast<double>(states.link_count()) / count;
  constexpr double kMeasured = 4;
  return kMeasured * links *
         std::sqrt(forecast.reached * forecast.entries * (forecast.entries / count));
}

}  // namespace fairway
