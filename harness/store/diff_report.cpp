#include "harness/store/diff_report.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <vector>

namespace fairway {

namespace {

using Json = nlohmann::ordered_json;

std::string facts_text(const char* label, const StoreFacts& facts) {
  return fmt::format(
      "{}: {}: {} trials of {} methods on {} worlds; fairway {} on {}\n   paths {}\n", label,
      facts.file.string(), facts.trials, facts.methods, facts.worlds,
      fmt::join(facts.programs, ", "), fmt::join(facts.machines, ", "), facts.paths);
}

std::string only_text(const char* what, const char* store, const OnlyIn& only) {
  if (only.count == 0) return {};
  return fmt::format("{} only in {}: {}: {}{}\n", what, store, only.count,
                     fmt::join(only.first, ", "),
                     only.count > static_cast<std::int64_t>(only.first.size()) ? ", ..." : "");
}

std::string columns_text(const char* what, const std::vector<ColumnDiff>& columns) {
  std::string text;
  for (const ColumnDiff& diff : columns) {
    text += fmt::format("{}: {} differs in {}:\n", what, diff.column, diff.count);
    for (const ColumnDiff::Change& change : diff.first) {
      text += fmt::format("    {}: {} -> {}\n", change.where, change.a, change.b);
    }
    if (diff.count > static_cast<std::int64_t>(diff.first.size())) text += "    ...\n";
  }
  return text;
}

std::string method_text(const MethodDiff& method) {
  const std::string name = method.method;
  return only_text((name + ": trials").c_str(), "A", method.trials_of_a) +
         only_text((name + ": trials").c_str(), "B", method.trials_of_b) +
         columns_text((name + ", build").c_str(), method.build_columns) +
         columns_text(fmt::format("{}, {} answers", name, method.answers).c_str(),
                      method.answer_columns) +
         columns_text((name + ", changes").c_str(), method.follow_columns);
}

Json only_json(const OnlyIn& only) { return {{"count", only.count}, {"first", only.first}}; }

Json columns_json(const std::vector<ColumnDiff>& columns) {
  Json json = Json::object();
  for (const ColumnDiff& diff : columns) {
    Json first = Json::array();
    for (const ColumnDiff::Change& c : diff.first) {
      first.push_back({{"where", c.where}, {"a", c.a}, {"b", c.b}});
    }
    json[diff.column] = {{"count", diff.count}, {"first", first}};
  }
  return json;
}

Json facts_json(const StoreFacts& facts) {
  return {{"file", facts.file.string()}, {"worlds", facts.worlds},    {"methods", facts.methods},
          {"trials", facts.trials},      {"paths", facts.paths},      {"plans", facts.plans},
          {"programs", facts.programs},  {"machines", facts.machines}};
}

}  // namespace

std::string diff_text(const StoreDiff& diff) {
  std::string text = facts_text("A", diff.a) + facts_text("B", diff.b);
  if (diff.a.plans != diff.b.plans) {
    text += fmt::format("Settings of A: {}\nSettings of B: {}\n", fmt::join(diff.a.plans, "; "),
                        fmt::join(diff.b.plans, "; "));
  }
  text += only_text("Worlds", "A", diff.worlds_of_a) + only_text("Worlds", "B", diff.worlds_of_b);
  text +=
      only_text("Methods", "A", diff.methods_of_a) + only_text("Methods", "B", diff.methods_of_b);
  text +=
      only_text("Queries", "A", diff.queries_of_a) + only_text("Queries", "B", diff.queries_of_b);
  text += columns_text("Worlds", diff.world_columns) +
          columns_text("Methods", diff.method_columns) +
          columns_text("Queries", diff.query_columns);
  for (const MethodDiff& method : diff.methods) text += method_text(method);
  if (!diff.differs()) text += "Nothing differs but times, which scripts/compare.py compares.\n";
  return text;
}

std::string diff_json(const StoreDiff& diff) {
  Json methods = Json::array();
  for (const MethodDiff& m : diff.methods) {
    methods.push_back({{"method", m.method},
                       {"trials", m.trials},
                       {"trials_only_in_a", only_json(m.trials_of_a)},
                       {"trials_only_in_b", only_json(m.trials_of_b)},
                       {"answers", m.answers},
                       {"answer", columns_json(m.answer_columns)},
                       {"build", columns_json(m.build_columns)},
                       {"follow", columns_json(m.follow_columns)}});
  }
  const Json json{{"a", facts_json(diff.a)},
                  {"b", facts_json(diff.b)},
                  {"differs", diff.differs()},
                  {"worlds_only_in_a", only_json(diff.worlds_of_a)},
                  {"worlds_only_in_b", only_json(diff.worlds_of_b)},
                  {"methods_only_in_a", only_json(diff.methods_of_a)},
                  {"methods_only_in_b", only_json(diff.methods_of_b)},
                  {"queries_only_in_a", only_json(diff.queries_of_a)},
                  {"queries_only_in_b", only_json(diff.queries_of_b)},
                  {"world", columns_json(diff.world_columns)},
                  {"method", columns_json(diff.method_columns)},
                  {"query", columns_json(diff.query_columns)},
                  {"methods", methods},
                  {"trials", diff.trials}};
  return json.dump(2) + "\n";
}

}  // namespace fairway
