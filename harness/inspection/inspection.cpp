#include "harness/inspection/inspection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <exception>
#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "algorithms/freespace/path_checker.hpp"
#include "algorithms/freespace/path_cost.hpp"
#include "algorithms/geometry/infinity.hpp"
#include "algorithms/geometry/predicates.hpp"
#include "algorithms/methods/representation_view.hpp"
#include "algorithms/representations/disjoint_sets.hpp"
#include "algorithms/smoothing/drop_points.hpp"
#include "algorithms/smoothing/smoother.hpp"
#include "harness/inspection/boost_copy.hpp"
#include "harness/inspection/fingerprint.hpp"

namespace fairway {

namespace {

/// Relative tolerance between sums of rounded doubles.
constexpr double kRounding = 1e-9;
constexpr std::size_t kMostRealisedEdges = 2000;
constexpr std::size_t kMostSearchedEdges = 10'000'000;
constexpr std::size_t kMostCopiedEdges = 40'000'000;

class Inspection {
 public:
  Inspection(const InspectedMethod& method, RepresentationView& view,
             std::span<const Query> queries)
      : method_(method),
        view_(view),
        queries_(queries),
        checker_(method.space),
        dearest_(dearest(method.space)) {}

  Findings run() {
    try {
      inspect_all();
    } catch (const std::exception& e) {
      findings_.add(
          {Promise::kAnswers, fmt::format("during the inspection: {}", e.what()), query_});
    }
    return std::move(findings_);
  }

 private:
  void inspect_all() {
    if (!inspect_edges()) return;  // a broken graph cannot be searched
    const std::uint64_t before = fingerprint(view_);
    const std::size_t bytes = view_.memory_bytes();
    std::optional<BoostCopy> copy;
    if (edge_count_ <= kMostCopiedEdges) copy.emplace(view_);
    const std::size_t searched = std::max<std::size_t>(1, kMostSearchedEdges / (edge_count_ + 1));
    for (std::size_t i = 0; i < queries_.size(); ++i) {
      query_ = i;
      inspect_query(queries_[i], copy && i < searched ? &*copy : nullptr);
    }
    query_.reset();
    expect(Promise::kImmutable, fingerprint(view_) == before && view_.memory_bytes() == bytes,
           [] { return "vertices, edges, costs or memory differ after the queries"; });
  }

  /// The highest finite cost of a unit of length; 1 without terrain.
  static double dearest(const FreeSpace& space) {
    const Terrain* terrain = space.terrain();
    if (terrain == nullptr) return 1;
    double most = 0;
    for (int y = 0; y < terrain->height(); ++y) {
      for (int x = 0; x < terrain->width(); ++x) {
        const double cost = terrain->cost(x, y);
        if (cost < kInfinity) most = std::max(most, cost);
      }
    }
    return most;
  }

  bool expect(Promise promise, bool kept, auto&& message, const Path& path = {}) {
    return findings_.expect(promise, kept, query_, message, path);
  }

  /// Whether two costs of a path differ only by rounding of sums and coordinates. Rounded
  /// coordinates matter in worlds far from the origin.
  bool about_equal(double a, double b, const Path& path) const {
    double largest = 0;
    for (const Point p : path) largest = std::max({largest, std::abs(p.x), std::abs(p.y)});
    const double ulp = largest * std::numeric_limits<double>::epsilon();
    return std::abs(a - b) <= kRounding * std::max(std::abs(a), std::abs(b)) +
                                  4 * ulp * static_cast<double>(path.size()) * dearest_;
  }

  double cost(const Path& path) const { return path_cost(method_.space, path); }

  /// Checks all edges, and the realised paths of evenly spaced edges. Returns false if the graph is
  /// too faulty to be searched.
  bool inspect_edges() {
    const std::size_t count = view_.vertex_count();
    DisjointSets sets(count);
    std::vector<bool> alone(count, true);
    for (std::size_t v = 0; v < count; ++v) {
      if (!inspect_edges_of(static_cast<Vertex>(v), count)) return false;
      edge_count_ += edges_.size();
      for (const RepresentationView::Edge& e : edges_) {
        sets.join(e.source, e.target);
        alone[v] = alone[static_cast<std::size_t>(e.target)] = false;
      }
    }
    inspect_report(static_cast<std::size_t>(sets.count() - std::ranges::count(alone, true)));
    const std::size_t step = edge_count_ / kMostRealisedEdges + 1;
    std::size_t number = 0;
    for (std::size_t v = 0; v < count; ++v) {
      view_.edges_of(static_cast<Vertex>(v), edges_);
      for (const RepresentationView::Edge& e : edges_) {
        if (number++ % step != 0) continue;
        const Point p = view_.position(e.source);
        const Point q = view_.position(e.target);
        inspect_realised("the edge", p, q, std::array{e.source, e.target}, e.cost);
      }
    }
    return true;
  }

  /// Checks the report of the build. `joined` is the number of components of the graph that have
  /// edges. The report may state a larger number: a cell without a vertex or without neighbours is
  /// a component without edges.
  void inspect_report(std::size_t joined) {
    const auto expect = [&](bool kept, auto&& message) {
      this->expect(Promise::kReport, kept, message);
    };
    const BuildReport& report = view_.report();
    const std::size_t vertices = view_.vertex_count();
    const std::size_t reported = view_.reported_vertices();
    expect(reported <= vertices && (reported > 0 || edge_count_ == 0), [&] {
      return fmt::format("{} vertices are reported, but the graph has {}", reported, vertices);
    });
    expect(std::cmp_greater_equal(report.components, joined), [&] {
      return fmt::format("{} components are reported, but the graph has {}", report.components,
                         joined);
    });
    const double area = method_.space.area();
    expect(report.covered_area >= 0 && report.covered_area <= area * (1 + kRounding), [&] {
      return fmt::format("a covered area of {} is reported, but the area of the world is {}",
                         report.covered_area, area);
    });
    expect(view_.memory_bytes() > 0 || edge_count_ == 0,
           [] { return "a size of 0 bytes is reported"; });
  }

  bool inspect_edges_of(Vertex v, std::size_t count) {
    const std::size_t degree = view_.edges_of(v, edges_);
    const auto note = [&](bool kept, const char* what) {
      return expect(Promise::kGraph, kept, [&] { return fmt::format("vertex {}: {}", v, what); });
    };
    bool sound = note(degree == edges_.size(), "its degree differs from the number of its edges");
    for (const RepresentationView::Edge& e : edges_) {
      sound &= note(e.source == v, "one of its edges starts at another vertex");
      sound &= note(e.target >= 0 && static_cast<std::size_t>(e.target) < count,
                    "the target of one of its edges does not exist");
      sound &= note(e.cost >= 0 && e.cost < kInfinity,
                    "the cost of one of its edges is negative or not finite");
      if (!sound) return false;
      const auto here = view_.component(v);
      const auto there = view_.component(e.target);
      if (!here) continue;
      const bool joined = here == there;
      const auto message = [&] {
        return fmt::format("an edge joins vertex {} of component {} and vertex {} of component {}",
                           v, *here, e.target, *there);
      };
      expect(Promise::kComponents, joined, message,
             joined ? Path() : Path{view_.position(v), view_.position(e.target)});
    }
    return sound;
  }

  /// Realises an edge, link or path from p to q. If the method promises legal paths, the realised
  /// path must lead from p to q and be legal. If the method promises realised costs, the path must
  /// cost `stated`. Returns true if legal paths are promised and this path is legal.
  bool inspect_realised(const char* what, Point p, Point q, std::span<const Vertex> vertices,
                        double stated) {
    view_.realise({method_.space.locate(p), method_.space.locate(q), attachment_, vertices},
                  realised_);
    const auto message = [&](std::string_view how) {
      return fmt::format("{} from {} to {} {}", what, text_of(p), text_of(q), how);
    };
    bool legal = false;
    if (method_.guarantees.legal) {
      const bool joins = !realised_.empty() && realised_.front() == p && realised_.back() == q;
      const auto verdict = checker_.check(realised_);
      const auto how = [&] {
        return message(joins ? "is realised illegally: " + verdict.reason
                             : std::string("is realised between other points"));
      };
      legal = expect(Promise::kLegal, joins && verdict.legal, how, realised_);
    }
    if (!method_.guarantees.realised_cost) return legal;
    const double drawn = cost(realised_);
    const auto how = [&] {
      return message(fmt::format("costs {}, but its realised path costs {}", stated, drawn));
    };
    expect(Promise::kRealisedCost, about_equal(drawn, stated, realised_), how, realised_);
    return legal;
  }

  void inspect_query(const Query& query, BoostCopy* copy) {
    const Location start = method_.space.locate(query.start);
    const Location goal = method_.space.locate(query.goal);
    const bool blocked = start.place == Place::kBlocked || goal.place == Place::kBlocked;
    if (blocked && !view_.accepts_blocked_ends()) return;
    if (view_.attach(start, goal, attachment_) != AttachStatus::kAttached) attachment_.clear();
    if (!inspect_links(query)) return;
    if (copy == nullptr) return;
    if (!searched_by_boost_ && !attachment_.start.empty()) {
      searched_by_boost_ = true;
      inspect_for_boost(attachment_.start.front().vertex, *copy);
    }
    inspect_least_path(query, blocked, *copy);
  }

  /// Checks that Boost's Dijkstra finds equal least costs from `from` to each vertex in the graph
  /// of the representation and in a copy of its edges.
  void inspect_for_boost(Vertex from, BoostCopy& copy) {
    view_.least_costs(from, costs_);
    const std::span<const double> expected = copy.least_costs(from);
    const auto same = [](double a, double b) { return a == b || std::abs(a - b) <= kRounding * b; };
    const bool agree = std::ranges::equal(costs_, expected, same);
    expect(Promise::kGraph, agree, [&] {
      const auto at = std::ranges::mismatch(costs_, expected, same).in2 - expected.begin();
      return fmt::format(
          "Boost's Dijkstra finds a cost of {} from vertex {} to vertex {} in the graph, but {} in "
          "a copy of its edges",
          costs_[static_cast<std::size_t>(at)], from, at, expected[static_cast<std::size_t>(at)]);
    });
  }

  bool inspect_links(const Query& query) {
    const std::size_t count = view_.vertex_count();
    const auto sound = [&](const Link& link) {
      return expect(
          Promise::kGraph,
          link.vertex >= 0 && static_cast<std::size_t>(link.vertex) < count && link.cost >= 0 &&
              link.cost < kInfinity,
          [&] { return fmt::format("a link to vertex {} that costs {}", link.vertex, link.cost); });
    };
    if (!std::ranges::all_of(attachment_.start, sound)) return false;
    if (!std::ranges::all_of(attachment_.goal, sound)) return false;
    const bool is_cost = expect(Promise::kGraph, attachment_.direct >= 0, [&] {
      return fmt::format("a direct segment that costs {}", attachment_.direct);
    });
    if (!is_cost) return false;
    for (const Link& link : attachment_.start) {
      inspect_realised("the link of the start", query.start, view_.position(link.vertex),
                       std::array{link.vertex}, link.cost);
    }
    for (const Link& link : attachment_.goal) {
      inspect_realised("the link of the goal", view_.position(link.vertex), query.goal,
                       std::array{link.vertex}, link.cost);
    }
    if (attachment_.direct < kInfinity) {
      inspect_realised("the direct segment", query.start, query.goal, {}, attachment_.direct);
    }
    return true;
  }

  void inspect_least_path(const Query& query, bool blocked, BoostCopy& copy) {
    const double least = copy.least_path(attachment_, vertices_);
    const Guarantees& promised = method_.guarantees;
    const bool realised_legally =
        least < kInfinity && inspect_realised("the cheapest path of the graph", query.start,
                                              query.goal, vertices_, least);
    method_.planner.plan(query, answer_);
    if (!blocked) {
      const bool found = answer_.status == PlanStatus::kFound;
      expect(Promise::kLeastCost, found == (least < kInfinity), [&] {
        return found ? std::string("a path is found, but the graph has none")
                     : fmt::format("no path is found, but the graph has one of cost {}", least);
      });
    }
    if (answer_.status != PlanStatus::kFound || least == kInfinity) return;
    const bool realised_as_counted =
        promised.realised_cost && findings_.breach_of(Promise::kRealisedCost) == nullptr;
    if (realised_as_counted && finds_least_paths(method_.settings, promised)) {
      const double found = cost(answer_.raw);
      const auto message = [&] {
        return fmt::format("the path costs {}, the cheapest path of the graph {}", found, least);
      };
      expect(Promise::kLeastCost, about_equal(found, least, answer_.raw), message, answer_.raw);
    }
    if (!realised_legally) return;
    if (promised.corridors) inspect_corridor(query);
    if (method_.space.terrain() == nullptr) inspect_cover();
  }

  void inspect_corridor(const Query& query) {
    if (!view_.corridor({method_.space.locate(query.start), method_.space.locate(query.goal),
                         attachment_, vertices_},
                        portals_)) {
      expect(Promise::kCorridors, false,
             [] { return "corridors are promised, but there is no corridor()"; });
      return;
    }
    Path pulled = realised_;
    smooth(Smoother::kFunnel, method_.space, query.start, query.goal, portals_, smoothing_, pulled);
    if (expect_smooth(Promise::kCorridors, pulled)) expect_same_side(query, pulled);
  }

  void inspect_cover() {
    if (!view_.covers(realised_.front(), realised_.front())) return;
    Path dropped = realised_;
    drop_points(dropped, [&](Point a, Point, Point b) { return *view_.covers(a, b); });
    expect_smooth(Promise::kCovers, dropped);
  }

  /// Checks that a smoothed version of the path realised_ is legal, keeps the ends of realised_ and
  /// is not longer. Returns whether the smoothed path passes.
  bool expect_smooth(Promise promise, const Path& path) {
    const auto verdict = checker_.check(path);
    const bool joins =
        !path.empty() && path.front() == realised_.front() && path.back() == realised_.back();
    const auto fault_message = [&] { return joins ? verdict.reason : "the path has other ends"; };
    const auto lengths_message = [&] {
      return fmt::format("a path of length {} is smoothed to length {}", length(realised_),
                         length(path));
    };
    return expect(promise, joins && verdict.legal, fault_message, path) &&
           expect(promise, length(path) <= length(realised_) * (1 + kRounding), lengths_message,
                  path);
  }

  /// Whether realised_ may run along a wall of zero width. The side of the wall on which such a
  /// path passes is undefined.
  bool runs_along_thin_wall() const {
    return std::ranges::any_of(method_.space.walls(), [&](const Wall& wall) {
      if (!wall.free_left || !wall.free_right) return false;
      for (std::size_t i = 0; i + 1 < realised_.size(); ++i) {
        if (orientation(realised_[i], realised_[i + 1], wall.a) == 0 &&
            orientation(realised_[i], realised_[i + 1], wall.b) == 0) {
          return true;
        }
      }
      return false;
    });
  }

  /// Checks that a path pulled through the corridor of realised_ is not shorter than the shortest
  /// homotopic path. Checks nothing unless both ends lie inside triangles, because otherwise the
  /// homotopic path is not unique.
  void expect_same_side(const Query& query, const Path& pulled) {
    if (runs_along_thin_wall()) return;
    if (method_.space.locate(query.start).place != Place::kTriangle ||
        method_.space.locate(query.goal).place != Place::kTriangle) {
      return;
    }
    Path homotopic = realised_;
    smooth(Smoother::kHomotopic, method_.space, query.start, query.goal, {}, smoothing_, homotopic);
    expect(
        Promise::kCorridors, length(pulled) >= length(homotopic) * (1 - kRounding),
        [] { return "the portals pass an obstacle on the other side"; }, pulled);
  }

  const InspectedMethod& method_;
  RepresentationView& view_;
  std::span<const Query> queries_;
  PathChecker checker_;
  double dearest_;
  Findings findings_;
  std::size_t edge_count_ = 0;
  std::optional<std::size_t> query_;  ///< index of the current query
  std::vector<RepresentationView::Edge> edges_;
  Attachment attachment_;
  std::vector<Vertex> vertices_;
  std::vector<double> costs_;
  bool searched_by_boost_ = false;
  std::vector<Portal> portals_;
  SmoothingScratch smoothing_;
  Path realised_;
  Answer answer_;
};

}  // namespace

Findings inspect(const InspectedMethod& method, std::span<const Query> queries) {
  const std::unique_ptr<RepresentationView> view = method.planner.view();
  return view == nullptr ? Findings() : Inspection(method, *view, queries).run();
}

}  // namespace fairway
