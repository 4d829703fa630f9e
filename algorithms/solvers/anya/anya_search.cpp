#include "algorithms/solvers/anya/anya_search.hpp"

#include <algorithm>
#include <cmath>

#include "algorithms/geometry/predicates.hpp"

namespace fairway {
namespace {

// The products in cross() are exact under two conditions. The start's coordinates are multiples of
// 1 / kExactSteps. The grid has at most kExactLines columns and rows.
constexpr double kExactSteps = 1024;
constexpr std::int32_t kExactLines = 8192;

std::int32_t floor_of(double value) {
  const auto whole = static_cast<std::int32_t>(value);
  return static_cast<double>(whole) > value ? whole - 1 : whole;
}

Point point_of(std::int32_t x, std::int32_t y) {
  return {static_cast<double>(x), static_cast<double>(y)};
}

bool is_multiple(double value) { return std::floor(value * kExactSteps) == value * kExactSteps; }

}  // namespace

AnyaSearch::AnyaSearch(const CellRows& cells, std::int32_t columns, std::int32_t rows, Point start,
                       Point goal, Anya::Scratch& scratch)
    : cells_(cells), points_in_row_(columns + 1), start_(start), goal_(goal), scratch_(scratch) {
  const std::size_t count =
      static_cast<std::size_t>(points_in_row_) * (static_cast<std::size_t>(rows) + 1);
  scratch.known_.fit(count);
  if (++scratch.stamp_ == 0) {
    scratch.known_.clear();
    scratch.stamp_ = 1;
  }
  scratch.roots_.clear();
  scratch.nodes_.clear();
  scratch.open_.clear(distance(start, goal));
  const bool exact =
      is_multiple(start.x) && is_multiple(start.y) && columns <= kExactLines && rows <= kExactLines;
  scratch.roots_.push({start, 0, -1, 0, exact});
}

double AnyaSearch::run(double bound, SolverResult& result) {
  best_ = bound;
  add_start();
  BucketQueue<std::uint32_t>::Entry entry;
  while (scratch_.open_.pop(best_, entry)) {
    if (entry.key >= best_) continue;
    Node node = scratch_.nodes_[entry.value];
    const Root& from = root(node.root);
    if (from.parent >= 0 && scratch_.known_[from.place].g < from.g) continue;
    ++result.expanded;
    if (node.travel != 0) {
      expand_corner(node);
    } else {
      expand_interval(node);
    }
  }
  result.generated += generated_;
  return best_;
}

void AnyaSearch::trace(Path& path) const {
  path.clear();
  path.push_back(goal_);
  for (std::int32_t r = last_root_; r >= 0; r = root(r).parent) {
    append_distinct(path, root(r).at);
  }
  std::reverse(path.begin(), path.end());
}

[[gnu::always_inline]] inline void AnyaSearch::open(const Node& node, double f) {
  ++generated_;
  if (f >= best_) return;
  scratch_.open_.push(f, static_cast<std::uint32_t>(scratch_.nodes_.size()));
  scratch_.nodes_.push(node);
}

/// Opens the intervals that the start sees. A start on a row line sees the rows on both sides of
/// this line.
void AnyaSearch::add_start() {
  const std::int32_t row = floor_of(start_.y);
  if (static_cast<double>(row) != start_.y) {
    add_start_in_row(row, true, true);
    return;
  }
  add_start_in_row(row, false, true);
  add_start_in_row(row - 1, true, false);
  const std::int32_t column = floor_of(start_.x);
  follow_line<1>(0, column, row);
  follow_line<-1>(0, static_cast<double>(column) == start_.x ? column : column + 1, row);
}

void AnyaSearch::add_start_in_row(std::int32_t row, bool down, bool up) {
  std::int32_t column = floor_of(start_.x);
  if (!cells_.is_free(column, row)) {
    if (static_cast<double>(column) != start_.x || !cells_.is_free(column - 1, row)) return;
    --column;
  }
  for (const std::int32_t heading : {-1, 1}) {
    if (!(heading < 0 ? down : up)) continue;
    const Room room = room_at(column, heading > 0 ? row : row + 1, heading);
    if (holds_goal(room)) reach_goal(0, 0);
    leave(0, room, side_of(0, room, room.left), side_of(0, room, room.right));
  }
}

[[gnu::always_inline]] inline AnyaSearch::Room AnyaSearch::room_at(std::int32_t column,
                                                                   std::int32_t line,
                                                                   std::int32_t heading) const {
  Room room{0, 0, line, line, heading};
  std::int32_t row = room.first_row();
  room.left = cells_.run_end<-1>(row, column + 1);
  room.right = cells_.run_end<1>(row, column);
  do {
    row += heading;
    room.to += heading;
  } while (cells_.is_free(room.left, row) && !cells_.is_free(room.left - 1, row) &&
           cells_.run_end<1>(row, room.left) == room.right);
  return room;
}

bool AnyaSearch::holds_goal(const Room& room) const {
  const auto low = static_cast<double>(std::min(room.from, room.to));
  const auto high = static_cast<double>(std::max(room.from, room.to));
  return low <= goal_.y && goal_.y <= high && static_cast<double>(room.left) <= goal_.x &&
         goal_.x <= static_cast<double>(room.right);
}

void AnyaSearch::reach_goal(std::int32_t root_number, double g) {
  const double total = g + distance(root(root_number).at, goal_);
  if (total >= best_) return;
  best_ = total;
  last_root_ = root_number;
}

AnyaSearch::Crossing AnyaSearch::side_of(std::int32_t root_number, const Room& room,
                                         std::int32_t x) {
  return {{root_number, {x, room.to}}, x, x, static_cast<double>(x)};
}

int AnyaSearch::side(const End& end, std::int32_t heading, Point p) const {
  const Point through = point_of(end.through.x, end.through.y);
  return -heading * orientation(root(end.root).at, through, p);
}

AnyaSearch::Ray AnyaSearch::ray_of(const End& end) const {
  const Root& from = root(end.root);
  const double dy = static_cast<double>(end.through.y) - from.at.y;
  return {end, from.at.y,      static_cast<double>(end.through.x) - from.at.x,
          dy,  from.at.x * dy, from.exact};
}

/// Returns where a ray meets a row line. For an exact root, the column is a quotient n / d. Scaled
/// by a power of two, n and d are whole numbers below 2^53. If the quotient is not whole, it
/// differs from every whole number by more than |n / d| 2^-53. So rounding does not change the
/// floor of the quotient and does not make the quotient whole. If the point is outside the columns
/// [low, high], the result only shows on which side of these columns it is.
[[gnu::always_inline]] inline AnyaSearch::Crossing AnyaSearch::cross(const Ray& ray,
                                                                     std::int32_t line,
                                                                     std::int32_t low,
                                                                     std::int32_t high) const {
  if (!ray.exact) [[unlikely]]
    return cross_inexact(ray, line, low, high);
  const double x = ray.x(line);
  if (x < static_cast<double>(low)) return {ray.end, low - 1, low, x};
  if (x > static_cast<double>(high)) return {ray.end, high, high + 1, x};
  const std::int32_t floor = floor_of(x);
  return {ray.end, floor, static_cast<double>(floor) == x ? floor : floor + 1, x};
}

/// Like cross(), for a root that is not exact. The rounded quotient is only a guess. Orientation
/// tests correct its floor.
[[gnu::noinline]] AnyaSearch::Crossing AnyaSearch::cross_inexact(const Ray& ray, std::int32_t line,
                                                                 std::int32_t low,
                                                                 std::int32_t high) const {
  const auto y = static_cast<double>(line);
  const double x = ray.x(line);
  const std::int32_t heading = y > ray.from_y ? 1 : -1;
  const auto side_of_point = [&](std::int32_t k) {
    return side(ray.end, heading, {static_cast<double>(k), y});
  };
  const double guess = std::clamp(x, static_cast<double>(low - 1), static_cast<double>(high));
  std::int32_t floor = floor_of(guess);
  while (floor < high && side_of_point(floor + 1) <= 0) ++floor;
  while (floor >= low && side_of_point(floor) > 0) --floor;
  const bool whole = floor >= low && side_of_point(floor) == 0;
  return {ray.end, floor, whole ? floor : floor + 1, x};
}

/// Returns the column of a lattice point on row line `line`. If Side is -1, the point is the first
/// lattice point at or after the interval's left end, and `ray` is the ray through the left end. If
/// Side is 1, the point is the last lattice point at or before the right end, and `ray` is the ray
/// through the right end. An end outside the lattice is first moved to the lattice's border.
template <int Side>
[[gnu::always_inline]] inline std::int32_t AnyaSearch::inner_column(const Ray& ray,
                                                                    std::int32_t line) const {
  const std::int32_t last = points_in_row_ - 1;
  if (!ray.exact) [[unlikely]] {
    const Crossing crossing = cross_inexact(ray, line, 0, last);
    return Side < 0 ? crossing.ceil : crossing.floor;
  }
  const double x = std::clamp(ray.x(line), 0.0, static_cast<double>(last));
  const auto floor = static_cast<std::int32_t>(x);
  return Side < 0 && static_cast<double>(floor) < x ? floor + 1 : floor;
}

/// Moves an interval ahead from row line to row line. Stops before the row of the goal, and before
/// a row in which a blocked cell touches the area between the two rays. `left_ray` and `right_ray`
/// are the rays from the root through the interval's ends.
[[gnu::always_inline]] inline void AnyaSearch::pass_open_rows(Node& node, const Ray& left_ray,
                                                              const Ray& right_ray) const {
  if (node.left.through.y == node.y || node.right.through.y == node.y) return;
  const std::int32_t step = node.heading;
  const double to_goal = step * goal_.y;
  std::int32_t row = step > 0 ? node.y : node.y - 1;
  std::int32_t left = inner_column<-1>(left_ray, node.y);
  std::int32_t right = inner_column<1>(right_ray, node.y);
  for (;;) {
    const std::int32_t next = node.y + step;
    if (step * node.y <= to_goal && to_goal <= step * next) return;
    const std::int32_t next_left = inner_column<-1>(left_ray, next);
    const std::int32_t next_right = inner_column<1>(right_ray, next);
    // Include the cell before the visible part and the cell after it.
    const std::int32_t first = next_left - 1;
    const std::int32_t end = next_right + 1;
    if (!cells_.is_free_from(row, std::min(left - 1, first), std::max(right + 1, end)) ||
        !cells_.is_free_from(row + step, first, end)) {
      return;
    }
    left = next_left;
    right = next_right;
    node.y = next;
    node.column = first;
    row += step;
  }
}

void AnyaSearch::expand_interval(Node& node) {
  const Ray left_ray = ray_of(node.left);
  const Ray right_ray = ray_of(node.right);
  pass_open_rows(node, left_ray, right_ray);
  const Room room = room_at(node.column, node.y, node.heading);
  const Crossing left = cross(left_ray, room.to, room.left, room.right);
  const Crossing right = cross(right_ray, room.to, room.left, room.right);
  // Position of the goal relative to the room (see Room). 0: the root sees the goal through the
  // interval. -1 or 1: the goal is in the room, but left or right of the part that the root sees.
  // 2: the goal is outside the room.
  int goal_side = 2;
  if (holds_goal(room)) {
    goal_side = 0;
    if (side(node.left, node.heading, goal_) < 0) {
      goal_side = -1;
    } else if (side(node.right, node.heading, goal_) > 0) {
      goal_side = 1;
    }
    if (goal_side == 0) reach_goal(node.root, root(node.root).g);
  }
  leave(node.root, room, left, right);
  if (node.left.through.y == node.y) turn<-1>(node, room, left, goal_side);
  if (node.right.through.y == node.y) turn<1>(node, room, right, goal_side);
}

/// Handles the left (Side -1) or right (Side 1) end of an interval, a lattice point. If the end is
/// a corner where a path can turn, adds a root there with its successors. The end is a corner if
/// the cell beyond it is blocked on exactly one side of the row line. If the blocked cell is ahead,
/// the path can turn only if the ray leans away from this cell.
template <int Side>
void AnyaSearch::turn(const Node& node, const Room& room, const Crossing& crossing, int goal_side) {
  const LatticePoint corner = (Side < 0 ? node.left : node.right).through;
  const Root& from = root(node.root);
  const bool blocked_ahead = corner.x == (Side < 0 ? room.left : room.right);
  if (blocked_ahead) {
    if (Side * (from.at.x - static_cast<double>(corner.x)) <= 0) return;
  } else if (cells_.is_free(Side < 0 ? corner.x - 1 : corner.x, room.row_before())) {
    return;
  }
  const double g = from.g + distance(from.at, point_of(corner.x, corner.y));
  const std::int32_t turned = add_root(corner.x, corner.y, node.root, g);
  if (turned < 0) return;
  if (goal_side == Side) reach_goal(turned, g);
  if constexpr (Side < 0) {
    leave(turned, room, side_of(turned, room, room.left), crossing);
  } else {
    leave(turned, room, crossing, side_of(turned, room, room.right));
  }
  if (!blocked_ahead) follow_line<Side>(turned, corner.x, node.y);
}

void AnyaSearch::expand_corner(const Node& node) {
  const Room room = room_at(node.column, node.y, node.heading);
  if (holds_goal(room)) reach_goal(node.root, root(node.root).g);
  leave(node.root, room, side_of(node.root, room, room.left), side_of(node.root, room, room.right));
  const std::int32_t before = root(node.root).parent;
  if (node.travel > 0) {
    follow_line<1>(before, node.left.through.x, node.y);
  } else {
    follow_line<-1>(before, node.left.through.x, node.y);
  }
}

/// Adds nodes on the row line where the search leaves a room (see Room). Adds one node for each run
/// of free cells beyond this line that lies between the points `left` and `right`.
void AnyaSearch::leave(std::int32_t root_number, const Room& room, const Crossing& left,
                       const Crossing& right) {
  const std::int32_t row = room.row_beyond();
  const std::int32_t first = std::max(left.floor, room.left);
  const std::int32_t last = std::min(right.ceil, room.right);
  if (first >= last) return;
  const bool first_is_end = first == room.left || !cells_.is_free(first - 1, row);
  const bool last_is_end = last == room.right || !cells_.is_free(last, row);
  for (std::int32_t x = cells_.run_begin<1>(row, first, last); x < last;) {
    const std::int32_t end = std::min(cells_.run_end<1>(row, x), last);
    Node node{root_number, room.to, room.heading, 0, x, left.end, right.end};
    double from = left.x;
    double to = right.x;
    if (x >= left.ceil && (x > first || first_is_end)) {
      node.left = {root_number, {x, room.to}};
      from = static_cast<double>(x);
    }
    if (end <= right.floor && (end < last || last_is_end)) {
      node.right = {root_number, {end, room.to}};
      to = static_cast<double>(end);
    }
    const Root& seen_from = root(root_number);
    open(node, seen_from.g + lower_bound(seen_from, node, from, to));
    if (end >= last) break;
    x = cells_.run_begin<1>(row, end, last);
  }
}

/// Follows a row line from lattice point x in direction Step. Adds the next corner where a path can
/// leave the line: there, the cells on one side of the line change from blocked to free. Stops if
/// the cells on both sides are blocked.
template <int Step>
void AnyaSearch::follow_line(std::int32_t root_number, std::int32_t x, std::int32_t y) {
  for (;;) {
    const std::int32_t above = cells_.run_end<Step>(y, x);
    const std::int32_t below = cells_.run_end<Step>(y - 1, x);
    if (above == x && below == x) return;
    if (above != x && below != x) {
      x = Step > 0 ? std::min(above, below) : std::max(above, below);
      continue;
    }
    const bool turns_up = above == x;
    const std::int32_t limit = turns_up ? below : above;
    const std::int32_t corner = cells_.run_begin<Step>(turns_up ? y : y - 1, x, limit);
    if (corner != limit) add_corner<Step>(root_number, corner, y, turns_up ? 1 : -1);
    return;
  }
}

template <int Step>
void AnyaSearch::add_corner(std::int32_t before, std::int32_t x, std::int32_t y,
                            std::int32_t heading) {
  const double g = root(before).g + std::abs(static_cast<double>(x) - root(before).at.x);
  const std::int32_t corner = add_root(x, y, before, g);
  if (corner < 0) return;
  const End end{corner, {x, y}};
  const Node node{corner, y, heading, Step, Step > 0 ? x : x - 1, end, end};
  open(node, g + distance(point_of(x, y), goal_));
}

std::int32_t AnyaSearch::add_root(std::int32_t x, std::int32_t y, std::int32_t parent, double g) {
  const std::size_t place = static_cast<std::size_t>(y) * static_cast<std::size_t>(points_in_row_) +
                            static_cast<std::size_t>(x);
  auto& known = scratch_.known_[place];
  if (known.stamp == scratch_.stamp_ && known.g < g) return -1;
  if (g + distance(point_of(x, y), goal_) >= best_) return -1;
  known = {g, scratch_.stamp_};
  scratch_.roots_.emplace(point_of(x, y), g, parent, place, true);
  return static_cast<std::int32_t>(scratch_.roots_.size()) - 1;
}

/// Lower bound of the length of a path from the root through the interval to the goal. If the goal
/// is on the root's side of the row line, uses the mirror image of the goal.
double AnyaSearch::lower_bound(const Root& from, const Node& node, double left,
                               double right) const {
  const auto y = static_cast<double>(node.y);
  const double before = std::abs(from.at.y - y);
  const double behind = std::abs(goal_.y - y);
  const double both = before + behind;
  const double straight = from.at.x * behind + goal_.x * before;
  if (straight >= left * both && straight <= right * both) {
    const double dx = goal_.x - from.at.x;
    return std::sqrt(dx * dx + both * both);
  }
  const double x = straight < left * both ? left : right;
  const double a = x - from.at.x;
  const double b = x - goal_.x;
  return std::sqrt(a * a + before * before) + std::sqrt(b * b + behind * behind);
}

}  // namespace fairway
