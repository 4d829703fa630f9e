#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/changing_space/changing_boxes.hpp"
#include "algorithms/freespace/cut_edges.hpp"
#include "algorithms/geometry/point.hpp"

namespace fairway {

/// Edges that appear and disappear, cut where they meet. The pieces equal the pieces of
/// cut_at_meetings() for the same edges, to the last bit.
///
/// A round of cutting cuts an edge where it meets edges whose boxes touch its own, and pieces stay
/// in the box of their edge. So a round changes the outcome of an edge only if the outcome of the
/// round before changed for such a neighbour. The outcomes of all rounds are kept.
class ChangingCuts {
 public:
  using EdgeId = std::int32_t;
  /// A piece of an edge, the lesser end first.
  using Piece = std::pair<Point, Point>;
  struct Change {
    std::vector<Piece> gone;
    std::vector<Piece> come;
  };

  /// Precondition: the ends differ.
  EdgeId add(Point from, Point to);
  /// Precondition: the edge is there.
  void remove(EdgeId e);
  /// Cuts again what edges that came and went since the last call may have changed. Equal pieces of
  /// several edges are listed once each. Throws InvalidWorld as cut_at_meetings() does; then the
  /// object cannot be used any more.
  Change update();

  std::size_t memory_bytes() const;

 private:
  using Line = std::vector<Point>;  ///< the ends of successive pieces

  struct Edge {
    Line ends;                 ///< from and to
    std::vector<Line> rounds;  ///< after each round, until the last that cut it
    bool cut = false;          ///< by an update()
    std::int32_t work = -1;
  };
  /// An edge that is cut again.
  struct Work {
    EdgeId edge;
    bool spread = false;            ///< its neighbours are cut again too
    std::vector<EdgeId> near = {};  ///< edges whose boxes touch its box
    std::vector<Line> rounds = {};  ///< after each round so far
  };

  Edge& edge(EdgeId e) { return edges_[static_cast<std::size_t>(e)]; }
  const Edge& edge(EdgeId e) const { return edges_[static_cast<std::size_t>(e)]; }
  static Box box_of_edge(const Edge& e) { return box_of(e.ends[0], e.ends[1]); }
  static const Line& kept_line(const Edge& e, int round);
  const Line& line(EdgeId e, int round) const;

  void begin_work(EdgeId e, int rounds);
  void begin_near(const Box& box, int rounds);
  double largest_coordinate() const;
  bool cut_round(const Work& work, int round, double grid, Line& after) const;
  bool cut_all(bool all);
  Change finish();

  std::vector<Edge> edges_;
  std::vector<EdgeId> free_;
  std::vector<EdgeId> fresh_;  ///< came since the last update, as far as still there
  std::vector<EdgeId> dead_;   ///< went since the last update, but are in its outcome
  ChangingBoxes boxes_;
  std::vector<Work> works_;
  int most_rounds_ = 0;  ///< that cut an edge
  bool coarse_ = false;  ///< a round rounded to a grid, which depends on all edges
};

}  // namespace fairway
