#include "datasets/generators/obstacles.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <stdexcept>
#include <utility>

#include "algorithms/geometry/box_tree.hpp"
#include "datasets/generators/changing_places.hpp"
#include "datasets/generators/random.hpp"

namespace fairway {
namespace {

constexpr int kMostTries = 100'000;
constexpr int kMostPairTries = 200;

struct ObstaclesOptions {
  using Where = ChangesOptions::Where;

  explicit ObstaclesOptions(int side, std::span<const int> v)
      : size(side),
        bursts(v[0]),
        changes(v[1]),
        queries(v[2]),
        journey(v[3]),
        where(static_cast<Where>(v[4])),
        corners(v[5]),
        chequered(v[6] != 0) {}

  int size;
  int bursts;
  int changes;
  int queries;
  int journey;
  Where where;
  int corners;
  bool chequered;
};

/// Makes bursts and queries one after the other.
class ObstacleBursts {
 public:
  ObstacleBursts(const FreeSpace& world, std::uint64_t seed, const ObstaclesOptions& options)
      : world_(world), options_(options), random_(seed), walls_(boxes_of(world.walls())) {
    const Point extent = world.box().max - world.box().min;
    side_ = std::max(extent.x, extent.y);
    step_ = std::ldexp(1.0, std::ilogb(side_) - 20);
    reach_ = world.raster() != nullptr ? (options.size + 1) / std::sqrt(2.0)
                                       : 1.01 * side_ * options.size / 1000;
    if (world.raster() == nullptr) require_room(world.box());
  }

  std::vector<Step> make() {
    std::vector<Step> steps;
    std::vector<QueryStep> queries;
    for (int b = 0; b < options_.bursts; ++b) {
      if (b % options_.journey == 0) queries = choose_queries();
      BurstStep step;
      if (present_.empty()) {
        step.burst = add_obstacles(queries);
      } else {
        step.burst = remove_obstacles();
      }
      steps.emplace_back(std::move(step));
      for (QueryStep& query : queries) {
        query.bucket = b;
        steps.emplace_back(query);
      }
    }
    return steps;
  }

 private:
  /// Throws std::invalid_argument if doubles as large as the coordinates of the box cannot
  /// represent all lattice points.
  void require_room(const Box& box) const {
    double largest = 0;
    for (const double c : {box.min.x, box.min.y, box.max.x, box.max.y}) {
      largest = std::max(largest, std::abs(c));
    }
    if (std::nextafter(largest, std::numeric_limits<double>::infinity()) - largest <= step_) return;
    refuse(
        fmt::format("coordinates as large as {} in a map whose longer side is {}; expected at "
                    "most 2^32 times that side",
                    largest, side_));
  }

  Point random_point() {
    const Box box = world_.box();
    const Point p{box.min.x + random_.unit() * (box.max.x - box.min.x),
                  box.min.y + random_.unit() * (box.max.y - box.min.y)};
    return on_lattice(p);
  }
  /// In a world of cells, the centre of the cell at a point. In other worlds, the lattice point
  /// nearest to the point.
  Point on_lattice(Point p) const {
    if (world_.raster() != nullptr) return {std::floor(p.x) + 0.5, std::floor(p.y) + 0.5};
    return {step_ * std::round(p.x / step_), step_ * std::round(p.y / step_)};
  }

  std::optional<Location> free_point() {
    for (int i = 0; i < kMostTries; ++i) {
      const Location at = world_.locate(random_point());
      if (at.place != fairway::Place::kBlocked && is_clear(at.point)) return at;
    }
    return std::nullopt;
  }

  /// Whether no present obstacle can cover a point.
  bool is_clear(Point p) const {
    return std::ranges::none_of(
        present_, [&](const Present& other) { return distance(p, other.centre) <= reach_; });
  }

  std::vector<QueryStep> choose_queries() {
    std::vector<QueryStep> queries;
    for (int i = 0; i < options_.queries; ++i) {
      for (int tried = 0;; ++tried) {
        const auto start = free_point();
        const auto goal = free_point();
        if (!start || !goal || tried > kMostPairTries) {
          refuse(
              "found no two free points of one component; expected a world with more free space");
        }
        if (world_.component(*start) != world_.component(*goal)) continue;
        queries.push_back({0, start->point, goal->point});
        break;
      }
    }
    return queries;
  }

  /// A burst that adds obstacles at free places, away from the ends of queries.
  Burst add_obstacles(std::span<const QueryStep> queries) {
    Burst burst;
    for (int i = 0; i < options_.changes; ++i) {
      const Point centre = place_for(queries);
      if (const Raster* cells = world_.raster()) {
        burst.patches.push_back(block_at(*cells, centre));
        present_.push_back({centre, burst.patches.back(), 0});
      } else {
        burst.added.push_back({next_id_, polygon_at(centre)});
        present_.push_back({centre, {}, next_id_++});
      }
    }
    return burst;
  }

  Burst remove_obstacles() {
    Burst burst;
    for (Present& gone : present_) {
      if (const Raster* cells = world_.raster()) {
        const int width = gone.patch.cells.width();
        burst.patches.push_back(
            {gone.patch.x, gone.patch.y, cells->part(gone.patch.x, gone.patch.y, width, width)});
      } else {
        burst.removed.push_back(gone.id);
      }
    }
    present_.clear();
    return burst;
  }

  Point place_for(std::span<const QueryStep> queries) {
    using Where = ObstaclesOptions::Where;
    for (int i = 0; i < kMostTries; ++i) {
      Point p = random_point();
      if (options_.where != Where::kAnywhere && !queries.empty()) {
        const QueryStep& query = queries[random_.below(queries.size())];
        const Point near = options_.where == Where::kNearStart ? query.start : query.goal;
        p = on_lattice(
            near + Point{(random_.unit() - 0.5) * side_ / 4, (random_.unit() - 0.5) * side_ / 4});
      }
      const auto meets = [&](Point end) { return distance(p, end) <= reach_; };
      const bool meets_end = std::ranges::any_of(
          queries, [&](const QueryStep& query) { return meets(query.start) || meets(query.goal); });
      const bool meets_other = std::ranges::any_of(
          present_, [&](const Present& other) { return distance(p, other.centre) <= 2 * reach_; });
      if (!meets_end && !meets_other && is_free(p)) return p;
    }
    refuse(
        fmt::format("found no free place in {} tries; expected a smaller size, fewer changes per "
                    "burst, or another position",
                    kMostTries));
  }

  bool is_free(Point centre) const {
    if (const Raster* cells = world_.raster()) {
      const auto [x, y] = block_corner(centre);
      if (x < 0 || y < 0 || x + options_.size > cells->width() ||
          y + options_.size > cells->height()) {
        return false;
      }
      const Raster block = cells->part(x, y, options_.size, options_.size);
      for (int j = 0; j < options_.size; ++j) {
        if (std::ranges::count(block.row(j), Raster::kBlocked) > 0) return false;
      }
      return true;
    }
    if (world_.locate(centre).place == fairway::Place::kBlocked) return false;
    bool met = false;
    const Point reach{reach_, reach_};
    walls_.visit({centre - reach, centre + reach}, [&](std::size_t i) {
      const Wall& wall = world_.walls()[i];
      met = distance(centre, nearest_on_segment(wall.a, wall.b, centre)) <= reach_;
      return !met;
    });
    return !met;
  }

  std::pair<int, int> block_corner(Point centre) const {
    return {static_cast<int>(centre.x) - options_.size / 2,
            static_cast<int>(centre.y) - options_.size / 2};
  }

  CellPatch block_at(const Raster& cells, Point centre) const {
    const auto [x, y] = block_corner(centre);
    CellPatch patch{x, y, cells.part(x, y, options_.size, options_.size)};
    for (int j = 0; j < options_.size; ++j) {
      for (int i = 0; i < options_.size; ++i) {
        if (!options_.chequered || (i + j) % 2 == 0) patch.cells.set(i, j, Raster::kBlocked);
      }
    }
    return patch;
  }

  Ring polygon_at(Point centre) const {
    Ring ring;
    const double radius = side_ * options_.size / 1000;
    for (int k = 0; k < options_.corners; ++k) {
      const double angle = 2 * std::numbers::pi * k / options_.corners;
      ring.push_back(on_lattice(centre + radius * Point{std::cos(angle), std::sin(angle)}));
    }
    return ring;
  }

  [[noreturn]] static void refuse(const std::string& what) {
    throw std::invalid_argument(fmt::format("generator \"{}\": {}", obstacles_kind().name, what));
  }

  struct Present {
    Point centre;
    CellPatch patch;
    std::int32_t id;
  };

  const FreeSpace& world_;
  ObstaclesOptions options_;
  Random random_;
  BoxTree walls_;
  double side_ = 0;
  double step_ = 0;   ///< lattice step of coordinates in a world of polygons
  double reach_ = 0;  ///< maximum extent of an obstacle from its centre
  std::vector<Present> present_;
  std::int32_t next_id_ = 0;
};

}  // namespace

const MapChangesKind& obstacles_kind() {
  static const MapChangesKind kKind{
      "obstacles",
      "obstacles that appear at free places of a map and disappear in the next burst",
      {"size",
       "side of a block in cells; in a world of polygons, radius of a circle in thousandths of the "
       "longer side of the map",
       5, 1, 100},
      {{"bursts", "number of bursts; obstacles appear in one burst and disappear in the next", 40,
        1, 1'000'000},
       {"changes", "obstacles that appear or disappear at the same time", 1, 1, 1'000},
       {"queries", "queries after each burst", 1, 0, 100'000},
       {"journey", "number of bursts until the queries change", 10, 1, 1'000'000},
       {"where",
        "position of obstacles, 0: anywhere, 1: near the starts, 2: near the goals, at most 1/8 of "
        "the longer side of the map away",
        0, 0, 2},
       {"vertices", "vertices of a polygonal obstacle", 20, 4, 200},
       {"chequered", "1: block only every other cell of a block, like a chessboard", 0, 0, 1}}};
  return kKind;
}

std::vector<Step> generate_obstacles(const FreeSpace& world, std::uint64_t seed, int size,
                                     const GeneratorSettings& settings) {
  const MapChangesKind& kind = obstacles_kind();
  const std::vector<int> values =
      generator_values(kind.name, kind.size, kind.parameters, size, settings);
  if (world.terrain() != nullptr) {
    throw std::invalid_argument(fmt::format(
        "generator \"{}\": the map has cells with costs; expected a map without costs", kind.name));
  }
  return ObstacleBursts(world, seed, ObstaclesOptions(size, values)).make();
}

}  // namespace fairway
