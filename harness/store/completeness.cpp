#include "harness/store/completeness.hpp"

#include <functional>
#include <map>

namespace fairway {

bool is_complete(Database& store, std::string_view world, std::span<const std::string> methods,
                 int index, int count) {
  if (store.integer("SELECT COUNT(*) FROM refusal WHERE name = :world", {{"world", world}}) > 0) {
    return true;
  }
  Statement find(store,
                 "SELECT id, (SELECT COUNT(*) FROM query WHERE world = w.id) AS queries"
                 " FROM world w WHERE name = :world",
                 {{"world", world}});
  if (!find.step()) return false;
  const std::int64_t id = find["id"].integer();
  const std::int64_t asked = (find["queries"].integer() + count - index) / count;
  std::map<std::string, std::int64_t, std::less<>>
      answered;  // number of answers by method, for methods with a build
  Statement builds(store,
                   "SELECT m.name FROM build b JOIN method m ON m.id = b.method"
                   " WHERE b.world = :world",
                   {{"world", id}});
  while (builds.step()) answered.emplace(builds["name"].text(), 0);
  Statement answers(store,
                    "SELECT m.name, n.answers FROM (SELECT a.method, COUNT(*) AS answers FROM"
                    "   (SELECT id, ROW_NUMBER() OVER (ORDER BY number) - 1 AS place"
                    "     FROM query WHERE world = :world) q"
                    "   CROSS JOIN answer a ON a.query = q.id WHERE q.place % :count = :place"
                    "   GROUP BY a.method) n JOIN method m ON m.id = n.method",
                    {{"world", id}, {"count", count}, {"place", index - 1}});
  while (answers.step()) {
    const auto method = answered.find(answers["name"].text());
    if (method != answered.end()) method->second = answers["answers"].integer();
  }
  for (const std::string& method : methods) {
    const auto at = answered.find(method);
    if (at == answered.end() || at->second < asked) return false;
  }
  return true;
}

}  // namespace fairway
