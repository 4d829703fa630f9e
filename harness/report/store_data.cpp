#include "harness/report/store_data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <unordered_map>
#include <utility>

#include "harness/records/packed_numbers.hpp"
#include "harness/records/points_json.hpp"
#include "harness/records/records.hpp"
#include "harness/report/answer_times.hpp"
#include "harness/store/result_store.hpp"
#include "harness/store/sqlite.hpp"

namespace fairway {

namespace {

using nlohmann::json;
/// From an id in the store to a position in the page.
using Places = std::unordered_map<std::int64_t, std::size_t>;

/// The code of no answer; other codes are positions in kStatusNames.
constexpr std::uint8_t kNotAsked = 255;
constexpr float kNothing = std::numeric_limits<float>::quiet_NaN();

template <std::size_t N>
std::uint8_t code_of(const std::array<std::string_view, N>& names, std::string_view name) {
  return static_cast<std::uint8_t>(std::find(names.begin(), names.end(), name) - names.begin());
}

float real_or_nothing(const Column& value) {
  return value.type() == SQLITE_NULL ? kNothing : static_cast<float>(value.real());
}

json json_of(const Column& value) {
  switch (value.type()) {
    case SQLITE_NULL:
      return nullptr;
    case SQLITE_INTEGER:
      return value.integer();
    case SQLITE_FLOAT:
      return value.real();
    default:
      return value.text();
  }
}

/// A statement's rows as an object of columns.
json columns_of(Statement& rows) {
  json table = json::object();
  for (const std::string& name : rows.columns()) table[name] = json::array();
  while (rows.step()) {
    for (std::size_t c = 0; c < rows.columns().size(); ++c)
      table[rows.columns()[c]].push_back(json_of(rows[c]));
  }
  return table;
}

Places places_of(const json& ids) {
  Places places;
  for (std::size_t i = 0; i < ids.size(); ++i) places[ids[i].get<std::int64_t>()] = i;
  return places;
}

void replace_by_places(json& ids, const Places& places) {
  for (json& id : ids) id = places.at(id.get<std::int64_t>());
}

/// The answers as a matrix: a row for each method, a column for each query.
struct Answers {
  Answers(std::size_t methods, std::size_t count)
      : queries(count), status(methods * count, kNotAsked) {
    for (std::vector<float>* column : {&gap, &corridor_gap, &slack})
      column->resize(methods * count, kNothing);
  }
  std::size_t queries;
  std::vector<std::uint8_t> status;
  std::vector<float> gap, corridor_gap, slack;
};

class StoreReader {
 public:
  StoreReader(const std::filesystem::path& file, std::string prefix)
      : file_(file), prefix_(std::move(prefix)), database_(file, Database::Mode::kReadOnly) {
    check_schema_version(database_, file);
    database_.execute("BEGIN");  // a consistent state, even if a run is writing
  }

  StoreData read() {
    facts_["file"] = file_.string();
    facts_["statuses"] = kStatusNames;
    facts_["truths"] = kTruthNames;
    const json runs = read_table("run", "SELECT * FROM run ORDER BY id");
    const Places run_places = places_of(runs["id"]);
    world_places_ = places_of(read_table("world", "SELECT * FROM world ORDER BY id")["id"]);
    method_places_ = places_of(read_table("method", "SELECT * FROM method ORDER BY id")["id"]);
    read_table("build",
               "SELECT b.world, b.method, b.run, b.status, b.message, b.coverage, b.clock_ns,"
               " b.waited_ns, c.own_build_ns, c.own_build_min_ns, c.total_build_ns, c.own_bytes,"
               " c.total_bytes FROM build b"
               " LEFT JOIN build_cost c ON c.world = b.world AND c.method = b.method"
               " ORDER BY b.world, b.method");
    json& builds = facts_["build"];
    replace_by_places(builds["world"], world_places_);
    replace_by_places(builds["method"], method_places_);
    replace_by_places(builds["run"], run_places);
    read_table("measurement",
               "SELECT world, run, core, load_before, load_after, mhz_before, mhz_after, others"
               " FROM measurement ORDER BY id");
    json& measurements = facts_["measurement"];
    replace_by_places(measurements["world"], world_places_);
    replace_by_places(measurements["run"], run_places);
    read_table("refusal", "SELECT name, message FROM refusal ORDER BY name");
    read_queries();
    read_answers();
    read_pictures();
    data_.parts.insert(
        data_.parts.begin(),
        {prefix_ + "facts",
         base64(deflated(facts_.dump(-1, ' ', false, json::error_handler_t::replace)))});
    return std::move(data_);
  }

 private:
  const json& read_table(const std::string& name, std::string_view sql) {
    Statement rows(database_, sql);
    return facts_[name] = columns_of(rows);
  }

  template <class Number>
  void add_column(const std::string& name, const std::vector<Number>& values) {
    data_.parts.push_back(
        {prefix_ + name, base64(deflated(byte_planes(std::span<const Number>(values))))});
  }

  void read_queries() {
    Statement rows(database_,
                   "SELECT id, world, number, start_x, start_y, goal_x, goal_y, truth, optimum"
                   " FROM query ORDER BY world, number");
    std::vector<std::uint32_t> worlds, numbers;
    std::vector<std::uint8_t> truths;
    std::array<std::vector<double>, 5> reals;  // the ends, the optimum
    while (rows.step()) {
      query_places_[rows["id"].integer()] = worlds.size();
      worlds.push_back(static_cast<std::uint32_t>(world_places_.at(rows["world"].integer())));
      numbers.push_back(static_cast<std::uint32_t>(rows["number"].integer()));
      truths.push_back(code_of(kTruthNames, rows["truth"].text()));
      const std::array names{"start_x", "start_y", "goal_x", "goal_y", "optimum"};
      for (std::size_t i = 0; i < names.size(); ++i) {
        reals[i].push_back(
            rows[names[i]].optional_real().value_or(std::numeric_limits<double>::quiet_NaN()));
      }
    }
    facts_["queries"] = worlds.size();
    query_worlds_ = worlds;
    add_column("query-world", worlds);
    add_column("query-number", numbers);
    add_column("query-truth", truths);
    const std::array names{"query-start-x", "query-start-y", "query-goal-x", "query-goal-y",
                           "query-optimum"};
    for (std::size_t i = 0; i < names.size(); ++i) add_column(names[i], reals[i]);
  }

  std::size_t place(const Statement& row, const Answers& answers) const {
    return method_places_.at(row["method"].integer()) * answers.queries +
           query_places_.at(row["query"].integer());
  }

  void read_answers() {
    Answers answers(method_places_.size(), query_places_.size());
    json words = json::array();
    Statement rows(database_,
                   "SELECT query, method, status, message, fault, gap, corridor_gap, slack"
                   " FROM answer");
    while (rows.step()) {
      const std::size_t at = place(rows, answers);
      const std::string_view status = rows["status"].text();
      answers.status[at] = code_of(kStatusNames, status);
      answers.gap[at] = real_or_nothing(rows["gap"]);
      answers.corridor_gap[at] = real_or_nothing(rows["corridor_gap"]);
      answers.slack[at] = real_or_nothing(rows["slack"]);
      // A build that failed tells its message once; `build` has it.
      if (status != "unsupported" && rows["message"].type() != SQLITE_NULL)
        words.push_back({at, rows["message"].text(), json_of(rows["fault"])});
      ++data_.answers;
    }
    facts_["words"] = std::move(words);
    add_column("answer-status", answers.status);
    add_column("answer-gap", answers.gap);
    add_column("answer-corridor-gap", answers.corridor_gap);
    add_column("answer-slack", answers.slack);
    read_times(answers);
  }

  void read_times(const Answers& answers) {
    const std::size_t worlds = world_places_.size();
    AnswerTimes times(answers.status.size(), method_places_.size() * worlds);
    Statement rows(database_,
                   "SELECT query, method, locate_ns, attach_ns, search_ns, realise_ns, smooth_ns,"
                   " switches, repeated FROM timing ORDER BY query, method");
    const std::array names{"locate_ns", "attach_ns", "search_ns", "realise_ns", "smooth_ns"};
    while (rows.step()) {
      Repetition repetition;
      for (std::size_t i = 0; i < kPhases; ++i) repetition.phases_ns[i] = rows[names[i]].integer();
      if (rows["switches"].type() != SQLITE_NULL) repetition.switches = rows["switches"].integer();
      repetition.repeated = rows["repeated"].integer();
      const std::size_t query = query_places_.at(rows["query"].integer());
      times.add(place(rows, answers),
                method_places_.at(rows["method"].integer()) * worlds + query_worlds_[query],
                repetition);
    }
    times.finish();
    add_column("answer-ns", times.ns());
    const std::array columns{"answer-attach", "answer-search", "answer-realise", "answer-smooth"};
    for (std::size_t i = 0; i < columns.size(); ++i) add_column(columns[i], times.shares()[i]);
    add_conditions(times.trials());
  }

  /// Columns of `build` on what the timings of each trial say of their conditions.
  void add_conditions(const std::vector<TrialTimes>& trials) {
    json& builds = facts_["build"];
    for (std::size_t i = 0; i < builds["world"].size(); ++i) {
      const TrialTimes& trial =
          trials[builds["method"][i].get<std::size_t>() * world_places_.size() +
                 builds["world"][i].get<std::size_t>()];
      const std::array<std::pair<const char*, std::int64_t>, 6> columns{
          {{"timings", trial.timings},
           {"timed_ns", trial.timed_ns},
           {"interrupted", trial.interrupted},
           {"repeated", trial.repeated},
           {"timed", trial.timed},
           {"spread", trial.spread}}};
      for (const auto& [name, value] : columns) builds[name].push_back(value);
      builds["most_spread"].push_back(trial.most_spread);
    }
  }

  /// Walls, drawings and paths of each world that has them, as JSON. Coordinates are passed on as
  /// the store has them.
  void read_pictures() {
    json pictured = json::array();
    Statement outlines(database_, "SELECT world, walls FROM outline ORDER BY world");
    while (outlines.step()) {
      const std::int64_t world = outlines["world"].integer();
      const std::size_t place = world_places_.at(world);
      std::string text = fmt::format(R"({{"walls":{},"drawings":[)",
                                     segments_json(unpacked_segments(outlines["walls"].blob())));
      Statement drawings(database_,
                         "SELECT * FROM drawing WHERE world = :world ORDER BY method, kind",
                         {{"world", world}});
      for (const char* comma = ""; drawings.step(); comma = ",") {
        text += fmt::format(R"({}{{"method":{},"kind":"{}","total":{},"segments":{}}})", comma,
                            method_places_.at(drawings["method"].integer()),
                            drawings["kind"].text(), drawings["total"].integer(),
                            segments_json(unpacked_segments(drawings["segments"].blob())));
      }
      text += R"(],"paths":[)";
      Statement paths(database_,
                      "SELECT p.* FROM path p JOIN query q ON q.id = p.query"
                      " WHERE q.world = :world AND q.drawn IS NOT NULL ORDER BY q.drawn, p.rowid",
                      {{"world", world}});
      json asked = json::array();
      for (const char* comma = ""; paths.step(); comma = ",") {
        const bool of_method = paths["method"].type() != SQLITE_NULL;
        const std::size_t query = query_places_.at(paths["query"].integer());
        text += fmt::format(
            R"({}{{"query":{},"method":{},"kind":"{}","points":{}}})", comma, query,
            of_method ? std::to_string(method_places_.at(paths["method"].integer())) : "null",
            paths["kind"].text(), points_json(unpacked_points(paths["points"].blob())));
        if (asked.empty() || asked.back() != query) asked.push_back(query);
      }
      text += "]}";
      pictured.push_back({{"world", place}, {"queries", std::move(asked)}});
      data_.parts.push_back({fmt::format("{}pictures-{}", prefix_, place), base64(deflated(text))});
      data_.picture_bytes += data_.parts.back().packed.size();
    }
    facts_["pictured"] = std::move(pictured);
  }

  std::filesystem::path file_;
  std::string prefix_;
  Database database_;
  StoreData data_;
  json facts_;
  Places world_places_, method_places_, query_places_;
  std::vector<std::uint32_t> query_worlds_;
};

}  // namespace

StoreData read_store_data(const std::filesystem::path& store, const std::string& prefix) {
  return StoreReader(store, prefix).read();
}

}  // namespace fairway
