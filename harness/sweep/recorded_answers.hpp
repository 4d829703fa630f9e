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

/// A stored answer of a program to a query.
struct RecordedAnswer {
  PlanStatus status = PlanStatus::kNoPath;
  std::optional<Status> failure;  ///< failure of the program, if it gave no answer
  std::string message;
  Path raw;
  Path path;
  std::optional<std::int64_t> ns;     ///< reported query time
  std::optional<std::int64_t> nodes;  ///< expanded nodes of the search
};

/// The answers of one method on one world. find() compares the exact ends of queries.
class RecordedAnswers {
 public:
  /// `source` is the file name for messages.
  explicit RecordedAnswers(std::string source) : source_(std::move(source)) {}

  void add(const Query& query, RecordedAnswer answer);
  /// The answer to a query, or nullptr.
  const RecordedAnswer* find(const Query& query) const;
  const std::string& source() const { return source_; }
  bool empty() const { return answers_.empty(); }

 private:
  using Ends = std::array<double, 4>;
  static Ends ends_of(const Query& query);

  std::string source_;
  std::map<Ends, RecordedAnswer> answers_;
};

/// The answers of a method in a result store, on the world with this content hash. Empty if there
/// are none. Throws DatabaseError, and StoreMismatch if the store lacks the path of an answer.
RecordedAnswers recorded_answers(const std::filesystem::path& store, std::string_view method,
                                 std::string_view content_hash);

/// A worker that replies with recorded answers. `answers` must outlive the worker.
std::unique_ptr<Worker> recorded_worker(const RecordedAnswers& answers);

/// Copies the recorded times to the answers of a trial with these queries.
void add_reported_times(const RecordedAnswers& answers, std::span<const QueryRecord> queries,
                        TrialRecord& trial);

}  // namespace fairway
