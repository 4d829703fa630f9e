#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "algorithms/methods/planner.hpp"
#include "harness/records/records.hpp"
#include "harness/worker/worker.hpp"

namespace fairway {

/// What a program answered to a query elsewhere or earlier.
struct RecordedAnswer {
  PlanStatus status = PlanStatus::kNoPath;
  std::optional<Status> failure;  ///< of the program, instead of a status
  std::string message;
  Path raw;
  Path path;
  std::optional<std::int64_t> ns;     ///< as it was reported
  std::optional<std::int64_t> nodes;  ///< of the search
};

/// The answers of one method on one world, by the exact ends of the query.
class RecordedAnswers {
 public:
  /// `source` names the file for people.
  explicit RecordedAnswers(std::string source) : source_(std::move(source)) {}

  void add(const Query& query, RecordedAnswer answer);
  /// nullptr if the query was not asked.
  const RecordedAnswer* find(const Query& query) const;
  const std::string& source() const { return source_; }
  bool empty() const { return answers_.empty(); }

 private:
  using Ends = std::array<double, 4>;
  static Ends ends_of(const Query& query);

  std::string source_;
  std::map<Ends, RecordedAnswer> answers_;
};

/// The answers of a method in a result store, on the world of this content hash; empty if it has
/// none. Throws DatabaseError, and StoreMismatch if the store does not keep the path of an answer.
RecordedAnswers recorded_answers(const std::filesystem::path& store, std::string_view method,
                                 std::string_view content_hash);

/// A worker that gives recorded answers. `answers` must outlive it.
std::unique_ptr<Worker> recorded_worker(const RecordedAnswers& answers);

/// Adds the times that were recorded with the answers. `queries` are those of the trial.
void add_reported_times(const RecordedAnswers& answers, std::span<const QueryRecord> queries,
                        TrialRecord& trial);

}  // namespace fairway
