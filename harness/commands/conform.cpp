#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/methods/registry.hpp"
#include "datasets/changing/changing_world.hpp"
#include "datasets/map_files.hpp"
#include "datasets/read_world.hpp"
#include "harness/commands/command.hpp"
#include "harness/commands/json_text.hpp"
#include "harness/conformance/conform.hpp"
#include "harness/sweep/progress.hpp"
#include "harness/sweep/sweep_file.hpp"

namespace fairway {

namespace {

namespace fs = std::filesystem;
using conformance::Candidate;
using conformance::ConformReport;
using conformance::ConformSettings;
using conformance::ShownBreach;
struct ConformOptions {
  std::vector<std::string> methods;
  std::vector<std::string> representations;
  std::string command;
  std::string sweep;
  std::vector<std::string> promises;
  std::string world;
  std::vector<std::string> read;
  std::vector<std::string> queries;
  double radius = 0;
  std::size_t maps = 16;
  int timeout_ms = 10'000;
  int build_timeout_ms = 120'000;
  int shrink_seconds = 20;
  int memory_mb = 4096;
  bool json = false;
  bool no_sandbox = false;
  ConformSettings settings;
};

void add_promises(const std::vector<std::string>& names, Guarantees& promised) {
  for (const std::string& name : names) {
    promised.legal |= name == "legal";
    promised.complete |= name == "complete";
    promised.optimal |= name == "optimal";
  }
}

Candidate built_in(const Method& method, const std::vector<std::string>& promised) {
  const Registry& registry = Registry::built_in();
  Candidate candidate{method, registry.promises(method), registry.adapter(method.adapter).options};
  if (!method.program.empty()) add_promises(promised, candidate.promised);
  return candidate;
}

/// Makes a candidate from a method that an external program runs. The promises come from the
/// command line.
Candidate foreign(Method method, const std::vector<std::string>& promised) {
  Candidate candidate{std::move(method), {}, {}};
  candidate.promised.realised_cost = false;  // there is no graph to inspect
  add_promises(promised, candidate.promised);
  return candidate;
}

std::vector<Candidate> candidates(ConformOptions& options) {
  const Registry& registry = Registry::built_in();
  std::vector<Candidate> chosen;
  for (const std::string& name : options.representations) {
    for (const Method& method : registry.adapter(name).methods) {
      chosen.push_back(built_in(method, options.promises));
    }
  }
  if (!options.command.empty()) {
    if (options.methods.size() > 1) {
      throw UsageError(
          "--method: expected one name, the method that the program of --command runs");
    }
    Method method;
    method.name = options.methods.empty() ? "worker" : options.methods.front();
    method.adapter = method.name;
    method.options = OptionValues::object();
    method.command = options.command;
    options.settings.workers.folder = fs::current_path();
    chosen.push_back(foreign(std::move(method), options.promises));
    return chosen;
  }
  std::optional<SweepFile> sweep;
  if (!options.sweep.empty()) {
    sweep = read_sweep_file(options.sweep, registry);
    options.settings.workers.folder = fs::absolute(options.sweep).parent_path();
  }
  for (const std::string& name : options.methods) {
    const auto is_it = [&](const Method& m) { return m.name == name; };
    if (sweep && std::ranges::any_of(sweep->methods, is_it)) {
      const Method& method = *std::ranges::find_if(sweep->methods, is_it);
      chosen.push_back(method.command.empty() ? built_in(method, options.promises)
                                              : foreign(method, options.promises));
    } else {
      chosen.push_back(built_in(registry.method(name), options.promises));
    }
  }
  const bool own_only = std::ranges::all_of(chosen, [](const Candidate& c) {
    return c.method.command.empty() && c.method.program.empty();
  });
  if (own_only && !options.promises.empty()) {
    throw UsageError(
        "--promise: expected an external program (--command or --sweep); `fairway list methods "
        "--json` states the promises of the built-in methods");
  }
  if (chosen.empty()) {
    throw UsageError("expected --method NAME, --representation NAME or --command \"...\"");
  }
  return chosen;
}

/// Chooses `count` maps: the smallest map of each family, then the second smallest of each family,
/// and so on.
std::vector<fs::path> choose_maps(std::size_t count) {
  std::map<std::string, std::vector<std::pair<std::uintmax_t, fs::path>>> families;
  for (const CatalogueEntry& entry : known_maps().entries) {
    families[entry.family].push_back({fs::file_size(entry.map), entry.map});
  }
  std::vector<fs::path> chosen;
  for (auto& [family, maps] : families) std::ranges::sort(maps);
  for (std::size_t rank = 0, left = 1; left > 0; ++rank) {
    left = 0;
    for (const auto& [family, maps] : families) {
      if (rank >= maps.size()) continue;
      ++left;
      if (chosen.size() == count) return chosen;
      chosen.push_back(maps[rank].second);
    }
  }
  return chosen;
}

Query parse_query(const std::string& text) {
  const std::size_t first = text.find(',');
  const std::size_t second = first == std::string::npos ? first : text.find(',', first + 1);
  if (second == std::string::npos) {
    throw UsageError(fmt::format("--query: expected X,Y,X,Y, found '{}'", text));
  }
  return {parse_point(text.substr(0, second), "--query"),
          parse_point(text.substr(second + 1), "--query")};
}

/// Returns the shell command that reproduces a broken promise.
std::string shell_command(const ConformOptions& options, const Method& method,
                          const ShownBreach& shown) {
  std::string text = shell_word(program_invocation_name) + " conform";
  if (!options.command.empty()) text += " --command " + shell_word(options.command);
  if (!options.sweep.empty()) text += " --sweep " + shell_word(options.sweep);
  if (options.no_sandbox) text += " --no-sandbox";
  text += " --method " + shell_word(method.name);
  for (const std::string& promise : options.promises) text += " --promise " + promise;
  text += " --world " + shell_word(shown.world.string());
  for (const Query& q : shown.queries) {
    text += fmt::format(" --query={},{},{},{}", q.start.x, q.start.y, q.goal.x, q.goal.y);
  }
  if (!shown.queries.empty() && shown.queries.front().radius > 0) {
    text += fmt::format(" --radius {}", shown.queries.front().radius);
  }
  if (shown.coarse) text += " --coarse";
  const ConformOptions defaults;
  if (options.timeout_ms != defaults.timeout_ms) {
    text += fmt::format(" --timeout-ms {}", options.timeout_ms);
  }
  if (options.build_timeout_ms != defaults.build_timeout_ms) {
    text += fmt::format(" --build-timeout-ms {}", options.build_timeout_ms);
  }
  if (options.memory_mb != defaults.memory_mb) {
    text += fmt::format(" --memory-mb {}", options.memory_mb);
  }
  return text;
}

std::string breach_text(const ConformOptions& options, const Method& method,
                        const ShownBreach& shown) {
  const PromiseInfo& promise = info_of(shown.breach.promise);
  std::string text = fmt::format("\n{} breaks '{}': {}\n  but: {}\n", method.name, promise.name,
                                 promise.statement, shown.breach.message);
  if (shown.once) text += "  The promise was broken only once: a repeated run kept it.\n";
  if (shown.world.empty()) return text;
  if (promise.promise == Promise::kChanges) {
    return text +
           fmt::format(
               "  first world: {}\n  shortest sequence found: {} bursts and queries\n    {}\n",
               shown.first_world, shown.size, shell_command(options, method, shown));
  }
  text += fmt::format(
      "  first world: {}\n  smallest world found: {} {}, {} {}\n    {}\n  picture: {}\n",
      shown.first_world, shown.size, shown.size == 1 ? "part" : "vertices, faces or cells",
      shown.queries.size(), shown.queries.size() == 1 ? "query" : "queries",
      shell_command(options, method, shown), shown.picture.string());
  return text;
}

bool is_promised(Promise promise, const Guarantees& promised) {
  switch (promise) {
    case Promise::kBlockedEnds:
    case Promise::kLegal:
    case Promise::kSmoothed:
      return promised.legal;
    case Promise::kComplete:
      return promised.complete;
    case Promise::kOptimal:
      return promised.optimal;
    case Promise::kRealisedCost:
      return promised.realised_cost;
    case Promise::kCorridors:
      return promised.corridors;
    case Promise::kRepeatable:
      return promised.repeatable;
    default:
      return true;
  }
}

std::string report_text(const ConformOptions& options, const Candidate& candidate,
                        const ConformReport& report) {
  const Method& method = candidate.method;
  std::string text = fmt::format("{}: {} queries in {} worlds, {} paths", method.name,
                                 report.queries, report.worlds, report.found);
  if (report.refused > 0) {
    text += fmt::format("; refuses {} worlds", report.refused);
  }
  text += '\n';
  for (const PromiseInfo& info : promises()) {
    const bool broken = std::ranges::any_of(
        report.breaches, [&](const ShownBreach& b) { return b.breach.promise == info.promise; });
    const std::size_t checks = report.findings.checked(info.promise);
    const char* verdict = broken                                           ? "BROKEN"
                          : !is_promised(info.promise, candidate.promised) ? "not promised"
                          : checks > 0                                     ? "kept"
                                                                           : "not checked";
    text += fmt::format("  {:<13} {:<12} {:>9}\n", info.name, verdict,
                        checks > 0 ? fmt::format("{} x", checks) : "");
  }
  for (const ShownBreach& shown : report.breaches) text += breach_text(options, method, shown);
  return text;
}

Json report_json(const ConformOptions& options, const Candidate& candidate,
                 const ConformReport& report) {
  Json checks = Json::array();
  for (const PromiseInfo& info : promises()) {
    checks.push_back({{"promise", info.name},
                      {"promised", is_promised(info.promise, candidate.promised)},
                      {"checks", report.findings.checked(info.promise)}});
  }
  Json breaches = Json::array();
  for (const ShownBreach& shown : report.breaches) {
    Json breach{{"promise", info_of(shown.breach.promise).name},
                {"message", shown.breach.message},
                {"once", shown.once}};
    if (!shown.world.empty()) {
      breach.update({{"first_world", shown.first_world},
                     {"command", shell_command(options, candidate.method, shown)},
                     {"world", shown.world.string()}});
      if (!shown.picture.empty()) breach["picture"] = shown.picture.string();
    }
    breaches.push_back(std::move(breach));
  }
  return {{"method", candidate.method.name}, {"conforms", report.breaches.empty()},
          {"worlds", report.worlds},         {"refused", report.refused},
          {"queries", report.queries},       {"found", report.found},
          {"promises", std::move(checks)},   {"breaches", std::move(breaches)}};
}

int run_conform(ConformOptions& options) {
  ConformSettings& settings = options.settings;
  settings.workers.built_in = own_worker();
  settings.workers.timeout = std::chrono::milliseconds(options.timeout_ms);
  settings.workers.build_timeout = std::chrono::milliseconds(options.build_timeout_ms);
  settings.most_shrinking = std::chrono::seconds(options.shrink_seconds);
  settings.workers.memory_limit = std::int64_t{options.memory_mb} << 20;
  const std::vector<Candidate> chosen = candidates(options);
  const auto one_radius = [](const Candidate& c) { return !c.promised.any_radius; };
  if (options.radius > 0 && (options.queries.empty() || std::ranges::any_of(chosen, one_radius))) {
    throw UsageError("--radius: expected --query, and only methods that promise any_radius");
  }
  const bool foreign =
      std::ranges::any_of(chosen, [](const Candidate& c) { return c.method.is_foreign(); });
  if (foreign && !options.no_sandbox) settings.workers.sandbox = find_sandbox();
  if (options.world.empty()) {
    if (!options.queries.empty() || !options.read.empty() || settings.coarse) {
      throw UsageError("--query, --read and --coarse: expected only with --world MAP");
    }
    settings.maps = choose_maps(options.maps);
  } else {
    const TextFile source = TextFile::read(options.world);
    if (states_changes(source.text())) {
      if (!options.queries.empty()) {
        throw UsageError(
            "--query: expected no queries, because the file of a changing world contains its own "
            "queries");
      }
      if (!options.read.empty()) {
        throw UsageError(
            "--read: expected no reader options, because the file of a changing world names its "
            "map");
      }
      settings.only_changing = parse_changing_world(source);
    }
    std::vector<Query> queries;
    for (const std::string& text : options.queries) {
      queries.push_back(parse_query(text));
      queries.back().radius = options.radius;
    }
    if (!settings.only_changing) {
      settings.only.emplace(conformance::Trial{
          parse_world(source, MapOptions::of_command_line(options.read)), std::move(queries)});
    }
  }
  const bool terminal = isatty(STDERR_FILENO) != 0;
  settings.progress = [terminal](const std::string& what) {
    if (terminal) say_on_standard_error("\r\033[K" + what);
  };
  settings.left_out = [terminal](const std::string& why) {
    say_on_standard_error(fmt::format("{}left out: {}\n", terminal ? "\r\033[K" : "", why));
  };
  const std::vector<ConformReport> reports = conformance::conform(settings, chosen);
  if (terminal) say_on_standard_error("\r\033[K");

  std::string text;
  Json objects = Json::array();
  bool conforms = true;
  for (std::size_t i = 0; i < reports.size(); ++i) {
    conforms = conforms && reports[i].breaches.empty();
    if (options.json) {
      objects.push_back(report_json(options, chosen[i], reports[i]));
    } else {
      text += (i > 0 ? "\n" : "") + report_text(options, chosen[i], reports[i]);
    }
  }
  write_output(options.json ? indented({{"methods", objects}}) : text);
  return conforms ? kSuccess : kFailure;
}

}  // namespace

void add_conform_command(CLI::App& program, Action& action) {
  CLI::App* command = program.add_subcommand(
      "conform", "Test the promises of methods in many worlds (docs/conformance.md)");
  const auto options = std::make_shared<ConformOptions>();
  ConformSettings& settings = options->settings;
  settings.out = fs::path("results") / "conformance";
  add_option(*command, "--method NAME,...", options->methods,
             "test these methods (from --sweep or `fairway list methods`)");
  add_option(*command, "--representation NAME,...", options->representations,
             "test all methods of these representations");
  add_option(
      *command, "--command COMMAND", options->command,
      "test an external program that speaks the worker protocol; COMMAND may contain arguments");
  add_option(*command, "--sweep SWEEP.toml", options->sweep,
             "look up --method in this sweep file, then in `fairway list methods`")
      ->excludes("--command");
  add_option(*command, "--promise NAME,...", options->promises,
             "extra promises to check for an external program: legal, complete, optimal",
             CLI::IsMember({"legal", "complete", "optimal"}));
  add_option(*command, "--world MAP", options->world,
             "test only in this map, or in this changing world (.changes)");
  add_read_option(*command, options->read);
  add_option(*command, "--query X,Y,X,Y", options->queries,
             "with --world: ask only this query; repeat the option to ask several queries in this "
             "order");
  add_option(*command, "--radius R", options->radius,
             "with --query: radius of the agent in map units (default: 0)", number(0));
  command->add_flag("--coarse", settings.coarse,
                    "with --world: set each length option whose default is 0 (automatic) to a "
                    "large value, as in the tests on generated worlds");
  add_option(*command, "--queries N", settings.queries, "queries per world (default: 60)",
             whole_number(1, 1'000'000));
  add_option(*command, "--random N", settings.random_worlds,
             "number of random worlds of each kind (default: 4)", whole_number(0, 100'000))
      ->excludes("--world");
  add_option(
      *command, "--maps N", options->maps,
      "number of maps from `fairway list maps` to test, the smallest maps first (default: 16)",
      whole_number(0, 1'000'000))
      ->excludes("--world");
  add_option(*command, "--seed S", settings.seed, "seed of worlds and queries (default: 1)",
             whole_number(0, std::numeric_limits<std::uint32_t>::max()));
  add_option(*command, "--timeout-ms T", options->timeout_ms,
             "time limit of a query in ms (default: 10000)", whole_number(1, 86'400'000));
  add_option(*command, "--build-timeout-ms T", options->build_timeout_ms,
             "time limit in ms of each step other than a query: start, load, build, change or "
             "inspect (default: 120000)",
             whole_number(1, 86'400'000));
  add_option(*command, "--shrink-seconds S", options->shrink_seconds,
             "time limit in s of the search for a smaller world in which a method breaks the same "
             "promise (default: 20)",
             whole_number(0, 86'400));
  add_option(*command, "--memory-mb M", options->memory_mb,
             "memory limit of a method's process in MiB (default: 4096)", whole_number(1, 1 << 30));
  add_option(*command, "--out DIR", settings.out,
             "folder for worlds and pictures of broken promises (default: results/conformance)");
  command->add_flag("--no-sandbox", options->no_sandbox,
                    "start external programs without the sandbox (docs/worker-protocol.md)");
  command->add_flag("--json", options->json, "print one JSON object");
  command->callback([&action, options] {
    action = [options] {
      return run_action_supervised([&] { return run_conform(*options); }, "conform");
    };
  });
}

}  // namespace fairway
