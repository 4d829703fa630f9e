#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "algorithms/search/open_heap.hpp"
#include "algorithms/solvers/hub_labels/labelling.hpp"
#include "algorithms/solvers/hub_labels/taut_states.hpp"

namespace fairway {

/// A distance for each state; infinity if unknown.
class StateDistances {
 public:
  /// At first, all distances are unknown.
  explicit StateDistances(std::size_t states)
      : items_(states, std::numeric_limits<double>::infinity()) {}
  /// Makes all distances unknown. O(known distances).
  void forget() {
    for (const StateId s : known_) at(s) = std::numeric_limits<double>::infinity();
    known_.clear();
  }
  /// Distance of a state.
  double operator[](StateId s) const { return items_[static_cast<std::size_t>(s)]; }
  /// Lowers the distance of a state to `distance`. Returns false if the old distance is not
  /// greater.
  bool lower(StateId s, double distance) {
    double& item = at(s);
    if (item <= distance) return false;
    if (item == std::numeric_limits<double>::infinity()) known_.push_back(s);
    item = distance;
    return true;
  }

 private:
  double& at(StateId s) { return items_[static_cast<std::size_t>(s)]; }

  std::vector<double> items_;
  std::vector<StateId> known_;
};

/// Searches for shortest paths out of the states of one reflex corner (turn) at a time. Drops a
/// path between two states if a shorter path between their corners is known. The shorter path may
/// leave the first corner and reach the second corner in any direction.
class LabelSearch {
 public:
  /// Keeps references; states and labels may grow between searches.
  LabelSearch(const TautStates& states, const std::vector<std::vector<LabelEntry>>& labels)
      : states_(states),
        labels_(labels),
        from_point_(states.state_count()),
        from_state_(states.state_count()),
        hubs_from_point_(states.state_count()),
        hubs_from_state_(states.state_count()),
        parents_(states.state_count()) {}

  /// Prepares run() for the states of a turn. Finds the distances from the turn's corner that
  /// labels do not give yet.
  void begin(std::int32_t turn) {
    hubs_from_point_.forget();
    from_point_.forget();
    open_.clear();
    for (const TautStates::Link& link : states_.links_from_point(turn)) {
      load(link.to, link.length, hubs_from_point_);
      if (!from_point_.lower(link.to, link.length)) continue;
      parents_[static_cast<std::size_t>(link.to)] = 2 * turn;
      open_.push({link.length, link.to});
    }
    while (!open_.empty()) {
      const auto [distance, s] = open_.pop();
      if (distance > from_point_[s]) continue;
      if (known(hubs_from_point_, s) <= TautStates::kAsShort * distance) continue;
      expand(s, distance, from_point_);
    }
  }

  /// Finds shortest paths out of `from`. Calls visit(state, parent, distance), nearest first, for
  /// the states on these paths to which the labels give no equally short path. `from` is its own
  /// parent. Precondition: begin() was called with the turn of `from`.
  template <class Visit>
  void run(StateId from, Visit visit) {
    hubs_from_state_.forget();
    load(from, 0, hubs_from_state_);
    from_state_.forget();
    open_.clear();
    from_state_.lower(from, 0);
    parents_[static_cast<std::size_t>(from)] = from;
    open_.push({0, from});
    while (!open_.empty()) {
      const auto [distance, s] = open_.pop();
      if (distance > from_state_[s]) continue;
      if (known(hubs_from_state_, s) <= TautStates::kAsShort * distance) continue;
      if (s != from && distance > TautStates::kClearlyLonger * from_corner(s)) continue;
      visit(s, parents_[static_cast<std::size_t>(s)], distance);
      expand(s, distance, from_state_);
    }
  }

  /// Upper bound of the distance from the turn's corner to the corner of s. Considers only paths
  /// that arrive in state s or reversed(s). Precondition: begin() was called.
  double through_corner(StateId s) {
    return std::min({from_point_[s], from_point_[reversed(s)], known(hubs_from_point_, s),
                     known(hubs_from_point_, reversed(s))});
  }

  /// Number of links that all searches have examined. The search time is proportional to this
  /// number.
  std::uint64_t followed_links() const { return followed_; }
  /// followed_links() plus the number of label entries read.
  std::uint64_t steps() const { return followed_ + read_; }

 private:
  struct Open {
    double distance;
    StateId state;
    bool before(const Open& other) const { return distance < other.distance; }
  };

  void expand(StateId s, double distance, StateDistances& distances) {
    followed_ += states_.links(s).size();
    const StateId parent = parents_[static_cast<std::size_t>(s)];
    const Point before = states_.position(parent);
    for (const TautStates::Link& link : states_.links(s)) {
      const double through = distance + link.length;
      if (distances[link.to] <= through || is_detour(link.to, through)) continue;
      if (parent != s && !states_.stays_taut(before, s, states_.position(link.to))) break;
      distances.lower(link.to, through);
      parents_[static_cast<std::size_t>(link.to)] = s;
      open_.push({through, link.to});
    }
  }

  /// For each hub in the label of s, lowers the distance of the hub in `hubs` to the length of the
  /// path over s, if this path is shorter. `distance` is the distance of s.
  void load(StateId s, double distance, StateDistances& hubs) {
    read_ += labels_[static_cast<std::size_t>(s)].size();
    for (const LabelEntry& entry : labels_[static_cast<std::size_t>(s)]) {
      hubs.lower(reversed(entry.hub), distance + entry.distance);
    }
  }

  /// Least length of a path to s over a hub with a distance in `hubs`; infinity if there is none.
  double known(const StateDistances& hubs, StateId s) {
    read_ += labels_[static_cast<std::size_t>(reversed(s))].size();
    double least = std::numeric_limits<double>::infinity();
    for (const LabelEntry& entry : labels_[static_cast<std::size_t>(reversed(s))]) {
      least = std::min(least, hubs[entry.hub] + entry.distance);
    }
    return least;
  }

  /// Whether the searches from the turn's corner have found a path to the corner of s that is
  /// clearly shorter than `distance`.
  bool is_detour(StateId s, double distance) const {
    return distance >
           TautStates::kClearlyLonger * std::min(from_point_[s], from_point_[reversed(s)]);
  }

  /// Upper bound of the distance from the turn's corner to the corner of s.
  double from_corner(StateId s) {
    double least = through_corner(s);
    for (const TautStates::Link& link : states_.links_from_point(turn_of(s))) {
      least = std::min(least, from_point_[reversed(link.to)] + link.length);
    }
    return least;
  }

  const TautStates& states_;
  const std::vector<std::vector<LabelEntry>>& labels_;
  StateDistances from_point_;
  StateDistances from_state_;
  StateDistances hubs_from_point_;
  StateDistances hubs_from_state_;
  std::vector<StateId> parents_;
  OpenHeap<Open> open_;
  std::uint64_t followed_ = 0;
  std::uint64_t read_ = 0;
};

}  // namespace fairway
