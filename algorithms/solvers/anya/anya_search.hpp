#pragma once

#include <cstdint>
#include <limits>

#include "algorithms/solvers/anya/anya.hpp"

namespace fairway {

/// Answers one query within the cells of one class.
class AnyaSearch {
 public:
  /// Keeps references to `cells` and `scratch`. The lattice has (columns + 1) (rows + 1) points.
  AnyaSearch(const CellRows& cells, std::int32_t columns, std::int32_t rows, Point start,
             Point goal, Anya::Scratch& scratch);

  /// Searches for a path shorter than `bound`. Adds the counts of expanded and generated nodes to
  /// `result`. Returns the length, or `bound` if there is no shorter path.
  double run(double bound, SolverResult& result);
  /// Replaces `path` by the path found. Precondition: run() found a path.
  void trace(Path& path) const;

 private:
  using LatticePoint = Anya::Scratch::LatticePoint;
  using End = Anya::Scratch::End;
  using Root = Anya::Scratch::Root;
  using Node = Anya::Scratch::Node;

  /// A closed rectangle of free cells between two row lines. In each row, its cells form a whole
  /// run. The search enters the room at line `from` and leaves it at line `to`.
  struct Room {
    std::int32_t left;
    std::int32_t right;
    std::int32_t from;
    std::int32_t to;
    std::int32_t heading;
    std::int32_t first_row() const { return heading > 0 ? from : from - 1; }
    std::int32_t row_before() const { return heading > 0 ? from - 1 : from; }
    std::int32_t row_beyond() const { return heading > 0 ? to : to - 1; }
  };
  /// The point where a ray meets a row line. `x` is its rounded column. `floor` is the nearest
  /// lattice point at or left of the point, `ceil` the nearest lattice point at or right of the
  /// point. If the point is outside the range [low, high] of cross(), `floor` and `ceil` only show
  /// on which side of this range it is.
  struct Crossing {
    End end;
    std::int32_t floor;
    std::int32_t ceil;
    double x;
  };

  /// The ray that defines an end of an interval.
  struct Ray {
    End end;
    double from_y;  ///< y of the root
    double dx;      ///< x distance from the root to the lattice point
    double dy;      ///< y distance from the root to the lattice point
    double at_0;    ///< dy times the column of the root
    bool exact;     ///< see Root::exact
    /// The column where the ray meets row line `row`, rounded.
    double x(std::int32_t row) const {
      return (at_0 + dx * (static_cast<double>(row) - from_y)) / dy;
    }
  };

  void add_start();
  void add_start_in_row(std::int32_t row, bool down, bool up);
  void expand_interval(Node& node);
  void expand_corner(const Node& node);
  template <int Side>
  void turn(const Node& node, const Room& room, const Crossing& crossing, int goal_side);
  void leave(std::int32_t root, const Room& room, const Crossing& left, const Crossing& right);
  template <int Step>
  void follow_line(std::int32_t root, std::int32_t x, std::int32_t y);
  template <int Step>
  void add_corner(std::int32_t before, std::int32_t x, std::int32_t y, std::int32_t heading);

  Room room_at(std::int32_t column, std::int32_t line, std::int32_t heading) const;
  bool holds_goal(const Room& room) const;
  void reach_goal(std::int32_t root, double g);
  /// Side of the ray of `end` on which p lies: -1 for smaller x, 0 on the ray, 1 for larger x.
  /// Precondition: p is ahead of the root in direction `heading`.
  int side(const End& end, std::int32_t heading, Point p) const;
  Ray ray_of(const End& end) const;
  Crossing cross(const Ray& ray, std::int32_t line, std::int32_t low, std::int32_t high) const;
  Crossing cross_inexact(const Ray& ray, std::int32_t line, std::int32_t low,
                         std::int32_t high) const;
  template <int Side>
  std::int32_t inner_column(const Ray& ray, std::int32_t line) const;
  void pass_open_rows(Node& node, const Ray& left, const Ray& right) const;
  static Crossing side_of(std::int32_t root, const Room& room, std::int32_t x);
  /// Adds a root at a lattice point and returns its index. Returns -1 if a shorter path to the
  /// point is known. Also returns -1 if no path over the point can be shorter than the best path
  /// found.
  std::int32_t add_root(std::int32_t x, std::int32_t y, std::int32_t parent, double g);
  double lower_bound(const Root& root, const Node& node, double left, double right) const;
  void open(const Node& node, double f);

  const Root& root(std::int32_t r) const { return scratch_.roots_[static_cast<std::size_t>(r)]; }

  const CellRows& cells_;
  const std::int32_t points_in_row_;
  const Point start_;
  const Point goal_;
  Anya::Scratch& scratch_;
  double best_ = std::numeric_limits<double>::infinity();
  std::int32_t last_root_ = -1;
  std::uint64_t generated_ = 0;
};

}  // namespace fairway
