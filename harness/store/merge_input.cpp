#include "harness/store/merge_input.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "harness/store/result_store.hpp"
#include "harness/store/sqlite.hpp"

namespace fairway {

namespace {

namespace fs = std::filesystem;

/// Sort key of an input: world and method of its first trial by name, then start time, host and
/// shard of its first run.
using Rank = std::array<std::string, 5>;

Rank rank_of(Database& database) {
  Rank rank;
  Statement trial(database,
                  "SELECT world.name AS world_name, method.name AS method_name FROM build"
                  " JOIN world ON world.id = world JOIN method ON method.id = method"
                  " ORDER BY world_name, method_name LIMIT 1");
  if (trial.step()) {
    rank[0] = trial["world_name"].text();
    rank[1] = trial["method_name"].text();
  }
  Statement run(database, "SELECT * FROM run ORDER BY started, host, shard LIMIT 1");
  if (run.step()) {
    rank[2] = run["started"].text();
    rank[3] = run["host"].text();
    rank[4] = run["shard"].text();
  }
  return rank;
}

MergeInput read_input(Database& database, const fs::path& file) {
  MergeInput input;
  input.file = file;
  Statement worlds(database,
                   "SELECT world.name, world.id, COUNT(query.id) AS queries FROM world"
                   " LEFT JOIN query ON query.world = world.id GROUP BY world.id");
  while (worlds.step()) {
    input.worlds[std::string(worlds["name"].text())] = {worlds["id"].integer(),
                                                        worlds["queries"].integer()};
  }
  Statement methods(database, "SELECT name, id FROM method");
  while (methods.step()) {
    input.methods[std::string(methods["name"].text())] = methods["id"].integer();
  }
  return input;
}

/// The settings that all runs of the inputs share, and the first file with them.
using Settings = std::optional<std::pair<RunRecord, fs::path>>;

void check_plan(Database& database, const fs::path& file, Settings& settings) {
  Statement runs(database, "SELECT * FROM run");
  while (runs.step()) {
    const RunRecord run = run_settings(runs);
    if (!settings) settings.emplace(run, file);
    if (run.plan == settings->first.plan) continue;
    throw StoreMismatch(
        fmt::format("{} was made with {}, but {} with {}; expected parts of one sweep",
                    settings->second.string(), describe(settings->first, &run), file.string(),
                    describe(run, &settings->first)));
  }
}

}  // namespace

std::vector<MergeInput> read_merge_inputs(const std::vector<fs::path>& files) {
  std::vector<std::pair<Rank, MergeInput>> ranked;
  Settings settings;
  for (std::size_t i = 0; i < files.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (fs::equivalent(files[i], files[j])) {
        throw StoreMismatch(files[i].string() + ": appears twice, expected different files");
      }
    }
    Database database(files[i], Database::Mode::kReadOnly);
    check_schema_version(database, files[i]);
    check_plan(database, files[i], settings);
    ranked.emplace_back(rank_of(database), read_input(database, files[i]));
  }
  std::sort(ranked.begin(), ranked.end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<MergeInput> inputs;
  for (auto& [rank, input] : ranked) inputs.push_back(std::move(input));
  return inputs;
}

}  // namespace fairway
