#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "algorithms/freespace/path_checker.hpp"
#include "algorithms/methods/planner.hpp"
#include "algorithms/representations/representation.hpp"
#include "harness/inspection/promise.hpp"
#include "harness/records/records.hpp"
#include "harness/worker/shared_text.hpp"
#include "harness/worker/worker.hpp"

namespace fairway::conformance {

/// Relative tolerance between sums of rounded doubles.
inline constexpr double kRounding = 1e-9;

/// A world for workers, and queries with their exact results.
struct Arena {
  /// Precondition: all queries have the same radius. Throws InvalidWorld if erosion by this radius
  /// leaves no free space.
  Arena(FreeSpace free_space, std::span<const Query> asked);

  FreeSpace map;    ///< the world that workers load
  FreeSpace space;  ///< `map` eroded by the radius of the queries; answers are judged in it
  PathChecker checker;
  SharedText world;
  std::vector<QueryRecord> queries;
};

/// Asks a worker the queries of an arena one by one, and checks the promises of the method for each
/// answer. Trusts only the points of reported paths.
class Interview {
 public:
  /// Keeps references to both arguments.
  Interview(const Arena& arena, const Guarantees& promised);

  /// Asks all queries. Precondition: the worker has built its index. Throws WorkerFailure.
  void ask(Worker& worker);

  const Findings& findings() const { return findings_; }
  /// The number of queries answered with a path.
  std::size_t found() const { return found_; }
  /// The replies, in the order of the queries. If the worker failed, there are fewer replies than
  /// queries.
  const std::vector<AnswerReply>& replies() const { return replies_; }
  /// The waiting times of the replies, in the same order.
  const std::vector<std::chrono::nanoseconds>& took() const { return took_; }
  /// The index of the query that the worker is answering, if any.
  std::optional<std::size_t> asked() const { return asked_; }

 private:
  bool expect(Promise promise, bool kept, auto&& message, const Path& path = {}) {
    return findings_.expect(promise, kept, asked_, message, path);
  }
  void judge(const QueryRecord& query, const AnswerReply& reply, std::int64_t waited);
  void judge_ends(const QueryRecord& query, const Answer& answer);
  void judge_path(std::string_view which, const QueryRecord& query, const Path& path);
  void judge_cost(const QueryRecord& query, const Answer& answer);

  const Arena& arena_;
  const Guarantees& promised_;
  Findings findings_;
  std::size_t found_ = 0;
  std::vector<AnswerReply> replies_;
  std::vector<std::chrono::nanoseconds> took_;
  std::optional<std::size_t> asked_;
};

}  // namespace fairway::conformance
