#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <limits>
#include <memory>
#include <string>

#include "algorithms/methods/registry.hpp"
#include "datasets/output.hpp"
#include "datasets/scenario.hpp"
#include "harness/commands/command.hpp"
#include "harness/queries/even_rows.hpp"
#include "harness/records/records.hpp"

namespace fairway {

namespace {

struct AnswerOptions {
  std::string map;
  std::string scenario;
  std::string method;
  std::size_t count = std::numeric_limits<std::size_t>::max();
  Endpoints endpoints = Endpoints::kCentre;
  std::string csv;
  MapSettings changes;
};

std::string csv_row(std::size_t row, const Answer& answer) {
  const bool found = answer.status == PlanStatus::kFound;
  std::string text = fmt::format(
      "{},{},{},{},{},{}", row, kPlanStatusNames[static_cast<std::size_t>(answer.status)],
      found ? fmt::format("{}", length(answer.raw)) : "",
      found ? fmt::format("{}", length(answer.path)) : "", answer.expanded, answer.generated);
  describe_phases(answer.times,
                  [&](const char*, std::int64_t ns) { text += fmt::format(",{}", ns); });
  return text + "\n";
}

int answer(const AnswerOptions& options) {
  const Registry& registry = Registry::built_in();
  const Method& method = registry.method(options.method);
  const Scenario scenario = read_scenario(options.scenario);
  expect_scenario_of(scenario, options.map);
  const LoadedMap map = load_map(options.map, options.changes);
  const bool raster = map.map.raster() != nullptr;
  if (raster) check_scenario(scenario, *map.map.raster(), options.endpoints);
  const auto planner = registry.build(map.space(), method);

  Answer answer;
  std::string csv = "row,status,raw_length,length,expanded,generated";
  describe_phases(answer.times,
                  [&](const char* column, std::int64_t) { csv += fmt::format(",{}", column); });
  csv += "\n";
  std::array<std::size_t, kPlanStatusNames.size()> statuses{};
  double total_length = 0;
  std::uint64_t expanded = 0;
  std::uint64_t generated = 0;
  std::int64_t nanoseconds = 0;
  std::size_t answered = 0;
  for (const std::size_t row : even_rows(scenario.problems.size(), options.count)) {
    const ProblemEnds ends = problem_ends(scenario.problems[row], raster, options.endpoints);
    planner->plan({ends.start, ends.goal}, answer);
    ++answered;
    ++statuses[static_cast<std::size_t>(answer.status)];
    if (answer.status == PlanStatus::kFound) total_length += length(answer.path);
    expanded += answer.expanded;
    generated += answer.generated;
    nanoseconds += answer.times.total();
    if (!options.csv.empty()) csv += csv_row(row, answer);
  }
  if (!options.csv.empty()) write_file(options.csv, csv);

  const PlannerFacts& facts = planner->facts();
  std::string text = fmt::format(
      "method {}\nbuild_ns {}\nmemory_bytes {}\nscratch_bytes {}\nvertices {}\nedges {}\nproblems "
      "{}\n",
      method.name, facts.build_nanoseconds, facts.memory_bytes, planner->scratch_bytes(),
      facts.vertices, facts.edges, answered);
  for (std::size_t i = 0; i < statuses.size(); ++i) {
    text += fmt::format("{} {}\n", kPlanStatusNames[i], statuses[i]);
  }
  text += fmt::format("total_length {}\nexpanded {}\ngenerated {}\nquery_ns {}\n", total_length,
                      expanded, generated, nanoseconds);
  write_output(text);
  return kSuccess;
}

}  // namespace

void add_answer_command(CLI::App& program, Action& action) {
  CLI::App* command = program.add_subcommand(
      "answer",
      "Build one method and answer the problems of a scenario, for example under a profiler");
  const auto options = std::make_shared<AnswerOptions>();
  add_option(*command, "map MAP", options->map, "map in any known format");
  add_option(*command, "scenario SCEN", options->scenario, "scenario of the map (.scen)");
  add_option(*command, "--method NAME", options->method, "name from `fairway list methods`")
      ->required();
  add_option(*command, "--count N", options->count,
             "answer N evenly spaced problems (default: all; 0: build only)", whole_number(0));
  add_option(*command, "--csv FILE", options->csv, "write one row per problem to this file");
  add_endpoints_option(*command, options->endpoints);
  add_map_options(*command, options->changes);
  command->callback([&action, options] { action = [options] { return answer(*options); }; });
}

}  // namespace fairway
