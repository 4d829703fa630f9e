#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "algorithms/geometry/heap_bytes.hpp"
#include "algorithms/geometry/point.hpp"
#include "algorithms/graph/zeroed_array.hpp"
#include "algorithms/search/open_heap.hpp"
#include "algorithms/solvers/hub_labels/hub_index.hpp"
#include "algorithms/solvers/solver.hpp"

namespace fairway {

/// A state that can come first on a path from an end of a query.
struct StateLink {
  static constexpr std::uint32_t kInSight = ~std::uint32_t{0};  ///< special value of `word`

  StateId state;  ///< the state
  /// Word of a sight list. The rays of the state in this word decide whether the end sees the
  /// state. kInSight if the end is known to see the state.
  std::uint32_t word;
  double bound;  ///< lower bound of the length of a path over the state
};

/// Answers a query with an index in which some turns have no labels. A* along taut links runs from
/// both ends up to the first labelled states. A common hub in the labels of two such states
/// completes a path.
class LinkSearch {
  struct Open {
    double bound;
    double distance;
    StateId state;
    bool before(const Open& other) const { return bound < other.bound; }
  };
  struct Reached {
    double distance;
    std::uint32_t stamp;
    StateId parent;  ///< previous state on the path; kNoState if this is the first state
  };
  struct Hub {
    double distance;
    std::uint32_t stamp;
    std::uint32_t entry;
    StateId gate;  ///< labelled state that has the entry in its label
  };
  /// Data of the search from one end of the query. Each query resets the data in O(1).
  struct Side {
    OpenHeap<Open> open;
    ZeroedArray<Reached> reached;
    ZeroedArray<Hub> hubs;
    std::uint32_t stamp = 0;
    std::size_t memory_bytes() const { return heap_bytes(open, reached, hubs); }
  };

 public:
  /// Working memory for the queries of one thread.
  class Scratch {
   public:
    /// Bytes on the heap.
    std::size_t memory_bytes() const { return heap_bytes(start, goal, between); }

   private:
    friend class LinkSearch;
    Side start;
    Side goal;
    Side between;
  };

  /// Keeps references to the arguments.
  LinkSearch(const HubIndex& index, Scratch& scratch) : index_(index), scratch_(scratch) {}

  /// Finds a shortest path, and appends its turns and the goal to `path`. Appends nothing if there
  /// is no path. Preconditions: each end sees the states of its links; `path` holds the start.
  SolverResult run(std::span<const StateLink> start, std::span<const StateLink> goal,
                   Point start_point, Point goal_point, Path& path);

 private:
  /// The meeting point of the two searches: a state, or a hub that the labels of two states
  /// (`gates`) share. For a hub, `state` is kNoState.
  struct Meeting {
    double length;
    StateId state;
    StateId gates[2];
    std::uint32_t entries[2];
  };

  void begin(Side& side, Point from, std::span<const StateLink> links);
  /// Removes the state with the least bound from the open list of `side` and handles it.
  /// Precondition: the list is not empty.
  void advance(Side& side, Point from, Point to, const Side& other, bool forward);
  void expand(Side& side, StateId s, double distance, Point before, Point to, double most);
  /// Appends the corners of the path that the search `side` found from its end of the query to s.
  void add_chain(const Side& side, StateId s, Path& path);
  void add_label_path(StateId gate, std::uint32_t entry, Path& path);
  /// Searches for a shortest path from state s to a hub. Appends the turns before the first
  /// labelled state to `path`. Sets s to this labelled state, and returns the index of the hub's
  /// entry in its label. Precondition: s is not labelled.
  std::uint32_t cross(Point before, StateId& s, HubId hub, Path& path);

  static std::size_t at(StateId s) { return static_cast<std::size_t>(s); }

  const HubIndex& index_;
  Scratch& scratch_;
  Meeting best_{};
  SolverResult result_;
};

}  // namespace fairway
