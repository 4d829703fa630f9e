#include "harness/traces/traces.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <exception>
#include <memory>
#include <new>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <unordered_map>
#include <utility>

#include "algorithms/freespace/erosion.hpp"
#include "algorithms/methods/registry.hpp"
#include "datasets/read_world.hpp"
#include "datasets/text.hpp"
#include "harness/records/packed_numbers.hpp"
#include "harness/store/result_store.hpp"
#include "harness/store/sha256.hpp"
#include "harness/store/sqlite.hpp"

namespace fairway {

namespace {

using Json = nlohmann::json;

/// The nodes and steps of a trace as columns.
class TraceColumns {
 public:
  TraceColumns(Point origin, Point goal) : origin_(origin), goal_(goal) {}

  void add(const TraceStep& step) {
    switch (step.kind) {
      case TraceStep::Kind::kReached:
        return reach(step);
      case TraceStep::Kind::kExpanded:
        expanded_ = numbers_.at(step.node);
        return name(kExpands, expanded_);
      case TraceStep::Kind::kClosed:
        if (const std::uint32_t node = numbers_.at(step.node); node != expanded_) {
          name(kClosesAny, node);
        } else {
          kinds_.push_back(kCloses);
        }
    }
  }

  std::string bytes(std::span<const Point> path, std::size_t all_steps) const {
    const float factor = straight_factor();
    const auto goal = numbers_.find(kGoalNode);
    const std::array<std::uint32_t, 8> header{
        static_cast<std::uint32_t>(x_.size()),       static_cast<std::uint32_t>(kinds_.size()),
        static_cast<std::uint32_t>(parents_.size()), static_cast<std::uint32_t>(named_.size()),
        static_cast<std::uint32_t>(path.size()),     goal == numbers_.end() ? 0 : goal->second + 1,
        static_cast<std::uint32_t>(all_steps),       std::bit_cast<std::uint32_t>(factor)};
    std::vector<float> path_x, path_y;
    for (const Point p : path) {
      path_x.push_back(static_cast<float>(p.x - origin_.x));
      path_y.push_back(static_cast<float>(p.y - origin_.y));
    }
    std::string bytes = byte_planes(std::span<const std::uint32_t>(header));
    for (const std::vector<float>* column : {&x_, &y_})
      bytes += byte_planes(std::span<const float>(*column));
    if (factor == 0) bytes += byte_planes(std::span<const float>(h_));
    bytes += byte_planes(std::span<const std::uint8_t>(kinds_));
    bytes += byte_planes(std::span<const std::uint32_t>(named_));
    bytes += byte_planes(std::span<const std::uint32_t>(parents_));
    for (const std::vector<float>* column :
         {&costs_, &std::as_const(path_x), &std::as_const(path_y)})
      bytes += byte_planes(std::span<const float>(*column));
    return bytes;
  }

 private:
  static constexpr std::uint8_t kReachesNew = 0, kReachesAgain = 1, kExpands = 2, kCloses = 3,
                                kClosesAny = 4;
  static constexpr std::uint32_t kNobody = UINT32_MAX;

  struct Node {
    Point at;
    double g;
    double h;
  };

  /// The factor f for which h = f * distance to the goal at every node; 0 if no such factor exists.
  float straight_factor() const {
    const auto far = std::find_if(nodes_.begin(), nodes_.end(),
                                  [&](const Node& node) { return node.at != goal_; });
    if (far == nodes_.end()) return 0;
    const double factor = far->h / distance(far->at, goal_);
    const bool all = std::all_of(nodes_.begin(), nodes_.end(), [&](const Node& node) {
      return std::abs(node.h - factor * distance(node.at, goal_)) <= kRounding * node.h;
    });
    return all ? static_cast<float>(factor) : 0;
  }

  void reach(const TraceStep& step) {
    const auto before = static_cast<std::uint32_t>(nodes_.size());
    const Node start{origin_, 0, 0};
    const bool from_start = step.parent == kStartNode;
    const std::uint32_t from = from_start ? kNobody : numbers_.at(step.parent);
    const Node parent = from_start ? start : nodes_[from];
    const std::uint32_t node = number_of(step, parent);
    if (node == before) {
      kinds_.push_back(kReachesNew);
    } else {
      name(kReachesAgain, node);
    }
    parents_.push_back(from == expanded_ ? 0 : from_start ? 1 : from + 2);
    costs_.push_back(static_cast<float>(step.g - parent.g));
    nodes_[node].g = step.g;
  }

  void name(std::uint8_t kind, std::uint32_t node) {
    kinds_.push_back(kind);
    named_.push_back(static_cast<std::uint32_t>(nodes_.size()) - 1 - node);
  }

  std::uint32_t number_of(const TraceStep& step, const Node& parent) {
    const auto [at, is_new] =
        numbers_.try_emplace(step.node, static_cast<std::uint32_t>(nodes_.size()));
    if (is_new) {
      nodes_.push_back({step.at, step.g, step.h});
      x_.push_back(static_cast<float>(step.at.x - parent.at.x));
      y_.push_back(static_cast<float>(step.at.y - parent.at.y));
      h_.push_back(static_cast<float>(step.h - parent.h));
    }
    return at->second;
  }

  static constexpr double kRounding = 1e-9;  ///< relative tolerance between values of h

  Point origin_;
  Point goal_;
  std::unordered_map<std::int32_t, std::uint32_t>
      numbers_;  ///< maps a node of the trace to its index in nodes_
  std::vector<Node> nodes_;
  std::uint32_t expanded_ = kNobody;  ///< last expanded node
  std::vector<float> x_, y_, h_;
  std::vector<std::uint8_t> kinds_;
  std::vector<std::uint32_t> named_, parents_;
  std::vector<float> costs_;
};

/// A query for which all methods repeat their searches.
struct TracedQuery {
  std::int64_t id;
  int number;
  Query query;
  bool named;
};

/// A method and its id in the store.
struct StoredMethod {
  std::int64_t id;
  Method method;
};

class TraceReader {
 public:
  TraceReader(const std::filesystem::path& file, TraceChoice& choice)
      : choice_(choice), database_(file, Database::Mode::kReadOnly) {
    check_schema_version(database_, file);
    database_.execute("BEGIN");
  }

  std::string read() {
    read_methods();
    Statement worlds(database_, "SELECT * FROM world ORDER BY id");
    while (worlds.step()) {
      const std::vector<TracedQuery> queries = chosen_queries(worlds);
      if (!queries.empty()) trace_world(worlds, queries);
    }
    return Json{{"traces", std::move(listed_)}}.dump(-1, ' ', false,
                                                     Json::error_handler_t::replace);
  }

 private:
  static constexpr const char* kFull =
      "The search is left out because the file is full. Use fairway traces --size MB for a larger "
      "file, or --queries WORLD:NUMBER to add it in any case.";

  void read_methods() {
    Statement rows(database_, "SELECT * FROM method ORDER BY id");
    while (rows.step()) {
      Method method;
      method.name = rows["name"].text();
      method.adapter = rows["representation"].text();
      method.options = OptionValues::parse(rows["options"].text());
      method.search =
          with_option_values(SearchSettings{}, OptionValues::parse(rows["search"].text()));
      method.command = rows["command"].text();
      methods_.push_back({rows["id"].integer(), std::move(method)});
    }
  }

  std::vector<TracedQuery> chosen_queries(const Statement& world) {
    const std::string_view name = world["name"].text();
    std::vector<TracedQuery> queries;
    Statement rows(database_, "SELECT * FROM query WHERE world = :world ORDER BY number",
                   {{"world", world["id"].integer()}});
    while (rows.step()) {
      const auto number = static_cast<int>(rows["number"].integer());
      bool wanted =
          choice_.drawn && rows["drawn"].type() != SQLITE_NULL && rows["drawn"].integer() == 0;
      bool is_named = false;
      for (TraceChoice::Named& named : choice_.named) {
        if (named.world != name || named.number != number) continue;
        named.known = wanted = is_named = true;
      }
      if (!wanted) continue;
      queries.push_back({rows["id"].integer(),
                         number,
                         {{rows["start_x"].real(), rows["start_y"].real()},
                          {rows["goal_x"].real(), rows["goal_y"].real()}},
                         is_named});
    }
    return queries;
  }

  /// Loads the map of a world as it was read for the measurement. Throws InputError.
  FreeSpace map_of(const Statement& world) const {
    const std::filesystem::path file(world["file"].text());
    const std::string_view name = world["name"].text();
    if (!std::filesystem::exists(file)) {
      throw InputError(file, 0,
                       fmt::format("the file of '{}' does not exist, expected it relative to the "
                                   "folder in which the sweep ran",
                                   name));
    }
    const std::string hash = sha256_of_file(file);
    if (hash != world["sha256"].text()) {
      throw InputError(file, 0,
                       fmt::format("this is not the map of '{}': its SHA-256 is {}, expected {}",
                                   name, hash, world["sha256"].text()));
    }
    const bool tabled = world["terrain"].integer() != 0 && !choice_.terrain.empty() &&
                        world_format_of(TextFile::read(file).text()) == WorldFormat::kMovingAiMap;
    return load_free_space(file, MapOptions::of_text(world["read"].text(), "worlds.read", 1),
                           tabled ? choice_.terrain : std::filesystem::path());
  }

  void trace_world(const Statement& world, const std::vector<TracedQuery>& queries) {
    const FreeSpace map = map_of(world);
    const double radius = world["radius"].real();
    std::optional<FreeSpace> agents;
    if (radius > 0) agents = eroded(map, radius);
    const FreeSpace& space = agents ? *agents : map;
    // The hash of the world does not cover terrain costs.
    if (world["terrain"].integer() != 0 && space.terrain() == nullptr) {
      throw InputError(
          world["file"].text(), 0,
          fmt::format(
              "'{}' was measured with a cost table, expected the same table by --terrain TABLE",
              world["name"].text()));
    }
    const std::string hash = fmt::format("{:016x}", space.content_hash());
    if (hash != world["content_hash"].text()) {
      throw InputError(
          world["file"].text(), 0,
          fmt::format("the free space of '{}' has changed: its hash is {}, expected {}",
                      world["name"].text(), hash, world["content_hash"].text()));
    }
    const std::size_t first = listed_.size();
    for (const TracedQuery& query : queries) {
      listed_.push_back({{"world", world["name"].text()},
                         {"number", query.number},
                         {"named", query.named},
                         {"searches", Json::array()}});
    }
    for (const StoredMethod& stored : methods_) {
      const std::string why = trace_method(space, world, stored, queries, first);
      if (why.empty()) continue;
      for (std::size_t i = 0; i < queries.size(); ++i)
        list(first + i, {{"method", stored.method.name}, {"why", why}});
    }
  }

  /// Repeats the searches of one method. Returns an empty text, or the reason why it cannot repeat
  /// them.
  std::string trace_method(const FreeSpace& space, const Statement& world,
                           const StoredMethod& stored, const std::vector<TracedQuery>& queries,
                           std::size_t first) {
    const Method& method = stored.method;
    Statement build(database_, "SELECT status FROM build WHERE world = :world AND method = :method",
                    {{"world", world["id"].integer()}, {"method", stored.id}});
    if (!build.step()) return "The sweep did not run this method on this map.";
    if (build["status"].text() != "built")
      return fmt::format("The method was not built on this map: {}.", build["status"].text());
    if (!method.command.empty())
      return "The method is another program, whose search cannot be recorded.";
    if (is_full() && std::none_of(queries.begin(), queries.end(),
                                  [](const TracedQuery& query) { return query.named; })) {
      return kFull;
    }
    const Registry& registry = Registry::built_in();
    std::unique_ptr<Planner> planner;
    try {
      planner = registry.build(space, method);
    } catch (const std::bad_alloc&) {
      return "The method cannot be built again: out of memory.";
    } catch (const std::exception& e) {
      return fmt::format("The method cannot be built again: {}.", e.what());
    }
    Answer answer;
    SearchTrace trace;
    const Point origin = space.box().min;
    for (std::size_t i = 0; i < queries.size(); ++i) {
      if (is_full() && !queries[i].named) {
        list(first + i, {{"method", method.name}, {"why", kFull}});
        continue;
      }
      planner->plan_traced(queries[i].query, answer, trace);
      Statement row(database_,
                    "SELECT expanded FROM answer WHERE query = :query AND method = :method",
                    {{"query", queries[i].id}, {"method", stored.id}});
      Json search{{"method", method.name}, {"expanded", answer.expanded}};
      if (row.step() && row["expanded"].type() != SQLITE_NULL)
        search["stored"] = row["expanded"].integer();
      if (trace.empty()) {
        search["why"] = answer.expanded > 0 ? "The search has no steps to record, because it does "
                                              "not move between vertices of a graph."
                                            : "The method answered without a search.";
      } else {
        std::string data = base64(deflated(
            trace_bytes(trace, answer.path, origin, queries[i].query.goal, kMostTraceSteps)));
        const bool fits = data.size() <= choice_.room || queries[i].named;
        choice_.room -= std::min(data.size(), choice_.room);
        if (fits) {
          search["data"] = std::move(data);
        } else {
          search["why"] = kFull;
        }
      }
      list(first + i, std::move(search));
    }
    return {};
  }

  bool is_full() const { return choice_.room == 0; }

  void list(std::size_t query, Json search) {
    listed_[query]["searches"].push_back(std::move(search));
  }

  TraceChoice& choice_;
  Database database_;
  std::vector<StoredMethod> methods_;
  Json listed_ = Json::array();
};

}  // namespace

TraceChoice parse_trace_choice(std::span<const std::string> words) {
  TraceChoice choice;
  for (const std::string& word : words) {
    if (word == "drawn") {
      choice.drawn = true;
      continue;
    }
    const std::size_t colon = word.rfind(':');
    int number = -1;
    if (colon != std::string::npos && colon > 0) {
      const char* end = word.data() + word.size();
      const auto [stop, error] = std::from_chars(word.data() + colon + 1, end, number);
      if (error != std::errc{} || stop != end) number = -1;
    }
    if (number < 0) {
      throw std::invalid_argument(
          fmt::format("--queries {}: expected 'drawn' or WORLD:NUMBER, the name of a world and the "
                      "number of a query",
                      word));
    }
    choice.named.push_back({word.substr(0, colon), number});
  }
  return choice;
}

void expect_known(const TraceChoice& choice) {
  for (const TraceChoice::Named& named : choice.named) {
    if (named.known) continue;
    throw std::invalid_argument(
        fmt::format("--queries {0}:{1}: the store has no query {1} of a world '{0}'; expected a "
                    "world and a number of the table query",
                    named.world, named.number));
  }
}

std::string trace_bytes(const SearchTrace& trace, std::span<const Point> path, Point origin,
                        Point goal, std::size_t most) {
  TraceColumns columns(origin, goal);
  for (std::size_t i = 0; i < std::min(most, trace.size()); ++i) columns.add(trace[i]);
  return columns.bytes(path, trace.size());
}

std::string recorded_traces(const std::filesystem::path& store, TraceChoice& choice) {
  return TraceReader(store, choice).read();
}

}  // namespace fairway
