#include "harness/store/columns.hpp"

#include <algorithm>
#include <array>

namespace fairway {

std::vector<std::string> comparable_columns(Database& database, std::string_view table,
                                            std::string_view schema) {
  constexpr std::array<std::string_view, 10> kOthers{
      "id",   "name",          "number",           "world",           "family",
      "file", "free_space_ns", "free_space_bytes", "exact_solver_ns", "witnessed"};
  std::vector<std::string> columns =
      database.texts("SELECT name FROM pragma_table_info(:table, :schema) ORDER BY cid",
                     {{"table", table}, {"schema", schema}});
  std::erase_if(columns, [&](const std::string& column) {
    return std::ranges::find(kOthers, column) != kOthers.end();
  });
  return columns;
}

}  // namespace fairway
