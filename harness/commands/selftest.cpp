#include "harness/sweep/selftest.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <memory>
#include <string>

#include "algorithms/methods/registry.hpp"
#include "harness/commands/command.hpp"
#include "harness/commands/json_text.hpp"
#include "harness/sweep/progress.hpp"

namespace fairway {

namespace {

struct SelfTestOptions {
  std::string method = "grid";
  double slow = 0;
  double seconds = 20;
  std::uint64_t seed = 1;
  bool json = false;
};

std::string in_words(const RatioInterval& interval) {
  return fmt::format("x{:.4f} (95 % interval {:.4f} to {:.4f}, from {} process starts)",
                     interval.ratio, interval.low, interval.high, interval.count);
}

std::string text_of(const SelfTestResult& result) {
  std::string text = fmt::format("second copy against first   {}\n", in_words(result.first));
  if (result.confirmation.count > 0) {
    text += fmt::format("again, to confirm           {}\n", in_words(result.confirmation));
  }
  text += fmt::format("median query                {:.1f} us; one clock reading {:.1f} ns\n",
                      result.median_query_ns / 1000, result.clock_ns);
  switch (result.verdict) {
    case Verdict::kNoDifference:
      return text + "passed: no difference between two copies of the same method\n";
    case Verdict::kDifference:
      return text + "failed: two copies of the same method differ\n";
    case Verdict::kTooNoisy:
      break;
  }
  return text + fmt::format(
                    "failed: timings are too noisy here. The interval is wider than {:.0f} %, and "
                    "could hide a difference of 10 %.\n",
                    100 * (kTooWide - 1));
}

Json json_of(const RatioInterval& interval) {
  return {{"ratio", interval.ratio},
          {"low", interval.low},
          {"high", interval.high},
          {"starts", interval.count}};
}

std::string json_text(const SelfTestOptions& options, const SelfTestResult& result) {
  constexpr const char* kNames[] = {"no_difference", "difference", "too_noisy"};
  Json object{{"method", options.method},
              {"verdict", kNames[static_cast<std::size_t>(result.verdict)]},
              {"first", json_of(result.first)},
              {"confirmation", nullptr},
              {"median_query_ns", result.median_query_ns},
              {"clock_ns", result.clock_ns}};
  if (result.confirmation.count > 0) object["confirmation"] = json_of(result.confirmation);
  return indented(object);
}

int self_test(const SelfTestOptions& options) {
  SelfTestSettings settings;
  settings.method = Registry::built_in().method(options.method);
  settings.slow = options.slow;
  settings.seconds = options.seconds;
  settings.seed = options.seed;
  const bool terminal = isatty(STDERR_FILENO) != 0;
  const SelfTestResult result = run_self_test(settings, [&](const std::string& what) {
    if (terminal) say_on_standard_error("\r\033[K" + what);
  });
  if (terminal) say_on_standard_error("\r\033[K");
  write_output(options.json ? json_text(options, result) : text_of(result));
  return result.verdict == Verdict::kNoDifference ? kSuccess : kFailure;
}

}  // namespace

void add_selftest_command(CLI::App& program, Action& action) {
  CLI::App* command = program.add_subcommand(
      "selftest",
      "Measure one method twice under two names, and test whether the two times differ");
  const auto options = std::make_shared<SelfTestOptions>();
  add_option(*command, "--method NAME", options->method,
             "name from `fairway list methods` (default: grid)");
  add_option(*command, "--slow PERCENT", options->slow,
             "slow down the second copy of the method by this percentage; the test must then fail "
             "(default: 0)",
             number(0, 1000));
  add_option(*command, "--seconds S", options->seconds,
             "time limit in s for each of the two series of measurements (default: 20)",
             number(1, 3600));
  add_option(*command, "--seed S", options->seed,
             "seed of the random order of measurements (default: 1)", whole_number(0));
  command->add_flag("--json", options->json, "print one JSON object");
  command->callback([&action, options] { action = [options] { return self_test(*options); }; });
}

}  // namespace fairway
