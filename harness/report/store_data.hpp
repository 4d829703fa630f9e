#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/report/answer_times.hpp"
#include "harness/report/store_pictures.hpp"
#include "harness/store/sqlite.hpp"

namespace fairway {

/// What the page knows of one result store, as it is at this moment.
///
/// The parts are "facts" first: a JSON object of runs, worlds, methods, builds, the answers that
/// need words, and what pictures there are. Then the columns of bursts of changes ("burst-share"),
/// of queries ("query-optimum") and of answers ("answer-ns", a value for each method and query,
/// those of one method together), then the pictures.
class StoreData {
 public:
  /// Reads all numbers. Ids of parts begin with `prefix`. If `maps` has patterns, only worlds that
  /// fit one are read; `unfit` loses those that some world fits. Throws DatabaseError, and
  /// StoreMismatch if the file is not a result store of this version.
  StoreData(const std::filesystem::path& store, std::string prefix,
            const std::vector<std::string>& maps, std::vector<std::string>& unfit);

  std::size_t answers() const { return answers_; }
  /// Of all parts but pictures, at most.
  std::size_t number_bytes() const;
  const Places& worlds() const { return worlds_; }
  StorePictures& pictures() { return pictures_; }
  /// The ten largest gaps and the ten slowest answers, of those that found a path.
  const std::vector<AnswerPlace>& worst() const { return worst_; }

  std::vector<PagePart> take_parts();

 private:
  struct Answers;

  void choose_maps(const std::vector<std::string>& maps, std::vector<std::string>& unfit);
  void read_numbers();
  const nlohmann::json& read_table(const std::string& name, std::string_view sql);
  template <class Number>
  void add_column(const std::string& name, const std::vector<Number>& values);
  /// Of each world and number of a burst: its place among all.
  using BurstPlaces = std::map<std::pair<std::int64_t, std::int64_t>, std::uint32_t>;
  BurstPlaces read_bursts();
  void read_follows(const BurstPlaces& bursts);
  void read_queries();
  void read_answers();
  void read_times(const Answers& answers);
  void read_improvements(const Answers& answers);
  void find_worst(const Answers& answers, const std::vector<float>& values);
  void add_conditions(const std::vector<TrialTimes>& trials);
  std::size_t place(const Statement& row, const Answers& answers) const;
  std::string packed_facts() const;

  std::filesystem::path file_;
  std::string prefix_;
  Database database_;
  nlohmann::json facts_;
  Places worlds_, methods_, queries_;
  std::vector<std::uint32_t> query_worlds_;
  std::vector<PagePart> parts_;
  std::vector<AnswerPlace> worst_;
  std::size_t answers_ = 0;
  StorePictures pictures_;
};

}  // namespace fairway
