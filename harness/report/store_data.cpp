#include "harness/report/store_data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>
#include <utility>

#include "datasets/map_files.hpp"
#include "harness/records/packed_numbers.hpp"
#include "harness/records/records.hpp"
#include "harness/store/result_store.hpp"

namespace fairway {

namespace {

using nlohmann::json;
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
  for (const json& id : ids) places.add(id.get<std::int64_t>());
  return places;
}

void replace_by_places(json& ids, const Places& places) {
  for (json& id : ids) id = places.of.at(id.get<std::int64_t>());
}

}  // namespace

/// The answers as a matrix: a row for each method, a column for each query.
struct StoreData::Answers {
  Answers(std::size_t methods, std::size_t count)
      : queries(count), status(methods * count, kNotAsked) {
    for (std::vector<float>* column : {&gap, &corridor_gap, &slack})
      column->resize(methods * count, kNothing);
  }
  std::size_t queries;
  std::vector<std::uint8_t> status;
  std::vector<float> gap, corridor_gap, slack;
};

StoreData::StoreData(const std::filesystem::path& store, std::string prefix,
                     const std::vector<std::string>& maps, std::vector<std::string>& unfit)
    : file_(store),
      prefix_(std::move(prefix)),
      database_(store, Database::Mode::kReadOnly),
      pictures_(database_, worlds_, methods_, queries_, prefix_) {
  check_schema_version(database_, store);
  database_.execute("BEGIN");  // a consistent state, even if a run is writing
  if (!maps.empty()) choose_maps(maps, unfit);
  read_numbers();
}

/// Hides the rows of all other worlds behind views of the tables' names.
void StoreData::choose_maps(const std::vector<std::string>& maps, std::vector<std::string>& unfit) {
  database_.execute("CREATE TEMP TABLE chosen (id INTEGER PRIMARY KEY)");
  Statement worlds(database_, "SELECT id, name, map, family, file FROM world");
  while (worlds.step()) {
    const std::string file(worlds["file"].text());
    const std::string base = std::filesystem::path(file).filename().string();
    const std::array<std::string, 5> names{std::string(worlds["name"].text()),
                                           std::string(worlds["map"].text()), base,
                                           std::string(worlds["family"].text()) + "/" + base, file};
    bool chosen = false;
    for (const std::string& pattern : maps) {
      if (std::none_of(names.begin(), names.end(),
                       [&](const std::string& name) { return fits_pattern(pattern, name); })) {
        continue;
      }
      chosen = true;
      std::erase(unfit, pattern);
    }
    if (!chosen) continue;
    database_.execute("INSERT INTO temp.chosen VALUES (:id)", {{"id", worlds["id"].integer()}});
  }
  database_.execute(
      "CREATE TEMP VIEW world AS SELECT * FROM main.world WHERE id IN (SELECT id FROM "
      "temp.chosen)");
  for (const char* table : {"query", "build", "measurement", "outline", "outline_change", "drawing",
                            "burst", "follow"}) {
    database_.execute(
        fmt::format("CREATE TEMP VIEW {0} AS SELECT * FROM main.{0}"
                    " WHERE world IN (SELECT id FROM temp.chosen)",
                    table));
  }
  for (const char* table : {"answer", "timing", "improvement", "path"}) {
    database_.execute(
        fmt::format("CREATE TEMP VIEW {0} AS SELECT * FROM main.{0}"
                    " WHERE query IN (SELECT id FROM temp.query)",
                    table));
  }
}

void StoreData::read_numbers() {
  facts_["file"] = file_.string();
  facts_["statuses"] = kStatusNames;
  facts_["truths"] = kTruthNames;
  const json runs = read_table("run", "SELECT * FROM run ORDER BY id");
  const Places run_places = places_of(runs["id"]);
  worlds_ = places_of(read_table("world", "SELECT * FROM world ORDER BY id")["id"]);
  methods_ = places_of(read_table("method", "SELECT * FROM method ORDER BY id")["id"]);
  read_table("build",
             "SELECT b.world, b.method, b.run, b.status, b.message, b.coverage, b.clock_ns,"
             " b.waited_ns, c.builds, c.own_build_ns, c.own_build_min_ns, c.total_build_ns,"
             " c.own_bytes, c.total_bytes FROM build b"
             " LEFT JOIN build_cost c ON c.world = b.world AND c.method = b.method"
             " ORDER BY b.world, b.method");
  json& builds = facts_["build"];
  replace_by_places(builds["world"], worlds_);
  replace_by_places(builds["method"], methods_);
  replace_by_places(builds["run"], run_places);
  read_table("measurement",
             "SELECT world, run, core, load_before, load_after, mhz_before, mhz_after, others"
             " FROM measurement ORDER BY id");
  json& measurements = facts_["measurement"];
  replace_by_places(measurements["world"], worlds_);
  replace_by_places(measurements["run"], run_places);
  read_table("refusal", "SELECT name, message FROM refusal ORDER BY name");
  read_follows(read_bursts());
  read_queries();
  read_answers();
}

/// What each burst changes, as a share of the world's box; world by world.
StoreData::BurstPlaces StoreData::read_bursts() {
  Statement rows(database_,
                 "SELECT b.world, b.number, b.area / ((w.max_x - w.min_x) * (w.max_y - w.min_y))"
                 " AS share FROM burst b JOIN world w ON w.id = b.world"
                 " ORDER BY b.world, b.number");
  BurstPlaces places;
  std::vector<std::uint32_t> worlds, numbers;
  std::vector<float> shares;
  while (rows.step()) {
    places.try_emplace({rows["world"].integer(), rows["number"].integer()},
                       static_cast<std::uint32_t>(shares.size()));
    worlds.push_back(static_cast<std::uint32_t>(worlds_.of.at(rows["world"].integer())));
    numbers.push_back(static_cast<std::uint32_t>(rows["number"].integer()));
    shares.push_back(real_or_nothing(rows["share"]));
  }
  add_column("burst-world", worlds);
  add_column("burst-number", numbers);
  add_column("burst-share", shares);
  return places;
}

/// How each method followed the bursts of each world: a row for both, then each burst's time, those
/// of one row together.
void StoreData::read_follows(const BurstPlaces& bursts) {
  json& table = facts_["follow"];
  const std::array names{"world",   "method", "bursts", "repaired",           "outdated",
                         "mean_ns", "p50_ns", "p95_ns", "first_answer_p50_ns"};
  for (const char* name : names) table[name] = json::array();
  std::vector<double> times, first;
  std::int64_t repaired = 0;
  std::int64_t outdated = 0;
  const auto quantile = [](std::vector<double>& values, double share) -> json {
    if (values.empty()) return nullptr;
    std::sort(values.begin(), values.end());
    const double at = share * static_cast<double>(values.size() - 1);
    const auto below = static_cast<std::size_t>(at);
    const double next = values[std::min(below + 1, values.size() - 1)];
    return values[below] + (at - static_cast<double>(below)) * (next - values[below]);
  };
  const auto add_row = [&](std::int64_t world, std::int64_t method) {
    const double sum = std::accumulate(times.begin(), times.end(), 0.0);
    const std::array<json, 9> row{worlds_.of.at(world),
                                  methods_.of.at(method),
                                  times.size(),
                                  repaired,
                                  outdated,
                                  sum / static_cast<double>(times.size()),
                                  quantile(times, 0.5),
                                  quantile(times, 0.95),
                                  quantile(first, 0.5)};
    for (std::size_t i = 0; i < row.size(); ++i) table[names[i]].push_back(row[i]);
    times.clear();
    first.clear();
    repaired = 0;
  };
  Statement rows(database_,
                 "WITH outdated AS (SELECT q.world, a.method, COUNT(*) AS answers FROM answer a"
                 "  JOIN query q ON q.id = a.query WHERE a.outdated GROUP BY q.world, a.method)"
                 " SELECT f.world, f.method, f.number, f.ns, f.repaired, f.first_answer_ns,"
                 " o.answers AS outdated FROM follow f"
                 " LEFT JOIN outdated o ON o.world = f.world AND o.method = f.method"
                 " ORDER BY f.world, f.method, f.number");
  std::pair<std::int64_t, std::int64_t> of;
  std::vector<std::uint32_t> followed;
  std::vector<float> each_ns;
  while (rows.step()) {
    const std::pair now{rows["world"].integer(), rows["method"].integer()};
    if (!times.empty() && now != of) add_row(of.first, of.second);
    of = now;
    times.push_back(static_cast<double>(rows["ns"].integer()));
    followed.push_back(bursts.at({now.first, rows["number"].integer()}));
    each_ns.push_back(static_cast<float>(rows["ns"].integer()));
    repaired += rows["repaired"].integer();
    outdated = rows["outdated"].integer();
    if (rows["first_answer_ns"].type() != SQLITE_NULL) {
      first.push_back(static_cast<double>(rows["first_answer_ns"].integer()));
    }
  }
  if (!times.empty()) add_row(of.first, of.second);
  add_column("follow-burst", followed);
  add_column("follow-ns", each_ns);
}

const json& StoreData::read_table(const std::string& name, std::string_view sql) {
  Statement rows(database_, sql);
  return facts_[name] = columns_of(rows);
}

template <class Number>
void StoreData::add_column(const std::string& name, const std::vector<Number>& values) {
  parts_.push_back(
      {prefix_ + name, base64(deflated(byte_planes(std::span<const Number>(values))))});
}

void StoreData::read_queries() {
  Statement rows(database_,
                 "SELECT id, world, number, start_x, start_y, goal_x, goal_y, truth, optimum,"
                 " bursts FROM query ORDER BY world, number");
  std::vector<std::uint32_t> worlds, numbers, bursts;
  std::vector<std::uint8_t> truths;
  std::array<std::vector<double>, 5> reals;  // the ends, the optimum
  while (rows.step()) {
    queries_.add(rows["id"].integer());
    worlds.push_back(static_cast<std::uint32_t>(worlds_.of.at(rows["world"].integer())));
    numbers.push_back(static_cast<std::uint32_t>(rows["number"].integer()));
    bursts.push_back(static_cast<std::uint32_t>(rows["bursts"].integer()));
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
  add_column("query-bursts", bursts);
  add_column("query-truth", truths);
  const std::array names{"query-start-x", "query-start-y", "query-goal-x", "query-goal-y",
                         "query-optimum"};
  for (std::size_t i = 0; i < names.size(); ++i) add_column(names[i], reals[i]);
}

std::size_t StoreData::place(const Statement& row, const Answers& answers) const {
  return methods_.of.at(row["method"].integer()) * answers.queries +
         queries_.of.at(row["query"].integer());
}

void StoreData::read_answers() {
  Answers answers(methods_.ids.size(), queries_.ids.size());
  json words = json::array();
  Statement rows(
      database_,
      "SELECT query, method, status, message, fault, fault_segment, gap, corridor_gap, slack"
      " FROM answer");
  while (rows.step()) {
    const std::size_t at = place(rows, answers);
    const std::string_view status = rows["status"].text();
    answers.status[at] = code_of(kStatusNames, status);
    answers.gap[at] = real_or_nothing(rows["gap"]);
    answers.corridor_gap[at] = real_or_nothing(rows["corridor_gap"]);
    answers.slack[at] = real_or_nothing(rows["slack"]);
    // A build that failed tells its message once; `build` has it.
    if (status != "unsupported" && rows["message"].type() != SQLITE_NULL) {
      words.push_back(
          {at, rows["message"].text(), json_of(rows["fault"]), json_of(rows["fault_segment"])});
    }
    ++answers_;
  }
  facts_["words"] = std::move(words);
  add_column("answer-status", answers.status);
  add_column("answer-gap", answers.gap);
  add_column("answer-corridor-gap", answers.corridor_gap);
  add_column("answer-slack", answers.slack);
  read_times(answers);
  read_improvements(answers);
}

void StoreData::read_improvements(const Answers& answers) {
  struct Step {
    std::uint32_t at;
    float ns, gap;
  };
  std::vector<Step> steps;
  Statement rows(database_,
                 "SELECT i.query, i.method, i.ns, CASE w.optimum_by WHEN 'exact'"
                 " THEN i.length / q.optimum - 1 END AS gap FROM improvement i"
                 " JOIN query q ON q.id = i.query JOIN world w ON w.id = q.world"
                 " ORDER BY i.query, i.method, i.ns");
  while (rows.step()) {
    steps.push_back({static_cast<std::uint32_t>(place(rows, answers)),
                     static_cast<float>(rows["ns"].integer()), real_or_nothing(rows["gap"])});
  }
  std::stable_sort(steps.begin(), steps.end(),
                   [](const Step& a, const Step& b) { return a.at < b.at; });
  std::vector<std::uint32_t> at;
  std::vector<float> ns, gap;
  for (const Step& step : steps) {
    at.push_back(step.at);
    ns.push_back(step.ns);
    gap.push_back(step.gap);
  }
  add_column("improvement-at", at);
  add_column("improvement-ns", ns);
  add_column("improvement-gap", gap);
}

void StoreData::read_times(const Answers& answers) {
  const std::size_t worlds = worlds_.ids.size();
  AnswerTimes times(answers.status.size(), methods_.ids.size() * worlds);
  Statement rows(database_,
                 "SELECT query, method, locate_ns, attach_ns, search_ns, realise_ns, smooth_ns,"
                 " switches, repeated FROM timing ORDER BY query, method");
  const std::array names{"locate_ns", "attach_ns", "search_ns", "realise_ns", "smooth_ns"};
  while (rows.step()) {
    Repetition repetition;
    for (std::size_t i = 0; i < kPhases; ++i) repetition.phases_ns[i] = rows[names[i]].integer();
    if (rows["switches"].type() != SQLITE_NULL) repetition.switches = rows["switches"].integer();
    repetition.repeated = rows["repeated"].integer();
    const std::size_t query = queries_.of.at(rows["query"].integer());
    times.add(place(rows, answers),
              methods_.of.at(rows["method"].integer()) * worlds + query_worlds_[query], repetition);
  }
  times.finish();
  find_worst(answers, answers.gap);
  find_worst(answers, times.ns());
  add_column("answer-ns", times.ns());
  const std::array columns{"answer-attach", "answer-search", "answer-realise", "answer-smooth"};
  for (std::size_t i = 0; i < columns.size(); ++i) add_column(columns[i], times.shares()[i]);
  add_conditions(times.trials());
}

/// Columns of `build` on what the timings of each trial say of their conditions.
void StoreData::add_conditions(const std::vector<TrialTimes>& trials) {
  json& builds = facts_["build"];
  for (std::size_t i = 0; i < builds["world"].size(); ++i) {
    const TrialTimes& trial = trials[builds["method"][i].get<std::size_t>() * worlds_.ids.size() +
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

/// Adds the ten answers with the greatest values, of those that found a path.
void StoreData::find_worst(const Answers& answers, const std::vector<float>& values) {
  constexpr std::size_t kWorst = 10;
  constexpr auto kFound = static_cast<std::uint8_t>(Status::kFound);
  std::vector<std::size_t> ranked;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (answers.status[i] == kFound && !std::isnan(values[i])) ranked.push_back(i);
  }
  const std::size_t count = std::min(kWorst, ranked.size());
  std::partial_sort(ranked.begin(), ranked.begin() + static_cast<std::ptrdiff_t>(count),
                    ranked.end(),
                    [&](std::size_t i, std::size_t j) { return values[i] > values[j]; });
  for (std::size_t i = 0; i < count; ++i) {
    worst_.push_back({ranked[i] % answers.queries, ranked[i] / answers.queries});
  }
}

std::string StoreData::packed_facts() const {
  return base64(deflated(facts_.dump(-1, ' ', false, json::error_handler_t::replace)));
}

std::size_t StoreData::number_bytes() const {
  // What the list of pictures adds to the facts: a structure, a world, a query that is listed.
  constexpr std::size_t kListed = 12;
  constexpr std::size_t kMarkup = 80;
  std::size_t bytes = packed_facts().size() +
                      kListed * (facts_["build"]["world"].size() + 20 * worlds_.ids.size() + 100);
  for (const PagePart& part : parts_) bytes += part.packed.size() + kMarkup;
  return bytes;
}

std::vector<PagePart> StoreData::take_parts() {
  facts_["pictures"] = pictures_.contents();
  std::vector<PagePart> parts{{prefix_ + "facts", packed_facts()}};
  for (std::vector<PagePart> more : {std::move(parts_), pictures_.take_parts()}) {
    std::move(more.begin(), more.end(), std::back_inserter(parts));
  }
  return parts;
}

}  // namespace fairway
