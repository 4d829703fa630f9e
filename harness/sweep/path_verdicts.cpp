#include "harness/sweep/path_verdicts.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace fairway {

namespace {

/// Gaps up to this size are rounding errors.
constexpr double kRounding = 1e-9;

std::string failure_of(const AnswerRecord& answer, double max_gap) {
  switch (answer.status) {
    case Status::kUnreachable:
    case Status::kStartBlocked:
    case Status::kGoalBlocked:
      return {};
    case Status::kFound:
      break;
    default:
      return fmt::format("{}{}{}", name_of(answer.status), answer.message.empty() ? "" : ": ",
                         answer.message);
  }
  if (answer.gap.value_or(0) <= max_gap + kRounding) return {};
  return fmt::format("gap {}; expected at most {}", *answer.gap, max_gap);
}

std::string in_xml(const std::string& text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

}  // namespace

std::vector<PathVerdict> verdicts(std::span<const QueryRecord> queries,
                                  std::span<const AnswerRecord> answers, double max_gap) {
  std::vector<PathVerdict> list;
  for (std::size_t i = 0; i < queries.size(); ++i) {
    PathVerdict verdict{queries[i].number, failure_of(answers[i], max_gap), {}};
    if (answers[i].reported_ns) verdict.ns = static_cast<double>(*answers[i].reported_ns);
    list.push_back(std::move(verdict));
  }
  return list;
}

std::string junit_text(const std::string& name, const std::string& world,
                       std::span<const PathVerdict> verdicts) {
  const auto failures = std::ranges::count_if(
      verdicts, [](const PathVerdict& verdict) { return !verdict.failure.empty(); });
  std::string text = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<testsuite name=\"{}\" tests=\"{}\" failures=\"{}\">\n",
      in_xml(name), verdicts.size(), failures);
  for (const PathVerdict& verdict : verdicts) {
    text += fmt::format("  <testcase classname=\"{}\" name=\"row {}\"", in_xml(world), verdict.row);
    if (verdict.ns) text += fmt::format(" time=\"{}\"", *verdict.ns / 1e9);
    text += verdict.failure.empty()
                ? "/>\n"
                : fmt::format("><failure message=\"{}\"/></testcase>\n", in_xml(verdict.failure));
  }
  return text + "</testsuite>\n";
}

}  // namespace fairway
