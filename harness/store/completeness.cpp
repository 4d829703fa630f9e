#include "harness/store/completeness.hpp"

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
  for (const std::string& method : methods) {
    Statement trial(store,
                    "SELECT m.id, b.world FROM method m JOIN build b ON b.method = m.id"
                    " WHERE m.name = :method AND b.world = :world",
                    {{"method", method}, {"world", id}});
    if (!trial.step()) return false;
    const std::int64_t answered = store.integer(
        "SELECT COUNT(*) FROM (SELECT id, ROW_NUMBER() OVER (ORDER BY number) - 1 AS place"
        "   FROM query WHERE world = :world) q"
        " JOIN answer a ON a.query = q.id AND a.method = :method WHERE place % :count = :place",
        {{"world", id}, {"method", trial["id"].integer()}, {"count", count}, {"place", index - 1}});
    if (answered < asked) return false;
  }
  return true;
}

}  // namespace fairway
