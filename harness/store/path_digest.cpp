#include "harness/store/path_digest.hpp"

#include <fmt/format.h>

#include "harness/store/sha256.hpp"

namespace fairway {

std::string path_digest(Database& database, std::string_view schema) {
  Statement rows(database, fmt::format("SELECT w.name, q.number, m.name, a.status, a.path_hash"
                                       " FROM {0}.answer a JOIN {0}.query q ON q.id = a.query"
                                       " JOIN {0}.world w ON w.id = q.world"
                                       " JOIN {0}.method m ON m.id = a.method"
                                       " ORDER BY w.name, q.number, m.name",
                                       schema));
  Sha256 hash;
  while (rows.step()) {
    for (std::size_t c = 0; c < rows.columns().size(); ++c) {
      hash.add(rows[c].text());
      hash.add(std::string_view("\0", 1));
    }
  }
  return hash.finish();
}

std::string path_digest(const std::filesystem::path& results) {
  Database database(results, Database::Mode::kReadOnly);
  return path_digest(database);
}

}  // namespace fairway
