#include "harness/store/quantile.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <utility>

namespace fairway {

namespace {

struct Collected {
  std::vector<double> values;
  double p = 0;
};

void collect_value(sqlite3_context* context, int, sqlite3_value** arguments) {
  if (sqlite3_value_type(arguments[0]) == SQLITE_NULL) return;
  auto** collected =
      static_cast<Collected**>(sqlite3_aggregate_context(context, sizeof(Collected*)));
  if (collected == nullptr) return sqlite3_result_error_nomem(context);
  if (*collected == nullptr) *collected = std::make_unique<Collected>().release();
  (*collected)->values.push_back(sqlite3_value_double(arguments[0]));
  (*collected)->p = sqlite3_value_double(arguments[1]);
}

void end_quantile(sqlite3_context* context) {
  auto** collected = static_cast<Collected**>(sqlite3_aggregate_context(context, 0));
  if (collected == nullptr || *collected == nullptr) return sqlite3_result_null(context);
  const std::unique_ptr<Collected> all(std::exchange(*collected, nullptr));
  sqlite3_result_double(context, quantile(std::move(all->values), all->p));
}

}  // namespace

double quantile(std::vector<double> values, double p) {
  std::ranges::sort(values);
  const auto count = static_cast<double>(values.size());
  const double place = p * count;
  const auto at = static_cast<std::size_t>(std::max(1.0, std::ceil(place)));
  if (place != std::floor(place) || place < 1 || place >= count) return values[at - 1];
  return 0.5 * (values[at - 1] + values[at]);
}

void add_quantile(Database& database) {
  database.add_aggregate("quantile", 2, collect_value, end_quantile);
}

}  // namespace fairway
