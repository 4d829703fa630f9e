#include "harness/store/changes_summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "harness/store/sqlite.hpp"
#include "harness/store/summary.hpp"
#include "harness/store/text_table.hpp"

namespace fairway {

namespace {

std::string quantile_text(std::vector<double>& values, double p) {
  std::ranges::sort(values);
  return duration(values.empty() ? std::nullopt : std::optional(quantile(values, p)));
}

}  // namespace

std::string changes_summary(const std::filesystem::path& results) {
  Database database(results, Database::Mode::kReadOnly);
  Statement rows(database,
                 "WITH outdated AS (SELECT method, COUNT(*) AS answers FROM answer WHERE outdated"
                 "  GROUP BY method)"
                 " SELECT m.name, f.repaired, f.ns, f.first_answer_ns, o.answers AS outdated"
                 " FROM follow f JOIN method m ON m.id = f.method"
                 " LEFT JOIN outdated o ON o.method = m.id ORDER BY m.id");
  std::vector<std::array<std::string, 7>> table{
      {"method", "bursts", "repaired", "follow p50", "follow p95", "first answer p50", "outdated"}};
  std::string method;
  std::vector<double> follows;
  std::vector<double> answers;
  std::int64_t repaired = 0;
  std::int64_t outdated = 0;
  const auto end_method = [&] {
    if (follows.empty()) return;
    const double share = static_cast<double>(repaired) / static_cast<double>(follows.size());
    table.push_back({method, fmt::format("{}", follows.size()), percent(share, 0),
                     quantile_text(follows, 0.5), quantile_text(follows, 0.95),
                     quantile_text(answers, 0.5), fmt::format("{}", outdated)});
    follows.clear();
    answers.clear();
    repaired = 0;
  };
  while (rows.step()) {
    if (rows["name"].text() != method) end_method();
    method = rows["name"].text();
    repaired += rows["repaired"].integer();
    outdated = rows["outdated"].integer();
    follows.push_back(rows["ns"].real());
    if (const auto ns = rows["first_answer_ns"].optional_real()) answers.push_back(*ns);
  }
  end_method();
  return table.size() == 1 ? "" : "Worlds that change\n\n" + aligned(table) + "\n";
}

}  // namespace fairway
