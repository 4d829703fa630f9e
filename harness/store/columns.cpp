#include "harness/store/columns.hpp"

#include "generated/result_schema.hpp"
#include "harness/store/sqlite.hpp"

namespace fairway {

std::vector<std::string> compared_columns(std::string_view table) {
  Database empty("", Database::Mode::kInMemory);
  empty.execute(std::string(kResultSchema));
  return empty.texts(
      "SELECT name FROM pragma_table_info(:table) WHERE pk = 0 AND type NOT LIKE '% VARIES'"
      " AND name NOT IN (SELECT \"from\" FROM pragma_foreign_key_list(:table)) ORDER BY cid",
      {{"table", table}});
}

}  // namespace fairway
