#include "harness/store/summary.hpp"

#include <gmock/gmock.h>

#include <limits>
#include <regex>
#include <sstream>

#include "generated/result_schema.hpp"
#include "harness/store/quantile.hpp"
#include "harness/store/sqlite.hpp"
#include "harness/store/text_table.hpp"
#include "tests/harness/program.hpp"

namespace fairway::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

// The expected values come from numpy.quantile(..., method="averaged_inverted_cdf").
TEST(Summary, QuantilesAreThoseOfThePlots) {
  EXPECT_EQ(quantile({3}, 0.5), 3);
  EXPECT_EQ(quantile({2, 1}, 0.5), 1.5);
  EXPECT_EQ(quantile({1, 4, 2}, 0.5), 2);
  EXPECT_EQ(quantile({1, 2, 4, 8}, 0.5), 3);
  EXPECT_EQ(quantile({1, 2, 4, 8}, 0.95), 8);
  std::vector<double> twenty;
  for (int i = 1; i <= 20; ++i) twenty.push_back(i);
  EXPECT_EQ(quantile(twenty, 0.95), 19.5);
  EXPECT_EQ(quantile(twenty, 1), 20);
  EXPECT_EQ(quantile(twenty, 0), 1);
}

// Infinite values count as values; NULL does not.
TEST(Summary, QuantilesInStatementsAreTheSame) {
  Database database("", Database::Mode::kInMemory);
  add_quantile(database);
  const auto of = [&](const std::string& values, const std::string& p) {
    Statement row(database, "SELECT quantile(column1, " + p + ") FROM (VALUES " + values + ")");
    row.step();
    return row[0].optional_real();
  };
  EXPECT_EQ(of("(1), (8), (NULL), (4), (2)", "0.5"), 3);
  EXPECT_EQ(of("(9e999), (2.5)", "0.5"), std::numeric_limits<double>::infinity());
  EXPECT_EQ(of("(NULL)", "0.5"), std::nullopt);
}

class SummaryOfStore : public testing::Test {
 protected:
  SummaryOfStore() {
    Database database(store_, Database::Mode::kCreate);
    database.execute(std::string(kResultSchema));
    database.execute(
        "INSERT INTO run VALUES "
        "(1,'','',0,'','','','h','',1,'','',2e7,'',1,1,3,1,5,1,1,1,NULL,'','',"
        "'')");
    const auto add_world = [&](int id, double radius) {
      database.execute(
          "INSERT INTO world VALUES (:id, :name, 'w', :radius, 0, 'exact', 'f', '', '', '', '', "
          "'', 1, 1, "
          "1, 1,"
          " 0, 0, 1, 1, 0, 1, 1, 1, 0, 30, 12)",
          {{"id", id}, {"name", std::string(1, static_cast<char>('a' + id))}, {"radius", radius}});
    };
    add_world(1, 0);
    add_world(2, 0.5);
    for (int method = 1; method <= 2; ++method) {
      database.execute(
          "INSERT INTO method VALUES (:id, :name, 'r', '{}', '', 1, 'none', NULL, '{}', NULL, 0)",
          {{"id", method}, {"name", method == 1 ? "fast" : "slow"}});
    }
    for (int world = 1; world <= 2; ++world) {
      for (int method = 1; method <= 2; ++method) {
        database.execute(
            "INSERT INTO build (world, method, run, status, ns, bytes, parts, failures)"
            " VALUES (:world, :method, 1, 'built', 1000, 2048, 'walls', 0)",
            {{"world", world}, {"method", method}});
      }
      database.execute("INSERT INTO part VALUES (:world, 'walls', 500, 1024)", {{"world", world}});
    }
  }

  /// An answer in world `world`, with three repetitions of `ns`; without repetitions if `ns` is 0.
  void answer(int world, int method, const char* status, int ns, double gap) {
    Database database(store_, Database::Mode::kReadWrite);
    const int query = ++queries_;
    database.execute(
        "INSERT INTO query VALUES (:id, :world, 'generated', :id, 0, 0, 1, 1, 'reachable', 1, "
        "NULL, NULL, 0)",
        {{"id", query}, {"world", world}});
    const bool found = std::string_view(status) == "found";
    database.execute(
        "INSERT INTO answer (query, method, status, gap, corridor_gap, slack) VALUES (:query,"
        " :method, :status, :gap, :gap, 0)",
        {{"query", query},
         {"method", method},
         {"status", status},
         {"gap", found ? std::optional(gap) : std::nullopt}});
    for (int r = 0; r < 3 && ns > 0; ++r) {
      database.execute(
          "INSERT INTO timing (query, method, repetition, locate_ns, attach_ns, search_ns,"
          " realise_ns, smooth_ns, cpu_ns, switches, faults, repeated) VALUES (:query, :method, "
          ":r, 0, 0, :ns, 0, 0, NULL, 0,"
          " NULL, 0)",
          {{"query", query}, {"method", method}, {"r", r}, {"ns", ns}});
    }
  }

  /// Returns the part of the summary that begins with the heading of this radius.
  std::string text(const std::string& radius) const {
    const std::string all = summary_text(store_);
    const std::size_t begin = all.find("Radius " + radius + ":");
    if (begin == std::string::npos) throw std::logic_error("no radius " + radius);
    return all.substr(begin, all.find("\nRadius ", begin) - begin);
  }

  /// Returns a cell of the first table that has this column. If several columns have this name, the
  /// first column counts.
  std::string cell(const std::string& radius, const std::string& method,
                   const std::string& column) const {
    std::istringstream lines(text(radius));
    std::vector<std::string> head;
    for (std::string line; std::getline(lines, line);) {
      const std::vector<std::string> cells = cells_of(line);
      if (cells.front() == "method") head = cells;
      const auto at = std::ranges::find(head, column);
      if (cells.front() == method && at != head.end()) {
        return cells.at(static_cast<std::size_t>(at - head.begin()));
      }
    }
    throw std::logic_error("no such cell");
  }

  static std::vector<std::string> cells_of(const std::string& line) {
    static const std::regex kGap(" {2,}");
    std::vector<std::string> cells(std::sregex_token_iterator(line.begin(), line.end(), kGap, -1),
                                   {});
    if (cells.empty()) cells.emplace_back();
    return cells;
  }

  TemporaryFolder folder_;
  std::filesystem::path store_ = folder_.path() / "results.sqlite";
  int queries_ = 0;
};

TEST_F(SummaryOfStore, NoFigureMixesRadii) {
  answer(1, 1, "found", 100, 0.5);
  answer(2, 1, "found", 900, 0.1);
  EXPECT_EQ(cell("0", "fast", "query"), "100 ns");
  EXPECT_EQ(cell("0.5", "fast", "query"), "900 ns");
  EXPECT_EQ(cell("0", "fast", "worst"), "50.000 %");
  EXPECT_EQ(cell("0", "fast", "found"), "1 of 1");
  EXPECT_EQ(cell("0", "fast", "build"), "1.5 us");
  EXPECT_EQ(cell("0", "fast", "own"), "1 us");
  EXPECT_EQ(cell("0", "fast", "memory"), "3 KiB");
  EXPECT_THAT(summary_text(store_),
              AllOf(HasSubstr("Radius 0: 1 world\n"), HasSubstr("Radius 0.5: 1 world\n")));
}

// Regression: a gap was slightly negative, because the length and the optimum are rounded
// separately.
TEST_F(SummaryOfStore, ShowsNoNegativeZero) {
  answer(1, 1, "found", 100, -1e-16);
  EXPECT_EQ(cell("0", "fast", "median gap"), "0.000 %");
  EXPECT_EQ(cell("0", "fast", "mean gap"), "0.000 %");
  EXPECT_EQ(percent(-0.0000049, 3), "0.000 %");
  EXPECT_EQ(percent(-0.0000051, 3), "-0.001 %");
  EXPECT_EQ(percent(0.01234, 1), "1.2 %");
}

// Regression: 1010 KiB was written as 1.01e+03 KiB. From 1000 KiB, a size is written in MiB.
TEST_F(SummaryOfStore, SizesHaveThreeDigitsInTheirUnit) {
  Database(store_, Database::Mode::kReadWrite)
      .execute("UPDATE build SET bytes = 1034240, parts = NULL", {});
  answer(1, 1, "found", 999700, 0);
  EXPECT_EQ(cell("0", "fast", "memory"), "0.986 MiB");
  EXPECT_EQ(cell("0", "fast", "query"), "1 ms");
}

// Regression: queries that the time limit ended were missing in the statistics of times, although
// they took longest.
TEST_F(SummaryOfStore, TimeOutsCountAtTheirLimitAndMissedQueriesAsEndless) {
  for (int i = 0; i < 3; ++i) answer(1, 1, "found", 100 + i, 0);
  answer(1, 1, "timeout", 0, 0);
  answer(1, 1, "timeout", 0, 0);
  EXPECT_EQ(cell("0", "fast", "query"), "102 ns");
  answer(1, 1, "timeout", 0, 0);
  EXPECT_THAT(cell("0", "fast", "query"), StartsWith(">= "));
  answer(1, 1, "timeout", 0, 0);
  EXPECT_EQ(cell("0", "fast", "query"), ">= 5 ms");
  for (int i = 0; i < 8; ++i) answer(1, 1, "missed", 50, 0);
  EXPECT_EQ(cell("0", "fast", "query"), "no path");
}

TEST_F(SummaryOfStore, FailedBuildsHaveALine) {
  answer(1, 1, "found", 100, 0);
  Database(store_, Database::Mode::kReadWrite)
      .execute("UPDATE build SET status = 'crashed', ns = NULL, bytes = NULL WHERE method = 2");
  EXPECT_EQ(cell("0", "slow", "build"), "failed");
  EXPECT_THAT(text("0"), AllOf(HasSubstr("Not built: slow 1 of 1 world\n"),
                               Not(HasSubstr("Recorded, not timed"))));
}

}  // namespace
}  // namespace fairway::test
