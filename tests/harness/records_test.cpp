#include "harness/records/records.hpp"

#include <gmock/gmock.h>

#include <set>
#include <string>

#include "generated/result_schema.hpp"
#include "harness/machine/calibration.hpp"
#include "harness/store/sqlite.hpp"

namespace fairway::test {
namespace {

class RecordsTest : public testing::Test {
 protected:
  RecordsTest() : database_("schema", Database::Mode::kInMemory) {
    database_.execute(std::string(kResultSchema));
  }

  /// Inserts a row with this status. Returns whether the table accepts the row. The columns
  /// `method` and `key` identify the row.
  bool takes(const std::string& table, const char* key, std::string_view status) {
    NamedValues row{{"method", 1}, {key, ++row_}, {"status", status}};
    if (table == "build") row.insert(row.end(), {{"run", 1}, {"failures", 0}});
    try {
      database_.insert(table, row);
      return true;
    } catch (const DatabaseError&) {
      return false;
    }
  }

  /// Compares the columns of a table with the fields of its record. Returns the columns that are
  /// neither fields nor in `keys`, and the fields without a column.
  template <class Record>
  std::set<std::string> unmatched(const std::string& table, std::set<std::string> keys) {
    std::set<std::string>& left = keys;
    const Record any{};
    Record::describe(any, [&](const char* name, auto&&) {
      EXPECT_TRUE(left.insert(name).second) << name << " is described twice";
    });
    for (const std::string& column :
         database_.texts("SELECT name FROM pragma_table_info(:table)", {{"table", table}})) {
      if (left.erase(column) == 0) left.insert(column);
    }
    return left;
  }

  Database database_;
  int row_ = 0;
};

// A new status must be added to the schema too. Otherwise the store refuses its rows.
TEST_F(RecordsTest, TablesTakeTheStatusesOfTheEnumAndNoOthers) {
  for (std::size_t i = 0; i < kStatusNames.size(); ++i) {
    const auto status = static_cast<Status>(i);
    EXPECT_EQ(takes("answer", "query", kStatusNames[i]), status != Status::kBuilt)
        << kStatusNames[i];
    EXPECT_EQ(takes("build", "world", kStatusNames[i]), status >= Status::kUnsupported)
        << kStatusNames[i];
  }
  EXPECT_FALSE(takes("answer", "query", "lost"));
  EXPECT_FALSE(takes("build", "world", "lost"));
}

TEST_F(RecordsTest, EachFieldIsAColumnAndEachColumnAField) {
  using testing::IsEmpty;
  const std::set<std::string> of_build{"world", "method", "run"};
  EXPECT_THAT(unmatched<BuildRecord>("build", of_build), IsEmpty());
  EXPECT_THAT(unmatched<BuildRun>("build_run", {"world", "method", "number"}), IsEmpty());
  EXPECT_THAT(unmatched<AnswerRecord>("answer", {"query", "method", "optimum"}), IsEmpty());
  EXPECT_THAT(unmatched<TimingRecord>("timing", {"query", "method", "repetition"}), IsEmpty());
  EXPECT_THAT(unmatched<FollowRecord>("follow", {"world", "method"}), IsEmpty());
}

TEST_F(RecordsTest, ThePhasesThatAreListedAreAllOfThem) {
  PhaseTimes times;
  std::int64_t next = 1;
  describe_phases(times, [&](const char*, std::int64_t& ns) { ns = next *= 10; });
  EXPECT_EQ(times.total(), 111110);
}

// calibration_work() is a fixed computation. The speed of machines is compared by its time, so the
// computation must never change, even in new versions.
TEST(Calibration, IsTheSameWorkForEver) {
  EXPECT_NEAR(calibration_work(), 3042266269.1235957, 1e-3);
  EXPECT_GT(calibrate(std::nullopt), 100'000);
}

}  // namespace
}  // namespace fairway::test
