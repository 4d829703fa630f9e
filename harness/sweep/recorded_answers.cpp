#include "harness/sweep/recorded_answers.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "harness/records/packed_numbers.hpp"
#include "harness/store/result_store.hpp"
#include "harness/store/sqlite.hpp"

namespace fairway {

namespace {

class RecordedWorker final : public Worker {
 public:
  explicit RecordedWorker(const RecordedAnswers& answers) : answers_(answers) {}

  BuiltWorker build() override {
    BuiltWorker built;
    built.program = "recorded in " + answers_.source();
    if (answers_.empty()) {
      built.reply.status = Status::kUnsupported;
      built.reply.message = answers_.source() + " has no answers on this world";
    }
    return built;
  }

  void answer(std::span<const Query> queries, bool, std::chrono::nanoseconds,
              const Receive& receive) override {
    for (std::size_t i = 0; i < queries.size(); ++i) {
      AnswerReply reply;
      if (const RecordedAnswer* recorded = answers_.find(queries[i])) {
        reply.failure = recorded->failure;
        reply.message = recorded->message;
        reply.answer.status = recorded->status;
        reply.answer.raw = recorded->raw;
        reply.answer.path = recorded->path;
        reply.answer.expanded = static_cast<std::uint64_t>(recorded->nodes.value_or(0));
      } else {
        reply.failure = Status::kError;
        reply.message = "not answered in " + answers_.source();
      }
      receive(i, reply);
    }
  }

  std::optional<Findings> inspect(std::span<const Query>) override { return std::nullopt; }
  std::optional<DrawingRecord> draw(const DrawRequest&) override { return std::nullopt; }

 private:
  const RecordedAnswers& answers_;
};

/// Converts a row of the table `answer`, without its path.
RecordedAnswer answer_of(const Statement& row) {
  RecordedAnswer answer;
  const std::string_view status = row["status"].text();
  if (status == name_of(Status::kFound) || status == name_of(Status::kInvalidPath)) {
    answer.status = PlanStatus::kFound;
  } else if (status == name_of(Status::kStartBlocked)) {
    answer.status = PlanStatus::kStartBlocked;
  } else if (status == name_of(Status::kGoalBlocked)) {
    answer.status = PlanStatus::kGoalBlocked;
  } else if (status == name_of(Status::kUnsupported)) {
    answer.status = PlanStatus::kUnsupported;
  } else if (status != name_of(Status::kMissed) && status != name_of(Status::kUnreachable)) {
    const auto at = std::find(kStatusNames.begin(), kStatusNames.end(), status);
    answer.failure = static_cast<Status>(at - kStatusNames.begin());
    answer.message = row["message"].text();
  }
  if (row["ns"].type() != SQLITE_NULL) answer.ns = static_cast<std::int64_t>(row["ns"].real());
  if (row["expanded"].type() != SQLITE_NULL) answer.nodes = row["expanded"].integer();
  return answer;
}

}  // namespace

RecordedAnswers::Ends RecordedAnswers::ends_of(const Query& query) {
  return {query.start.x, query.start.y, query.goal.x, query.goal.y};
}

void RecordedAnswers::add(const Query& query, RecordedAnswer answer) {
  answers_.insert_or_assign(ends_of(query), std::move(answer));
}

const RecordedAnswer* RecordedAnswers::find(const Query& query) const {
  const auto at = answers_.find(ends_of(query));
  return at == answers_.end() ? nullptr : &at->second;
}

RecordedAnswers recorded_answers(const std::filesystem::path& store, std::string_view method,
                                 std::string_view content_hash) {
  Database database(store, Database::Mode::kReadOnly);
  check_schema_version(database, store);
  RecordedAnswers answers(store.string());
  Statement rows(database,
                 "SELECT q.number, q.start_x, q.start_y, q.goal_x, q.goal_y, a.status, a.message,"
                 " a.expanded, COALESCE(a.reported_ns, t.ns) AS ns, raw.points AS raw,"
                 " smoothed.points AS smoothed FROM answer a"
                 " JOIN query q ON q.id = a.query JOIN world w ON w.id = q.world"
                 " JOIN method m ON m.id = a.method"
                 " LEFT JOIN path raw ON (raw.query, raw.method, raw.kind) = (q.id, m.id, 'raw')"
                 " LEFT JOIN path smoothed"
                 "   ON (smoothed.query, smoothed.method, smoothed.kind) = (q.id, m.id, 'smoothed')"
                 " LEFT JOIN median_timing t ON (t.query, t.method) = (q.id, m.id)"
                 " WHERE m.name = :method AND w.content_hash = :hash",
                 {{"method", method}, {"hash", content_hash}});
  while (rows.step()) {
    RecordedAnswer answer = answer_of(rows);
    if (answer.status == PlanStatus::kFound && !answer.failure) {
      if (rows["smoothed"].type() == SQLITE_NULL) {
        throw StoreMismatch(
            fmt::format("{}: has no path of '{}' for query {}; expected results of a sweep with "
                        "paths = \"all\"",
                        store.string(), method, rows["number"].integer()));
      }
      answer.path = unpacked_points(rows["smoothed"].blob());
      answer.raw =
          rows["raw"].type() == SQLITE_NULL ? answer.path : unpacked_points(rows["raw"].blob());
    }
    answers.add({{rows["start_x"].real(), rows["start_y"].real()},
                 {rows["goal_x"].real(), rows["goal_y"].real()}},
                std::move(answer));
  }
  return answers;
}

std::unique_ptr<Worker> recorded_worker(const RecordedAnswers& answers) {
  return std::make_unique<RecordedWorker>(answers);
}

void add_reported_times(const RecordedAnswers& answers, std::span<const QueryRecord> queries,
                        TrialRecord& trial) {
  for (std::size_t i = 0; i < queries.size(); ++i) {
    if (const RecordedAnswer* recorded = answers.find(queries[i].query)) {
      trial.answers[i].reported_ns = recorded->ns;
    }
  }
}

}  // namespace fairway
