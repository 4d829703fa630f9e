// SPDX-License-Identifier: MIT
#include <limits>
#include <nlohmann/json.hpp>

#include "algorithms/methods/batch.hpp"
#include "algorithms/methods/registry.hpp"
#include "bindings/c/handles.hpp"

using namespace fairway;               // NOLINT(google-build-using-namespace)
using namespace fairway::c_interface;  // NOLINT(google-build-using-namespace)

/// A method of the C interface.
struct fairway_method {
  std::shared_ptr<const World> built;        ///< the world of the first build
  std::shared_ptr<const World> world;        ///< the current world
  std::unique_ptr<Planner> fixed;            ///< the planner, if the method cannot follow changes
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

/// Returns the method `name`. `text` is a JSON object with options of the representation and of the
/// search, or NULL.
Method method_of(const char* name, const char* text) {
  const Registry& registry = Registry::built_in();
  try {
    const Method& method = registry.method(&required(name, "name"));
    if (text == nullptr) return method;
    const OptionValues given = OptionValues::parse(text, nullptr, false);
    if (!given.is_object()) refuse("options", fmt::format("'{}'", text), "a JSON object");
    return with_options(registry.adapter(method.adapter), method, given);
  } catch (const UnknownName& e) {
    throw std::invalid_argument(std::string("name: ") + e.what());
  } catch (const OptionError& e) {
    throw std::invalid_argument(std::string("options: ") + e.what());
  }
}

/// Converts a query. `index` is its index in a batch.
Query query_of(fairway_point start, fairway_point goal, std::optional<std::size_t> index = {}) {
  return {point_of(start, index ? "starts" : "start", index),
          point_of(goal, index ? "goals" : "goal", index)};
}

/// Returns the length of the path of an answer, or infinity. Throws std::invalid_argument if an end
/// of the query lies outside free space. `index` is the index of the query in a batch.
double length_of(const Answer& answer, const Query& query, std::optional<std::size_t> index = {}) {
  if (answer.status == PlanStatus::kStartBlocked) {
    refuse_outside(index ? "starts" : "start", query.start, index);
  }
  if (answer.status == PlanStatus::kGoalBlocked) {
    refuse_outside(index ? "goals" : "goal", query.goal, index);
  }
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  return answer.status == PlanStatus::kFound ? length(answer.path) : kInfinity;
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
    const double found = length_of(of.answer, query);
    if (of.answer.status != PlanStatus::kFound) of.answer.path.clear();
    of.points.clear();
    for (const Point p : of.answer.path) of.points.push_back({p.x, p.y});
    const PhaseTimes& times = of.answer.times;
    of.path = {of.points.data(),
               of.points.size(),
               found,
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
    std::vector<Planner*> planners{&of.planner()};
    for (std::size_t i = 1; i < static_cast<std::size_t>(threads); ++i) {
      if (of.forks.size() < i) of.forks.push_back(of.planner().fork());
      planners.push_back(of.forks[i - 1].get());
    }
    plan_batch(
        planners, count, [&](std::size_t i) { return query_of(from[i], to[i], i); },
        [&](std::size_t i, const Query& query, const Answer& answer) {
          lengths[i] = length_of(answer, query, i);
        });
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
    length_of(of.answer, query);
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
    if (to->before.lock() != of.world) {
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
