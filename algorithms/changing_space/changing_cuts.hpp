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

/// Cuts changing edges where they meet. The pieces are exactly the pieces of cut_at_meetings() for
/// the same edges.
///
/// Cutting proceeds in rounds. A round cuts an edge where it meets edges whose boxes touch its box.
/// Pieces stay in the box of their edge. So the result of a round for an edge changes only if the
/// result of the previous round changed for this edge or for an edge with a touching box. The
/// object stores the results of all rounds.
class ChangingCuts {
 public:
  using EdgeId = std::int32_t;  ///< Number of an edge.
  /// A piece of an edge. The end with the smaller x (then y) comes first.
  using Piece = std::pair<Point, Point>;
  /// Changed pieces.
  struct Change {
    std::vector<Piece> gone;  ///< removed pieces
    std::vector<Piece> come;  ///< added pieces
  };

  /// Adds an edge. Precondition: the ends differ.
  EdgeId add(Point from, Point to);
  /// Removes an edge. Precondition: it exists.
  void remove(EdgeId e);
  /// Cuts again all edges whose pieces may have changed since the last call. Returns the changed
  /// pieces. A piece of several edges is listed once for each edge. Throws InvalidWorld as
  /// cut_at_meetings() does; the object is then unusable.
  Change update();

  std::size_t memory_bytes() const;  ///< Bytes on the heap.

 private:
  using Line = std::vector<Point>;  // the ends of successive pieces

  struct Edge {
    Line ends;                 // the start and the end
    std::vector<Line> rounds;  // the line after each round, up to the last round that cut the edge
    bool cut = false;          // whether update() has cut the edge
    std::int32_t work = -1;    // index in works_, or -1
  };
  /// An edge that is being cut again.
  struct Work {
    EdgeId edge;
    bool spread = false;            // whether edges near it are being cut again, too
    std::vector<EdgeId> near = {};  // edges whose boxes touch its box
    std::vector<Line> rounds = {};  // the ends of its pieces after each round so far
  };

  Edge& edge(EdgeId e) { return edges_[static_cast<std::size_t>(e)]; }
  const Edge& edge(EdgeId e) const { return edges_[static_cast<std::size_t>(e)]; }
  static Box box_of_edge(const Edge& e) { return box_of(e.ends[0], e.ends[1]); }
  static const Line& kept_line(const Edge& e, int round);
  const Line& line(EdgeId e, int round) const;

  void begin_work(EdgeId e, int rounds);
  void begin_near(const Box& box, int rounds);
  double largest_coordinate() const;
  std::size_t piece_count(int round) const;
  bool cut_round(const Work& work, int round, double grid, Line& after) const;
  bool cut_all(bool all);
  Change finish();

  std::vector<Edge> edges_;
  std::vector<EdgeId> free_;
  std::vector<EdgeId> fresh_;  // edges added since the last update() and not removed
  std::vector<EdgeId> dead_;   // cut edges that were removed since the last update()
  ChangingBoxes boxes_;
  std::vector<Work> works_;
  int most_rounds_ = 0;  // largest number of rounds that cut an edge
  bool coarse_ = false;  // whether a round used a grid, which depends on all edges
};

}  // namespace fairway
