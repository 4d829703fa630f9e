#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "harness/commands/command.hpp"
#include "harness/store_diff.hpp"

namespace fairway {

namespace {

struct DiffOptions {
  std::string first;
  std::string second;
  bool json = false;
};

using Json = nlohmann::ordered_json;

std::string in_words(const RatioInterval& interval) {
  return fmt::format("x{:.3f} (95 %: {:.3f} to {:.3f}; {} worlds)", interval.ratio, interval.low,
                     interval.high, interval.count);
}

std::string text_of(const MethodChanges& m) {
  std::string text;
  if (m.any()) {
    text += fmt::format(
        "{}: of {} answers differ {} in status, {} in length, {} in path, {} in search; {} "
        "builds\n",
        m.method, m.compared, m.statuses, m.lengths, m.paths, m.searches, m.builds);
    for (const std::string& example : m.examples) text += "  " + example + "\n";
  }
  if (m.query_time_differs) text += m.method + ": query time " + in_words(*m.query_time) + "\n";
  if (m.build_time_differs) text += m.method + ": build time " + in_words(*m.build_time) + "\n";
  return text;
}

std::string text_of(const DiffOptions& options, const StoreDiff& diff) {
  std::string text = fmt::format(
      "A {}  paths {}  {}\nB {}  paths {}  {}\n", options.first, diff.first_digest.substr(0, 16),
      diff.first_machine, options.second, diff.second_digest.substr(0, 16), diff.second_machine);
  if (diff.first_machine != diff.second_machine) {
    text += "the machines differ, and so may times for that reason alone\n";
  }
  for (const std::string& what : diff.only_in_first) text += "only in A: " + what + "\n";
  for (const std::string& what : diff.only_in_second) text += "only in B: " + what + "\n";
  for (const std::string& what : diff.changed) text += "another one in B: " + what + "\n";
  bool timed = false;
  for (const MethodChanges& method : diff.methods) {
    text += text_of(method);
    timed = timed || method.query_time;
  }
  if (!timed) {
    text += fmt::format("times are not compared: that needs {} common worlds\n", kLeastWorlds);
  }
  return text + (diff.any() ? "" : "nothing but times differs\n");
}

Json json_of(const std::optional<RatioInterval>& interval, bool differs) {
  if (!interval) return nullptr;
  return {{"ratio", interval->ratio}, {"low", interval->low},      {"high", interval->high},
          {"p", interval->p},         {"worlds", interval->count}, {"significant", differs}};
}

Json json_of(const StoreDiff& diff) {
  Json methods = Json::array();
  for (const MethodChanges& m : diff.methods) {
    methods.push_back({{"method", m.method},
                       {"compared", m.compared},
                       {"statuses", m.statuses},
                       {"lengths", m.lengths},
                       {"paths", m.paths},
                       {"searches", m.searches},
                       {"builds", m.builds},
                       {"examples", m.examples},
                       {"query_time", json_of(m.query_time, m.query_time_differs)},
                       {"build_time", json_of(m.build_time, m.build_time_differs)}});
  }
  return {{"differs", diff.any()},
          {"first_paths", diff.first_digest},
          {"second_paths", diff.second_digest},
          {"first_machine", diff.first_machine},
          {"second_machine", diff.second_machine},
          {"only_in_first", diff.only_in_first},
          {"only_in_second", diff.only_in_second},
          {"changed", diff.changed},
          {"methods", methods}};
}

int diff(const DiffOptions& options) {
  const StoreDiff diff = diff_stores(options.first, options.second);
  write_output(options.json ? json_of(diff).dump(2) + "\n" : text_of(options, diff));
  return diff.any() ? kFailure : kSuccess;
}

}  // namespace

void add_diff_command(CLI::App& program, Action& action) {
  CLI::App* command =
      program.add_subcommand("diff",
                             "Tell what differs between two result stores: exactly what "
                             "must not, and times where significant");
  const auto options = std::make_shared<DiffOptions>();
  command->add_option("first", options->first, "result store")->required()->option_text("A.sqlite");
  command->add_option("second", options->second, "result store")
      ->required()
      ->option_text("B.sqlite");
  command->add_flag("--json", options->json, "print one JSON object");
  command->callback([&action, options] { action = [options] { return diff(*options); }; });
}

}  // namespace fairway
