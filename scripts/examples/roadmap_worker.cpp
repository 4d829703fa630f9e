/// A complete method for Fairway in one file: a probabilistic roadmap, A* and a smoother. It
/// includes nothing of Fairway: docs/worker-protocol.md and docs/world-file.md are all that it was
/// written from.
///
/// Random points inside free space, each linked with its nearest ones where the segment between
/// them touches no wall: so every path is legal. Source: L. Kavraki, P. Svestka, J.-C. Latombe,
/// M. Overmars, "Probabilistic roadmaps for path planning in high-dimensional configuration
/// spaces", IEEE Transactions on Robotics and Automation 12 (1996). Every other point is drawn near
/// the end of a wall, where passages are narrow.
///
/// Options: points, to draw (standard 4000); neighbours of each (12); seed (1).

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <functional>
#include <iostream>
#include <limits>
#include <memory>
#include <nanoflann.hpp>
#include <new>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>
#include <queue>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace {

using Json = nlohmann::json;
using Clock = std::chrono::steady_clock;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Point {
  double x;
  double y;
  bool operator==(const Point&) const = default;
};

struct Box {
  double min_x, min_y, max_x, max_y;
  bool meets(const Box& b) const {
    return min_x <= b.max_x && b.min_x <= max_x && min_y <= b.max_y && b.min_y <= max_y;
  }
};

struct Wall {
  Point a;
  Point b;
  bool is_ring;  ///< free space lies on one side only
};

double distance(Point p, Point q) { return std::hypot(p.x - q.x, p.y - q.y); }

Box box_of(Point p, Point q) {
  return {std::min(p.x, q.x), std::min(p.y, q.y), std::max(p.x, q.x), std::max(p.y, q.y)};
}

bool within(Point p, Point a, Point b) { return box_of(p, p).meets(box_of(a, b)); }

/// The sign of a sum, exactly. Source: J. Shewchuk, "Adaptive precision floating-point arithmetic
/// and fast robust geometric predicates", Discrete & Computational Geometry 18 (1997),
/// Grow-Expansion.
template <std::size_t n>
int sign_of_sum(const std::array<double, n>& terms) {
  std::array<double, n> parts;  // of the same sum; each is less than the last bit of the next
  for (std::size_t k = 0; k < n; ++k) {
    double sum = terms[k];
    for (std::size_t i = 0; i < k; ++i) {
      const double a = sum;
      const double b = parts[i];
      sum = a + b;
      const double b_in_sum = sum - a;
      parts[i] = (a - (sum - b_in_sum)) + (b - b_in_sum);
    }
    parts[k] = sum;
  }
  const auto greatest = std::find_if(parts.rbegin(), parts.rend(), [](double v) { return v != 0; });
  return greatest == parts.rend() ? 0 : *greatest > 0 ? 1 : -1;
}

/// 1 where p lies to the left of the line from a to b, -1 to its right, 0 on it. Exact for
/// coordinates that are zero or from 1e-70 to 1e70.
int side(Point a, Point b, Point p) {
  const double left = (b.x - a.x) * (p.y - a.y);
  const double right = (b.y - a.y) * (p.x - a.x);
  const double most_error = 1e-15 * (std::abs(left) + std::abs(right));
  if (std::abs(left - right) > most_error) return left > right ? 1 : -1;
  const std::array<std::pair<double, double>, 6> products{
      {{b.x, p.y}, {-b.x, a.y}, {-a.x, p.y}, {-b.y, p.x}, {b.y, a.x}, {a.y, p.x}}};
  std::array<double, 12> terms;
  for (std::size_t i = 0; i < 6; ++i) {
    const auto [u, v] = products[i];
    terms[2 * i + 1] = u * v;
    terms[2 * i] = std::fma(u, v, -terms[2 * i + 1]);
  }
  return sign_of_sum(terms);
}

/// Free space, known by its walls, which stand in a binary tree of boxes.
class World {
 public:
  explicit World(const std::string& file) {
    std::ifstream in(file);
    if (!in) throw std::runtime_error("cannot read " + file);
    const Json world = Json::parse(in);
    if (world.at("fairway_world") != 1) throw std::runtime_error("no world file of version 1");
    has_terrain = world.contains("terrain");
    const auto point = [](const Json& p) { return Point{p.at(0), p.at(1)}; };
    for (const Json& ring : world.at("rings")) {
      const Json& corners = ring.at("points");
      for (std::size_t i = 0; i < corners.size(); ++i) {
        const std::size_t next = (i + 1) % corners.size();
        walls_.push_back({point(corners[i]), point(corners[next]), true});
      }
    }
    if (walls_.empty()) throw std::runtime_error("a world file without rings");
    for (const Json& w : world.value("walls", Json::array())) {
      walls_.push_back({{w.at(0), w.at(1)}, {w.at(2), w.at(3)}, false});
    }
    boxes_.resize(4 * walls_.size());
    index(0, 0, walls_.size());
  }

  const Box& box() const { return boxes_[0]; }
  const std::vector<Wall>& walls() const { return walls_; }
  std::size_t bytes() const { return walls_.size() * sizeof(Wall) + boxes_.size() * sizeof(Box); }

  /// 1 where p is inside free space, 0 on a ring or wall, -1 outside.
  int locate(Point p) const {
    for (const double v : {p.x, p.y}) {  // no path may go beyond these
      if (v != 0 && !(std::abs(v) >= 1e-70 && std::abs(v) <= 1e70)) return -1;
    }
    int place = -1;
    visit({p.x, p.y, kInfinity, p.y}, [&](const Wall& wall) {
      const auto& [a, b, is_ring] = wall;
      const int turn = side(a, b, p);
      if (turn == 0 && within(p, a, b)) {
        place = 0;
      } else if (is_ring && (a.y <= p.y) != (b.y <= p.y) && (turn > 0) == (a.y < b.y)) {
        place = -place;
      }
      return place != 0;
    });
    return place;
  }

  /// Whether the segment pq meets walls nowhere, or only in p or q where these lie on one.
  bool clear(Point p, Point q) const {
    bool met = false;
    visit(box_of(p, q), [&](const Wall& wall) {
      const auto& [a, b, is_ring] = wall;
      const int turn_p = side(a, b, p);
      const int turn_q = side(a, b, q);
      if (turn_p * turn_q > 0 || side(p, q, a) * side(p, q, b) > 0) return true;
      const bool only_p = turn_p == 0 && turn_q != 0 && within(p, a, b);
      const bool only_q = turn_q == 0 && turn_p != 0 && within(q, a, b);
      met = !only_p && !only_q;
      return !met;
    });
    return !met;
  }

  bool has_terrain = false;

 private:
  static Box box_of_wall(const Wall& wall) { return box_of(wall.a, wall.b); }

  /// Node i has the children 2 i + 1 and 2 i + 2, which halve its walls.
  void index(std::size_t node, std::size_t first, std::size_t last) {
    Box box = box_of_wall(walls_[first]);
    for (std::size_t i = first; i < last; ++i) {
      const Box b = box_of_wall(walls_[i]);
      box = {std::min(box.min_x, b.min_x), std::min(box.min_y, b.min_y),
             std::max(box.max_x, b.max_x), std::max(box.max_y, b.max_y)};
    }
    boxes_[node] = box;
    if (last - first == 1) return;
    const bool wide = box.max_x - box.min_x > box.max_y - box.min_y;
    const auto at = [&](const Wall& w) { return wide ? w.a.x + w.b.x : w.a.y + w.b.y; };
    const std::size_t middle = (first + last) / 2;
    const auto begin = walls_.begin();
    std::nth_element(begin + static_cast<std::ptrdiff_t>(first),
                     begin + static_cast<std::ptrdiff_t>(middle),
                     begin + static_cast<std::ptrdiff_t>(last),
                     [&](const Wall& v, const Wall& w) { return at(v) < at(w); });
    index(2 * node + 1, first, middle);
    index(2 * node + 2, middle, last);
  }

  /// Calls `see` with the walls whose boxes meet a box until it returns false.
  template <class See>
  bool visit(const Box& box, const See& see, std::size_t node, std::size_t first,
             std::size_t last) const {
    if (!boxes_[node].meets(box)) return true;
    if (last - first == 1) return see(walls_[first]);
    const std::size_t middle = (first + last) / 2;
    return visit(box, see, 2 * node + 1, first, middle) &&
           visit(box, see, 2 * node + 2, middle, last);
  }
  template <class See>
  void visit(const Box& box, const See& see) const {
    visit(box, see, 0, 0, walls_.size());
  }

  std::vector<Wall> walls_;
  std::vector<Box> boxes_;
};

struct Options {
  std::int64_t points = 4000;
  std::int64_t neighbours = 12;
  std::int64_t seed = 1;
};

Options read_options(const Json& values) {
  Options options;
  for (const auto& [key, value] : values.items()) {
    std::int64_t* const option = key == "points"       ? &options.points
                                 : key == "neighbours" ? &options.neighbours
                                 : key == "seed"       ? &options.seed
                                                       : nullptr;
    if (option == nullptr || !value.is_number_integer() || value < 1 || value > 10'000'000) {
      throw std::invalid_argument("option " + key + " = " + value.dump() +
                                  ": expected points, neighbours or seed, from 1 to 10000000");
    }
    *option = value.get<std::int64_t>();
  }
  return options;
}

/// Nanoseconds of one phase after the other.
class Stopwatch {
 public:
  void end(const char* phase) {
    const Clock::time_point now = Clock::now();
    laps_.emplace_back(phase, std::chrono::nanoseconds(now - since_).count());
    since_ = now;
  }
  const std::vector<std::pair<std::string, std::int64_t>>& laps() const { return laps_; }

 private:
  std::vector<std::pair<std::string, std::int64_t>> laps_;
  Clock::time_point since_ = Clock::now();
};

class Roadmap {
 public:
  /// The world must outlive the roadmap.
  Roadmap(const World& world, const Options& options)
      : world_(world), attached_(2 * static_cast<std::size_t>(options.neighbours)) {
    place(options);
    watch_.end("place");
    link(static_cast<std::size_t>(options.neighbours));
    watch_.end("link");
  }
  Roadmap(const Roadmap&) = delete;

  Json facts() const {
    const std::int64_t ns =
        std::accumulate(watch_.laps().begin(), watch_.laps().end(), std::int64_t{0},
                        [](std::int64_t sum, const auto& lap) { return sum + lap.second; });
    std::size_t links = 0;
    for (const auto& of_vertex : links_) links += of_vertex.capacity();
    const std::size_t bytes = world_.bytes() + links * sizeof(Link) +
                              links_.capacity() * sizeof(links_[0]) +
                              cloud_.points.capacity() * sizeof(Point) + tree_->usedMemory(*tree_);
    return {{"ns", ns},
            {"bytes", bytes},
            {"vertices", cloud_.points.size()},
            {"edges", edges_},
            {"phases", watch_.laps()}};
  }

  /// The reply to one query.
  Json answer(Point start, Point goal, bool wants_raw) {
    Stopwatch watch;
    Json reply{{"reply", "answer"}};
    const auto replied = [&](const char* status) {
      reply["status"] = status;
      for (const auto& [phase, ns] : watch.laps()) reply["ns"][phase] = ns;
      return reply;
    };
    const int start_at = world_.locate(start);
    const int goal_at = start_at == -1 ? -1 : world_.locate(goal);
    watch.end("locate");
    if (start_at == -1) return replied("start_blocked");
    if (goal_at == -1) return replied("goal_blocked");

    std::vector<Point> raw{start};
    // From border to border a clear segment may lie outside; from a point inside it does not.
    const bool is_straight =
        start == goal || ((start_at == 1 || goal_at == 1) && world_.clear(start, goal));
    if (!is_straight) {
      attach(start, start_links_);
      attach(goal, goal_links_);
    }
    watch.end("attach");
    if (!is_straight) {
      const bool found = search(goal, raw, reply);
      watch.end("search");
      if (!found) return replied("no_path");
    }
    if (start != goal) raw.push_back(goal);
    const std::vector<Point> path = shortcut(raw);
    watch.end("smooth");
    reply["path"] = json_of(path);
    if (wants_raw) reply["raw"] = json_of(raw);
    return replied("found");
  }

  /// All links; where there are too many, those whose boxes meet a square round the centre.
  Json draw(Box window, Point centre, std::size_t limit) const {
    const auto collect = [&] {
      Json segments = Json::array();
      for (std::size_t v = 0; v < links_.size() && segments.size() <= limit; ++v) {
        for (const Link& link : links_[v]) {
          const Point p = cloud_.points[v];
          const Point q = cloud_.points[index_of(link.to)];
          const bool shown = edges_ <= limit || box_of(p, q).meets(window);
          if (index_of(link.to) > v && shown) segments.push_back({p.x, p.y, q.x, q.y});
        }
      }
      return segments;
    };
    Json segments = collect();
    double half = std::max(window.max_x - window.min_x, window.max_y - window.min_y) / 2;
    for (int i = 0; i < 50 && segments.size() > limit; ++i) {
      half *= 0.8;
      window = {centre.x - half, centre.y - half, centre.x + half, centre.y + half};
      segments = collect();
    }
    while (segments.size() > limit) segments.erase(segments.size() - 1);
    return {{"reply", "draw"},
            {"kind", "edges"},
            {"total", edges_},
            {"window", {window.min_x, window.min_y, window.max_x, window.max_y}},
            {"segments", segments}};
  }

 private:
  struct Link {
    int to;
    double length;
  };
  /// The points as nanoflann sees them.
  struct Cloud {
    std::vector<Point> points;
    std::size_t kdtree_get_point_count() const { return points.size(); }
    double kdtree_get_pt(std::size_t i, std::size_t axis) const {
      return axis == 0 ? points[i].x : points[i].y;
    }
    template <class B>
    bool kdtree_get_bbox(B&) const {
      return false;
    }
  };
  using Tree = nanoflann::KDTreeSingleIndexAdaptor<nanoflann::L2_Simple_Adaptor<double, Cloud>,
                                                   Cloud, 2, std::uint32_t>;
  /// What the search knows of a vertex, true where the stamp is that of the search.
  struct State {
    double cost = 0;
    int parent = -1;
    bool closed = false;
    std::uint64_t stamp = 0;
    double to_goal = kInfinity;  ///< by a link of the goal's
  };

  static std::size_t index_of(int vertex) { return static_cast<std::size_t>(vertex); }

  static Json json_of(const std::vector<Point>& points) {
    Json json = Json::array();
    for (const Point p : points) json.push_back({p.x, p.y});
    return json;
  }

  void place(const Options& options) {
    std::mt19937_64 random(static_cast<std::uint64_t>(options.seed));
    const auto share = [&] { return static_cast<double>(random() >> 11) * 0x1p-53; };
    const Box& box = world_.box();
    const double width = box.max_x - box.min_x;
    const double height = box.max_y - box.min_y;
    for (std::int64_t i = 0; i < options.points; ++i) {
      const double u = share();
      const double v = share();
      Point p{box.min_x + u * width, box.min_y + v * height};
      if (i % 2 == 1) {
        const Point corner = world_.walls()[random() % world_.walls().size()].a;
        const double reach = std::max(width, height) * std::exp2(-8 * share());
        p = {corner.x + (u - 0.5) * reach, corner.y + (v - 0.5) * reach};
      }
      if (world_.locate(p) == 1) cloud_.points.push_back(p);
    }
    tree_ = std::make_unique<Tree>(2, cloud_);
  }

  /// Finds the points nearest to p, the nearest first.
  void find_nearest(Point p, std::vector<std::uint32_t>& found) const {
    std::vector<double> squares(found.size());
    const std::array<double, 2> at{p.x, p.y};
    found.resize(tree_->knnSearch(at.data(), found.size(), found.data(), squares.data()));
  }

  void link(std::size_t neighbours) {
    links_.resize(cloud_.points.size());
    std::vector<std::pair<int, int>> pairs;
    std::vector<std::uint32_t> near;
    for (std::size_t v = 0; v < links_.size(); ++v) {
      near.resize(std::min(neighbours + 1, links_.size()));  // v is one of them
      find_nearest(cloud_.points[v], near);
      for (const std::size_t w : near) {
        const auto [least, most] = std::minmax(v, w);
        if (v != w) pairs.emplace_back(static_cast<int>(least), static_cast<int>(most));
      }
    }
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    for (const auto& [v, w] : pairs) {
      const Point p = cloud_.points[index_of(v)];
      const Point q = cloud_.points[index_of(w)];
      if (!world_.clear(p, q)) continue;
      links_[index_of(v)].push_back({w, distance(p, q)});
      links_[index_of(w)].push_back({v, distance(p, q)});
      ++edges_;
    }
    states_.resize(links_.size());
  }

  /// The points among the nearest to p that it sees.
  void attach(Point p, std::vector<Link>& links) {
    links.clear();
    near_.resize(std::min(attached_, links_.size()));
    find_nearest(p, near_);
    for (const std::uint32_t v : near_) {
      const Point q = cloud_.points[v];
      if (world_.clear(p, q)) links.push_back({static_cast<int>(v), distance(p, q)});
    }
  }

  /// A* from the start's links to the goal's. Appends the points on the way to `path`.
  bool search(Point goal, std::vector<Point>& path, Json& reply) {
    ++stamp_;
    // The least estimate on top; of equal ones the least vertex.
    using Entry = std::pair<double, int>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
    std::int64_t expanded = 0;
    std::int64_t generated = 0;
    const auto state = [&](int v) -> State& {
      State& known = states_[index_of(v)];
      if (known.stamp != stamp_) known = {kInfinity, -1, false, stamp_, kInfinity};
      return known;
    };
    const auto generate = [&](int v, double cost, int parent) {
      State& known = state(v);
      if (cost >= known.cost) return;
      known.cost = cost;
      known.parent = parent;
      open.push({cost + distance(cloud_.points[index_of(v)], goal), v});
      ++generated;
    };
    for (const Link& link : goal_links_) state(link.to).to_goal = link.length;
    for (const Link& link : start_links_) generate(link.to, link.length, -1);
    double shortest = kInfinity;
    int last = -1;
    while (!open.empty()) {
      const auto [estimate, v] = open.top();
      open.pop();
      if (estimate >= shortest) break;
      State& known = state(v);
      if (known.closed) continue;
      known.closed = true;
      ++expanded;
      if (known.cost + known.to_goal < shortest) {
        shortest = known.cost + known.to_goal;
        last = v;
      }
      for (const Link& link : links_[index_of(v)]) generate(link.to, known.cost + link.length, v);
    }
    reply["expanded"] = expanded;
    reply["generated"] = generated;
    const auto first = static_cast<std::ptrdiff_t>(path.size());
    for (int v = last; v != -1; v = state(v).parent) path.push_back(cloud_.points[index_of(v)]);
    std::reverse(path.begin() + first, path.end());
    return last != -1;
  }

  /// Leaves points out that can be spared, from the start on.
  std::vector<Point> shortcut(const std::vector<Point>& path) const {
    std::vector<Point> kept{path.front()};
    for (std::size_t k = 2; k < path.size(); ++k) {
      const bool whole = kept.size() == 1 && k + 1 == path.size();  // tried before the search
      if (whole || !world_.clear(kept.back(), path[k])) kept.push_back(path[k - 1]);
    }
    if (path.size() > 1) kept.push_back(path.back());
    return kept;
  }

  const World& world_;
  std::size_t attached_;  ///< so many points are tried for an end
  Cloud cloud_;
  std::unique_ptr<Tree> tree_;
  std::vector<std::vector<Link>> links_;
  std::size_t edges_ = 0;
  Stopwatch watch_;

  std::vector<State> states_;  ///< from here on: scratch space of a query
  std::uint64_t stamp_ = 0;
  std::vector<Link> start_links_;
  std::vector<Link> goal_links_;
  std::vector<std::uint32_t> near_;
};

template <std::size_t n>
std::array<double, n> numbers(const Json& values) {
  std::array<double, n> result;
  if (!values.is_array() || values.size() != n) {
    throw std::invalid_argument("expected " + std::to_string(n) + " numbers: " + values.dump());
  }
  for (std::size_t i = 0; i < n; ++i) {
    if (!values[i].is_number()) throw std::invalid_argument("no number: " + values[i].dump());
    result[i] = values[i].get<double>();
  }
  return result;
}

/// The replies to all requests. It knows a world once loaded, and a roadmap once built.
class Worker {
 public:
  std::vector<Json> replies(const Json& request) {
    const std::string kind = request.at("request");
    if (kind == "hello") {
      return {{{"reply", "hello"}, {"protocol", 1}, {"program", "roadmap_worker"}}};
    }
    if (kind == "load") {
      roadmap_.reset();
      world_.reset();
      world_.emplace(request.at("file").get<std::string>());
      return {{{"reply", "load"}}};
    }
    if (kind == "build" && world_) return {build(request.at("method").at("options"))};
    if (kind == "answer" && roadmap_) return answers(request);
    if (kind == "draw" && roadmap_) {
      const auto [min_x, min_y, max_x, max_y] = numbers<4>(request.at("box"));
      const auto [x, y] = numbers<2>(request.at("centre"));
      const std::size_t limit = request.at("limit");
      return {roadmap_->draw({min_x, min_y, max_x, max_y}, {x, y}, limit)};
    }
    throw std::invalid_argument("expected hello, load, build, answer or draw, in this order, not " +
                                kind);
  }

 private:
  Json build(const Json& options) {
    const auto failure = [](const char* status, const std::string& message) {
      return Json{{"reply", "build"}, {"status", status}, {"message", message}};
    };
    roadmap_.reset();
    if (world_->has_terrain) return failure("unsupported", "the costs of terrain are not known");
    try {
      roadmap_.emplace(*world_, read_options(options));
    } catch (const std::invalid_argument& e) {
      return failure("error", e.what());
    } catch (const std::bad_alloc&) {
      return failure("out_of_memory", "too many points");
    }
    Json reply = roadmap_->facts();
    reply["reply"] = "build";
    reply["status"] = "built";
    return reply;
  }

  std::vector<Json> answers(const Json& request) {
    std::vector<std::array<double, 4>> queries;
    for (const Json& query : request.at("queries")) queries.push_back(numbers<4>(query));
    std::vector<Json> result;
    for (const auto& [start_x, start_y, goal_x, goal_y] : queries) {
      result.push_back(
          roadmap_->answer({start_x, start_y}, {goal_x, goal_y}, request.value("raw", false)));
    }
    return result;
  }

  std::optional<World> world_;
  std::optional<Roadmap> roadmap_;
};

}  // namespace

int main() {
  std::ios::sync_with_stdio(false);
  Worker worker;
  for (std::string line; std::getline(std::cin, line);) {
    std::vector<Json> replies;
    try {
      replies = worker.replies(Json::parse(line));
    } catch (const std::exception& e) {  // a bad request costs itself alone
      replies = {{{"reply", "error"}, {"message", e.what()}}};
    }
    for (const Json& reply : replies) {
      std::cout << reply.dump(-1, ' ', false, Json::error_handler_t::replace) << '\n';
    }
    std::cout.flush();
  }
}
