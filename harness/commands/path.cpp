#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string_view>
#include <thread>

#include "algorithms/methods/registry.hpp"
#include "datasets/output.hpp"
#include "harness/commands/command.hpp"
#include "harness/commands/json_text.hpp"
#include "harness/judging/judge.hpp"
#include "harness/judging/reference.hpp"
#include "harness/pictures/drawing.hpp"
#include "harness/pictures/posthoc.hpp"
#include "harness/pictures/svg.hpp"
#include "harness/store/text_table.hpp"
#include "harness/sweep/progress.hpp"
#include "harness/sweep/sweep_file.hpp"

namespace fairway {

namespace {

struct PathOptions {
  std::string map;
  std::string method;
  std::string sweep;
  std::string from;
  std::string to;
  MapSettings changes;
  bool json = false;
  std::string svg;
  bool search = false;
  std::string trace;
};

/// Times of the first build and the first answer in a new process, in nanoseconds.
struct ColdTimes {
  std::int64_t build = 0;  ///< time to build the index, including `parts`
  /// Time to build the structures of the free space that the method uses, such as the
  /// triangulation.
  std::int64_t parts = 0;
  std::int64_t first = 0;  ///< time of the first answer
  std::optional<std::int64_t>
      erosion;  ///< time to erode the map; no value if the method searches the original map
};

/// Returns times in which only `build` and `parts` are set.
ColdTimes build_times(const FreeSpace& space, const PlannerFacts& facts) {
  ColdTimes times;
  for (const PartCost& cost : space.made_parts()) {
    if (facts.parts.contains(cost.part)) times.parts += cost.nanoseconds;
  }
  times.build = facts.build_nanoseconds + times.parts;
  return times;
}

Json optional_json(const auto& value) { return value ? Json(*value) : Json(); }

/// Bytes that a method uses.
struct MemoryUse {
  std::size_t parts = 0;  ///< bytes of the parts (derived structures) of the free space
  std::size_t index = 0;
  std::size_t scratch = 0;

  std::size_t total() const { return parts + index + scratch; }
};

MemoryUse memory_of(const Planner& planner, const FreeSpace& space) {
  MemoryUse use{0, planner.facts().memory_bytes, planner.scratch_bytes()};
  for (const PartCost& part : space.made_parts()) {
    if (planner.facts().parts.contains(part.part)) use.parts += part.bytes;
  }
  return use;
}

Json record_json(const QueryRecord& query, std::string_view optimum_by, const AnswerRecord& record,
                 const Answer& answer, const ColdTimes& cold, const MemoryUse& memory) {
  Json points = Json::array();
  for (const Point p : answer.path) points.push_back({p.x, p.y});
  Json phases = Json::object();
  describe_phases(answer.times, [&](const char* column, std::int64_t ns) {
    phases[std::string(phase_name(column))] = ns;
  });
  Json json{{"status", name_of(record.status)},
            {"length", optional_json(record.length)},
            {"raw_length", optional_json(record.raw_length)},
            {"cost", optional_json(record.cost)},
            {"optimum", optional_json(query.optimum)},
            {"optimum_by", optimum_by},
            {"gap", optional_json(record.gap)},
            {"corridor_gap", optional_json(record.corridor_gap)},
            {"slack", optional_json(record.slack)},
            {"clearance", optional_json(record.clearance)},
            {"points", points},
            {"ns", phases},
            {"first_answer_ns", cold.first},
            {"cold_build_ns", cold.build},
            {"expanded", answer.expanded},
            {"generated", answer.generated},
            {"bytes",
             {{"parts", memory.parts},
              {"index", memory.index},
              {"scratch", memory.scratch},
              {"total", memory.total()}}}};
  if (cold.erosion) json["erosion_ns"] = *cold.erosion;
  if (!record.message.empty()) json["message"] = record.message;
  return json;
}

std::string record_text(const QueryRecord& query, const AnswerRecord& record, const Answer& answer,
                        const ColdTimes& cold, const MemoryUse& memory) {
  std::string text = fmt::format("{}\n", name_of(record.status));
  if (!record.message.empty()) text += record.message + "\n";
  if (record.length) {
    text +=
        fmt::format("length {:.10g}, before smoothing {:.10g}", *record.length, *record.raw_length);
    if (record.cost) text += fmt::format(", cost {:.10g}", *record.cost);
    if (query.optimum) text += fmt::format(", optimum {:.10g}", *query.optimum);
    if (record.gap) text += ", gap " + percent(*record.gap, 4);
    text += "\n";
  }
  std::string phases;
  describe_phases(answer.times, [&](const char* column, std::int64_t ns) {
    phases += fmt::format("{}{} {}", phases.empty() ? "" : ", ", phase_name(column), ns);
  });
  text += fmt::format(
      "expanded {}, generated {}\none cold build {}, including {} for parts of the free "
      "space\nfirst (cold) answer {}; the same query again (warm) {}\nsteps of the warm answer in "
      "ns: {}\n",
      answer.expanded, answer.generated, duration(double(cold.build)), duration(double(cold.parts)),
      duration(double(cold.first)), duration(double(answer.times.total())), phases);
  if (cold.erosion) {
    text += fmt::format("erosion of the world {}\n", duration(double(*cold.erosion)));
  }
  text += fmt::format("bytes: parts of the free space {}, index {}, scratch {}, total {}\n",
                      memory.parts, memory.index, memory.scratch, memory.total());
  for (const Point p : answer.path) text += fmt::format("{} {}\n", p.x, p.y);
  return text;
}

/// The exit code for a status. A found path and a completed search without a path are successes. An
/// illegal path is a failure if the method promises legal paths. A blocked end or an unsupported
/// world is bad input. Every other status is a failure.
int exit_code(const PathOptions& options, Status status, bool promised_legal) {
  switch (status) {
    case Status::kStartBlocked:
      fmt::print(stderr,
                 "--from {}: this point is outside free space; expected a point in free space\n",
                 options.from);
      return kBadInput;
    case Status::kGoalBlocked:
      fmt::print(stderr,
                 "--to {}: this point is outside free space; expected a point in free space\n",
                 options.to);
      return kBadInput;
    case Status::kUnsupported:
      fmt::print(stderr,
                 "--method {}: the method does not support this world; `fairway inspect MAP` lists "
                 "the methods that do not support it\n",
                 options.method);
      return kBadInput;
    case Status::kFound:
    case Status::kUnreachable:
    case Status::kMissed:
      return kSuccess;
    case Status::kInvalidPath:
      return promised_legal ? kFailure : kSuccess;
    default:
      return kFailure;
  }
}

/// The diameter of a vertex in the picture of a trace, in map units.
double dot_size(const FreeSpace& space) {
  constexpr double kDots = 250;  // number of dots along the longer side
  const double side = std::max(space.box().width(), space.box().height());
  return space.made_of_cells() ? std::max(0.7, side / kDots) : side / kDots;
}

/// Prints a notice on standard error if a build takes longer than kLong.
class BuildNotice {
 public:
  BuildNotice(const std::string& method, std::size_t walls)
      : thread_([=](const std::stop_token& stop) {
          std::mutex mutex;
          std::unique_lock lock(mutex);
          std::condition_variable_any built;
          built.wait_for(lock, stop, kLong, [] { return false; });
          if (stop.stop_requested()) return;
          say_on_standard_error(
              fmt::format("{}: the build for {} walls takes longer than {} s. It has no time limit "
                          "here; in a sweep, build_timeout_ms limits it.\n",
                          method, walls, kLong.count()));
        }) {}

 private:
  static constexpr std::chrono::seconds kLong{3};
  std::jthread thread_;
};

/// Returns the method with the name of `--method`: from the sweep file if this defines it, else the
/// built-in method.
Method method_of(const PathOptions& options, const Registry& registry) {
  if (!options.sweep.empty()) {
    const SweepFile sweep = read_sweep_file(options.sweep, registry);
    const auto found = std::ranges::find(sweep.methods, options.method, &Method::name);
    if (found != sweep.methods.end()) {
      if (found->command.empty()) return *found;
      throw UsageError("--method " + options.method +
                       ": found an external program, expected a method of this program");
    }
  }
  return registry.method(options.method);
}

int find_path(const PathOptions& options) {
  const Point start = parse_point(options.from, "--from");
  const Point goal = parse_point(options.to, "--to");
  const Registry& registry = Registry::built_in();
  const Method method = method_of(options, registry);
  const LoadedMap map = load_map(options.map, options.changes);
  const FreeSpace& space = map.space();
  const bool any_radius = registry.promises(method).any_radius;
  const FreeSpace& built = any_radius ? map.map : space;
  const auto planner = [&] {
    const BuildNotice notice(method.name, built.walls().size());
    return registry.build(built, method);
  }();
  ColdTimes cold = build_times(built, planner->facts());
  if (map.eroded && !any_radius) cold.erosion = map.erosion_ns;

  Path optimum;
  QueryRecord query;
  query.query = {start, goal};
  const Reference reference(space);
  Reference::Scratch scratch;
  reference.solve(query, scratch, optimum);
  const Query asked{start, goal, any_radius ? options.changes.radius : 0};
  Answer answer;
  planner->plan(asked, answer);
  cold.first = answer.times.total();
  planner->plan(asked, answer);
  const MemoryUse memory = memory_of(*planner, built);
  const AnswerRecord record = Judge(space, map.map.walls()).judge(query, answer);

  SearchTrace trace;
  if (options.search || !options.trace.empty()) {
    Answer traced;
    planner->plan_traced(asked, traced, trace);
  }
  if (!options.trace.empty()) {
    write_file(options.trace,
               posthoc_trace(query.query, answer, trace, space.made_of_cells(), dot_size(space)));
  }
  if (!options.svg.empty()) {
    Picture picture{method.name, nullptr, {}, answer.raw, answer.path, optimum};
    DrawingRecord drawing;
    if (options.search) {
      drawing = drawing_of(*planner, space.box(), start, kMostDrawnSegments);
      picture.representation = &drawing;
      picture.search = trace;
    }
    write_file(options.svg, path_svg(space, picture));
  }
  write_output(options.json
                   ? indented(record_json(query, reference.name(), record, answer, cold, memory))
                   : record_text(query, record, answer, cold, memory));
  return exit_code(options, record.status, registry.promises(method).legal);
}

}  // namespace

void add_path_command(CLI::App& program, Action& action) {
  CLI::App* command =
      program.add_subcommand("path",
                             "Answer one query with one method and compare the path with the "
                             "optimum; time one build, the first answer and a second answer");
  const auto options = std::make_shared<PathOptions>();
  add_option(*command, "map MAP", options->map, "map in any known format");
  add_option(*command, "--method NAME", options->method,
             "name from --sweep or `fairway list methods`")
      ->required();
  add_option(*command, "--sweep SWEEP.toml", options->sweep,
             "look up --method in this sweep file, then in `fairway list methods`");
  add_option(*command, "--from X,Y", options->from, "start in map units")->required();
  add_option(*command, "--to X,Y", options->to, "goal in map units")->required();
  command->add_flag("--json", options->json, "print one JSON object");
  add_map_options(*command, options->changes);
  add_option(*command, "--svg FILE", options->svg,
             "draw a picture of the world and the path to this SVG file");
  command->add_flag("--search", options->search,
                    "with --svg: draw the representation and the search too");
  add_option(
      *command, "--trace FILE", options->trace,
      "write each step of the search to this file, in format 1.4.0 of the visualiser Posthoc");
  command->callback([&action, options] { action = [options] { return find_path(*options); }; });
}

}  // namespace fairway
