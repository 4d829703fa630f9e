#include "harness/judging/verify.hpp"

#include <fmt/format.h>

#include <limits>
#include <memory>
#include <string>

#include "harness/commands/command.hpp"
#include "harness/commands/json_text.hpp"

namespace fairway {

namespace {

Json optional_json(const std::optional<double>& value) { return value ? Json(*value) : Json(); }

Json report_json(const VerifyReport& r) {
  Json disagreements = Json::array();
  for (const Disagreement& d : r.disagreements) {
    disagreements.push_back({{"line", d.line},
                             {"row", d.row},
                             {"kind", d.kind},
                             {"published", optional_json(d.published)},
                             {"computed", optional_json(d.computed)},
                             {"note", d.note}});
  }
  return {{"problems", r.problems},
          {"octile_checked", r.octile_checked},
          {"octile_agree", r.octile_agree},
          {"euclidean_checked", r.euclidean_checked},
          {"euclidean_agree", r.euclidean_agree},
          {"solvers_checked", r.solvers_checked},
          {"solvers_agree", r.solvers_agree},
          {"max_solver_difference", r.max_solver_difference},
          {"witness_checked", r.witness_checked},
          {"witness_agree", r.witness_agree},
          {"max_witness_difference", r.max_witness_difference},
          {"max_relative_difference", r.max_relative_difference},
          {"blocked_endpoints", r.blocked_endpoints},
          {"pinch_endpoints", r.pinch_endpoints},
          {"disagreement_count", r.disagreement_count},
          {"disagreements", disagreements}};
}

std::string length_text(const std::optional<double>& length) {
  return length ? fmt::format("{:.12g}", *length) : "no path";
}

std::string report_text(const VerifyReport& r) {
  std::string text = fmt::format("{} problems\n", r.problems);
  if (r.octile_checked > 0) {
    text += fmt::format("octile     {} of {} agree ({} with a blocked end)\n", r.octile_agree,
                        r.octile_checked, r.blocked_endpoints);
  }
  if (r.euclidean_checked + r.pinch_endpoints > 0) {
    text += fmt::format(
        "euclidean  {} of {} agree, largest relative difference {:.2g}; {} other problems are left "
        "out, because their start or goal is a point where parts of free space only touch\n",
        r.euclidean_agree, r.euclidean_checked, r.max_relative_difference, r.pinch_endpoints);
  }
  text += fmt::format("solvers    {} of {} agree, largest relative difference {:.2g}\n",
                      r.solvers_agree, r.solvers_checked, r.max_solver_difference);
  if (r.witness_checked > 0) {
    text += fmt::format("witness    {} of {} agree, largest relative difference {:.2g}\n",
                        r.witness_agree, r.witness_checked, r.max_witness_difference);
  }
  for (const Disagreement& d : r.disagreements) {
    text +=
        fmt::format("line {}: {} {}, computed {}{}{}\n", d.line, d.kind, length_text(d.published),
                    length_text(d.computed), d.note.empty() ? "" : ", ", d.note);
  }
  if (r.disagreement_count > r.disagreements.size()) {
    text += fmt::format("... {} more\n", r.disagreement_count - r.disagreements.size());
  }
  return text;
}

}  // namespace

void add_verify_command(CLI::App& program, Action& action) {
  struct CommandOptions {
    VerifyOptions verify;
    std::vector<std::string> read;
    std::string witness;
    std::size_t witnessed = std::numeric_limits<std::size_t>::max();
    bool json = false;
  };
  CLI::App* command =
      program.add_subcommand("verify",
                             "Compare published lengths with computed lengths, and the exact "
                             "solvers with each other; exit 1 if any lengths disagree");
  const auto options = std::make_shared<CommandOptions>();
  VerifyOptions& o = options->verify;
  add_option(*command, "map MAP", o.map, "map in any known format");
  CLI::Option* const scenario = add_option(*command, "scenario SCEN", o.scenario,
                                           "scenario of the map (.scen). Without a scenario, only "
                                           "the exact solvers are compared, on random queries")
                                    ->required(false);
  add_option(*command, "--limit N", o.limit,
             "with SCEN: number of evenly spaced problems (default: all). Without SCEN: number of "
             "random queries (default: 1000)",
             whole_number(1));
  add_option(*command, "--lengths CSV", o.lengths,
             "CSV file of published Euclidean lengths, with the columns row (number of the row in "
             "SCEN) and length")
      ->needs(scenario);
  CLI::Option* const witness =
      add_option(*command, "--witness cgal", options->witness,
                 "also compare with the shortest paths of CGAL, an independent implementation",
                 CLI::IsMember({"cgal"}));
  add_option(*command, "--witness-limit N", options->witnessed,
             "compare N evenly spaced queries with the witness (default: all)", whole_number(1))
      ->needs(witness);
  add_endpoints_option(*command, o.endpoints);
  add_read_option(*command, options->read);
  command->add_flag("--json", options->json, "print one JSON object");
  command->callback([&action, options] {
    action = [options] {
      options->verify.read = MapOptions::of_command_line(options->read);
      if (!options->witness.empty()) options->verify.witnessed = options->witnessed;
      const VerifyReport report = verify(options->verify, Registry::built_in());
      write_output(options->json ? indented(report_json(report)) : report_text(report));
      return report.disagreement_count == 0 ? kSuccess : kFailure;
    };
  });
}

}  // namespace fairway
