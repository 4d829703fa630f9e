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
                      method.answer_columns);
}

/// A method, and the stratum if there are several.
std::string name_of(const MethodDiff& method, const TimeDiff& time) {
  if (method.query_times.size() < 2) return method.method;
  return fmt::format("{} at radius {}{}", method.method, time.radius,
                     time.terrain ? " with terrain" : "");
}

std::string times_text(const StoreDiff& diff, const char* what,
                       std::vector<TimeDiff> MethodDiff::*times) {
  std::string text;
  std::vector<std::string> alike;
  std::vector<std::string> few;
  for (const MethodDiff& method : diff.methods) {
    for (const TimeDiff& t : method.*times) {
      const std::string name = name_of(method, t);
      if (!t.interval) {
        few.push_back(fmt::format("{} ({})", name, t.maps));
      } else if (!t.significant) {
        alike.push_back(name);
      } else {
        text += fmt::format("  {}: x{:.3g} (95 % {:.3g} .. {:.3g}), {} maps\n", name,
                            t.interval->ratio, t.interval->low, t.interval->high, t.maps);
      }
    }
  }
  if (!text.empty())
    text = fmt::format("Times of {}, B over A, where significant:\n{}", what, text);
  if (!alike.empty()) {
    text +=
        fmt::format("Times of {}: no significant difference: {}\n", what, fmt::join(alike, ", "));
  }
  if (!few.empty()) {
    text += fmt::format(
        "Times of {}: not compared, as that takes {} maps with times in both, found fewer: {}\n",
        what, kLeastMapsOfTimes, fmt::join(few, ", "));
  }
  return text;
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

Json time_json(const TimeDiff& time) {
  Json json{{"radius", time.radius},
            {"terrain", time.terrain},
            {"maps", time.maps},
            {"significant", time.significant}};
  if (time.interval) {
    json["ratio"] = time.interval->ratio;
    json["low"] = time.interval->low;
    json["high"] = time.interval->high;
    json["p"] = time.interval->p;
  }
  return json;
}

Json times_json(const std::vector<TimeDiff>& times) {
  Json json = Json::array();
  for (const TimeDiff& time : times) json.push_back(time_json(time));
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
  if (!diff.differs()) text += "Nothing differs but times.\n";
  text += times_text(diff, "queries", &MethodDiff::query_times);
  text += times_text(diff, "builds", &MethodDiff::build_times);
  if (diff.trials_across_hosts > 0) {
    text += fmt::format(
        "{} of the {} trials of both were measured on another host or processor: the ratios of "
        "their "
        "times are the machines' as well\n",
        diff.trials_across_hosts, diff.trials);
  }
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
                       {"query_times", times_json(m.query_times)},
                       {"build_times", times_json(m.build_times)}});
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
                  {"trials", diff.trials},
                  {"trials_across_hosts", diff.trials_across_hosts}};
  return json.dump(2) + "\n";
}

}  // namespace fairway
