// SPDX-License-Identifier: MIT
#include <algorithm>
#include <atomic>
#include <limits>
#include <nlohmann/json.hpp>

#include "algorithms/methods/registry.hpp"
#include "bindings/c/handles.hpp"

using namespace fairway;               // NOLINT(google-build-using-namespace)
using namespace fairway::c_interface;  // NOLINT(google-build-using-namespace)

/// A method of the C interface.
struct fairway_method {
  std::shared_ptr<const World> built;        ///< the world of the first build
  std::shared_ptr<const World> world;        ///< the current world
  std::unique_ptr<Planner> fixed;            ///< the planner of a method that cannot follow changes
  std::unique_ptr<ChangingMethod> changing;  ///< the method, if it can follow changes
  std::vector<std::unique_ptr<Planner>> forks = {};  ///< planners for further threads

  Answer answer = {};
  SearchTrace steps = {};
  std::vector<fairway_point> points = {};
  fairway_path path = {};
  Table drawing{4};
  Table trace{7};

  Planner& planner() const { return changing ? changing->planner() : *fixed; }
};

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Returns the method `name`. `text` is a JSON object with options of the representation and of the
/// search, or NULL.
Method method_of(const char* name, const char* text) {
  const Registry& registry = Registry::built_in();
  Method method = [&] {
    try {
      return registry.method(&required(name, "name"));
    } catch (const UnknownName& e) {
      throw std::invalid_argument(std::string("name: ") + e.what());
    }
  }();
  if (text == nullptr) return method;
  const OptionValues given = OptionValues::parse(text, nullptr, false);
  if (!given.is_object()) refuse("options", fmt::format("'{}'", text), "a JSON object");
  const RegisteredAdapter& adapter = registry.adapter(method.adapter);
  OptionValues search = OptionValues::object();
  const std::vector<OptionInfo> settings = option_infos(method.search);
  std::vector<std::string> known;
  for (const OptionInfo& info : adapter.options) known.push_back(info.name);
  const auto own = static_cast<std::ptrdiff_t>(known.size());
  for (const OptionInfo& info : settings) known.push_back(info.name);
  for (const auto& [key, value] : given.items()) {
    const auto found = std::ranges::find(known, key);
    if (found == known.end()) {
      refuse("options", fmt::format("'{}'", key), "one of " + joined(known));
    }
    const bool ineffective = adapter.searches_itself && found - known.begin() >= own &&
                             key != "smoother" && key != "search";
    if (ineffective) {
      refuse("options", fmt::format("'{}'", key),
             fmt::format("no search setting but smoother: {} has its own search", adapter.name));
    }
    (found - known.begin() < own ? method.options : search)[key] = value;
  }
  try {
    method.options = adapter.complete(method.options);
    method.search = with_option_values(method.search, search);
    check_search(adapter, method.options, method.search);
  } catch (const OptionError& e) {
    throw std::invalid_argument(std::string("options: ") + e.what());
  }
  return method;
}

Query query_of(fairway_point start, fairway_point goal) {
  return {point_of(start, "start"), point_of(goal, "goal")};
}

/// Throws std::invalid_argument if `status` says that an end of the query lies outside free space.
void require_free_ends(PlanStatus status, const Query& query) {
  if (status == PlanStatus::kStartBlocked) refuse_outside("start", query.start);
  if (status == PlanStatus::kGoalBlocked) refuse_outside("goal", query.goal);
}

OptionValues json_of(const OptionInfo& info) {
  OptionValues json{{"name", info.name}, {"type", info.type}, {"default", info.standard}};
  if (!info.choices.empty()) json["choices"] = info.choices;
  if (!info.range.empty()) json["range"] = info.range;
  json["help"] = info.help;
  return json;
}

std::string list_of_methods() {
  OptionValues list = OptionValues::array();
  const Registry& registry = Registry::built_in();
  for (const Method& method : registry.methods()) {
    OptionValues options = OptionValues::array();
    for (OptionInfo info : registry.adapter(method.adapter).options) {
      info.standard = method.options[info.name];
      options.push_back(json_of(info));
    }
    for (const OptionInfo& info : option_infos(method.search)) options.push_back(json_of(info));
    list.push_back({{"name", method.name},
                    {"representation", method.adapter},
                    {"smoother", name_of(method.search.smoother)},
                    {"search", name_of(method.search.search)},
                    {"options", std::move(options)}});
  }
  return list.dump();
}

/// Computes path lengths of many queries. All threads share one task.
class LengthsTask {
 public:
  LengthsTask(std::span<const fairway_point> starts, std::span<const fairway_point> goals,
              double* lengths)
      : starts_(starts), goals_(goals), lengths_(lengths) {}

  /// Answers blocks of queries until none is left. Each thread calls this with its own planner.
  /// Stores the first exception.
  void work(Planner& planner) noexcept {
    constexpr std::size_t kBlock = 64;
    try {
      Answer answer;
      while (!failed_) {
        const std::size_t first = next_.fetch_add(kBlock);
        if (first >= starts_.size()) return;
        const std::size_t end = std::min(first + kBlock, starts_.size());
        for (std::size_t i = first; i < end; ++i) lengths_[i] = solve(planner, i, answer);
      }
    } catch (...) {
      const std::scoped_lock lock(mutex_);
      if (!failed_) failure_ = std::current_exception();
      failed_ = true;
    }
  }
  /// Rethrows the first exception. Call it after all threads have ended.
  void finish() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  double solve(Planner& planner, std::size_t i, Answer& answer) const {
    const Query query{{starts_[i].x, starts_[i].y}, {goals_[i].x, goals_[i].y}};
    planner.plan(query, answer);
    if (answer.status == PlanStatus::kFound) return length(answer.path);
    if (answer.status == PlanStatus::kStartBlocked) {
      refuse_outside(fmt::format("starts[{}]", i), query.start);
    }
    if (answer.status == PlanStatus::kGoalBlocked) {
      refuse_outside(fmt::format("goals[{}]", i), query.goal);
    }
    return kInfinity;
  }

  std::span<const fairway_point> starts_;
  std::span<const fairway_point> goals_;
  double* lengths_;
  std::atomic<std::size_t> next_ = 0;
  std::atomic<bool> failed_ = false;
  std::mutex mutex_;
  std::exception_ptr failure_;
};

}  // namespace

extern "C" {

const char* fairway_methods(void) {
  return guarded<const char*>(nullptr, [] {
    static const std::string list = list_of_methods();
    return list.c_str();
  });
}

fairway_method* fairway_method_new(const fairway_world* world, const char* name,
                                   const char* options, int may_change) {
  return guarded<fairway_method*>(nullptr, [&] {
    auto of = required(world, "world").world;
    const Method method = method_of(name, options);
    const Registry& registry = Registry::built_in();
    auto made = std::make_unique<fairway_method>();
    made->built = made->world = of;
    if (may_change != 0) {
      if (of->eroded) refuse("may_change", "1 for an eroded world", "0");
      made->changing = std::make_unique<ChangingMethod>(registry, method, of->space);
    } else {
      made->fixed = registry.build(of->space, method);
    }
    if (!made->planner().facts().supported) {
      refuse("name", fmt::format("'{}', which does not support this world", method.name),
             "a method for this kind of world");
    }
    return made.release();
  });
}

void fairway_method_free(fairway_method* method) { delete method; }

int fairway_method_describe(const fairway_method* method, fairway_method_facts* facts) {
  return guarded(0, [&] {
    const fairway_method& of = required(method, "method");
    if (of.changing) of.changing->update_facts();
    const PlannerFacts& known = of.planner().facts();
    fairway_method_facts& result = required(facts, "facts");
    const FreeSpace& space = of.changing ? of.changing->space() : of.world->space;
    result = {known.build_nanoseconds, 0,           known.memory_bytes, 0,
              known.vertices,          known.edges, known.components,   known.coverage};
    for (const PartCost& cost : space.made_parts()) {
      if (!known.parts.contains(cost.part)) continue;
      result.parts_ns += cost.nanoseconds;
      result.parts_bytes += cost.bytes;
    }
    result.build_ns += result.parts_ns;
    result.bytes += result.parts_bytes;
    return 1;
  });
}

const fairway_path* fairway_method_path(fairway_method* method, fairway_point start,
                                        fairway_point goal, int judged) {
  return guarded<const fairway_path*>(nullptr, [&] {
    fairway_method& of = required(method, "method");
    const Query query = query_of(start, goal);
    of.planner().plan(query, of.answer);
    require_free_ends(of.answer.status, query);
    const bool found = of.answer.status == PlanStatus::kFound;
    if (!found) of.answer.path.clear();
    of.points.clear();
    for (const Point p : of.answer.path) of.points.push_back({p.x, p.y});
    const PhaseTimes& times = of.answer.times;
    of.path = {of.points.data(),
               of.points.size(),
               found ? length(of.answer.path) : kInfinity,
               times.locate,
               times.attach,
               times.search,
               times.realise,
               times.smooth,
               of.answer.expanded,
               of.answer.generated,
               {}};
    if (judged != 0) of.path.judgement = judge(*of.world, query.start, query.goal, of.answer.path);
    return &of.path;
  });
}

int fairway_method_lengths(fairway_method* method, const fairway_point* starts,
                           const fairway_point* goals, size_t count, int threads, double* lengths) {
  return guarded(0, [&] {
    fairway_method& of = required(method, "method");
    if (count == 0) refuse("count", "0", "at least 1 query");
    const auto from = array_of(starts, count, "starts");
    const auto to = array_of(goals, count, "goals");
    array_of(lengths, count, "lengths");
    constexpr int kMostThreads = 1024;
    if (threads < 1 || threads > kMostThreads) {
      refuse("threads", std::to_string(threads), fmt::format("1 to {}", kMostThreads));
    }
    for (std::size_t i = 0; i < count; ++i) {
      point_of(from[i], "starts", i);
      point_of(to[i], "goals", i);
    }
    const auto workers = static_cast<std::size_t>(threads);
    while (of.forks.size() + 1 < workers) of.forks.push_back(of.planner().fork());
    LengthsTask task(from, to, lengths);
    in_threads(workers,
               [&](std::size_t i) { task.work(i == 0 ? of.planner() : *of.forks[i - 1]); });
    task.finish();
    return 1;
  });
}

const fairway_table* fairway_method_drawing(fairway_method* method) {
  return guarded<const fairway_table*>(nullptr, [&] {
    fairway_method& of = required(method, "method");
    of.drawing.clear();
    of.planner().draw([&](Point a, Point b) { of.drawing.add({a.x, a.y, b.x, b.y}); });
    return of.drawing.show();
  });
}

const fairway_table* fairway_method_trace(fairway_method* method, fairway_point start,
                                          fairway_point goal) {
  return guarded<const fairway_table*>(nullptr, [&] {
    fairway_method& of = required(method, "method");
    const Query query = query_of(start, goal);
    of.trace.clear();
    of.planner().plan_traced(query, of.answer, of.steps);
    require_free_ends(of.answer.status, query);
    for (const TraceStep& step : of.steps) {
      of.trace.add({static_cast<double>(step.kind), static_cast<double>(step.node),
                    static_cast<double>(step.parent), step.g, step.h, step.at.x, step.at.y});
    }
    return of.trace.show();
  });
}

int fairway_method_follow(fairway_method* method, const fairway_world* next,
                          fairway_change_cost* cost) {
  return guarded(0, [&] {
    fairway_method& of = required(method, "method");
    auto to = required(next, "next").world;
    if (!of.changing) refuse("method", "a method built with may_change 0", "may_change 1");
    if (to->before != of.world->number) {
      refuse("next", "another world", "a world that was made by one change of the method's world");
    }
    of.forks.clear();
    const FollowCost followed = of.changing->follow(to->burst);
    of.world = std::move(to);
    if (cost != nullptr) {
      *cost = {followed.space_ns, followed.method_ns, followed.repaired ? 1 : 0};
    }
    return 1;
  });
}
}
