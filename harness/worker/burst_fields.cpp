#include "harness/worker/burst_fields.hpp"

#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "datasets/moving_ai_map.hpp"

namespace fairway {

namespace {

using Json = LineFields::Json;

constexpr const char* kPatches =
    "an array of {\"x\": column, \"y\": row, \"rows\": strings of equal length}";
constexpr const char* kIds = "an array of whole numbers from 0 to 2147483647";
constexpr const char* kObstacles = "an array of {\"id\": number, \"ring\": three points or more}";

Json patch_json(const CellPatch& patch) {
  Json rows = Json::array();
  for (int y = 0; y < patch.cells.height(); ++y) {
    std::string row;
    append_cells(row, patch.cells.row(y));
    rows.push_back(std::move(row));
  }
  return {{"x", patch.x}, {"y", patch.y}, {"rows", std::move(rows)}};
}

Json obstacle_json(const Obstacle& obstacle) {
  Json ring = Json::array();
  for (const Point p : obstacle.ring) ring.push_back({p.x, p.y});
  return {{"id", obstacle.id}, {"ring", std::move(ring)}};
}

std::int32_t parse_number(const LineFields& fields, const char* key, const Json& value) {
  const std::int64_t number = fields.count(key, value);
  if (number > std::numeric_limits<std::int32_t>::max()) {
    fields.expect(key, "numbers up to 2147483647");
  }
  return static_cast<std::int32_t>(number);
}

CellPatch parse_patch(const LineFields& fields, const Json& given) {
  const auto check = [&](bool holds) {
    if (!holds) fields.expect("patch", kPatches);
  };
  check(given.is_object() && given.contains("x") && given.contains("y") && given.contains("rows"));
  check(given["rows"].is_array() && !given["rows"].empty());
  std::vector<std::string_view> rows;
  for (const Json& row : given["rows"]) {
    check(row.is_string());
    rows.push_back(row.get_ref<const std::string&>());
    check(!rows.back().empty() && rows.back().size() == rows.front().size());
    if (!moving_ai_cells().has_all(rows.back())) {
      fields.expect("patch",
                    ("cells from the characters " + moving_ai_cells().characters()).c_str());
    }
  }
  return {parse_number(fields, "patch", given["x"]), parse_number(fields, "patch", given["y"]),
          make_raster(rows, moving_ai_cells())};
}

Obstacle parse_obstacle(const LineFields& fields, const Json& given) {
  if (!given.is_object() || !given.contains("id") || !given.contains("ring")) {
    fields.expect("add", kObstacles);
  }
  Obstacle obstacle{parse_number(fields, "add", given["id"]), {}};
  fields.points("add", given["ring"], obstacle.ring);
  if (obstacle.ring.size() < 3) fields.expect("add", kObstacles);
  return obstacle;
}

}  // namespace

void add_burst(Json& line, const Burst& burst) {
  for (const CellPatch& patch : burst.patches) line["patch"].push_back(patch_json(patch));
  for (const std::int32_t id : burst.removed) line["remove"].push_back(id);
  for (const Obstacle& obstacle : burst.added) line["add"].push_back(obstacle_json(obstacle));
  for (const auto& [a, b] : burst.border_gone) {
    line["border_gone"].push_back({a.x, a.y, b.x, b.y});
  }
  for (const auto& [a, b] : burst.border_come) {
    line["border_come"].push_back({a.x, a.y, b.x, b.y});
  }
}

Burst parse_burst(const LineFields& fields) {
  Burst burst;
  const auto each = [&](const char* key, const char* expected, auto take) {
    const Json* given = fields.find(key);
    if (given == nullptr) return;
    if (!given->is_array()) fields.expect(key, expected);
    for (const Json& item : *given) take(item);
  };
  each("patch", kPatches,
       [&](const Json& patch) { burst.patches.push_back(parse_patch(fields, patch)); });
  each("remove", kIds,
       [&](const Json& id) { burst.removed.push_back(parse_number(fields, "remove", id)); });
  each("add", kObstacles,
       [&](const Json& obstacle) { burst.added.push_back(parse_obstacle(fields, obstacle)); });
  const auto border = [&](const char* key, std::vector<BorderEdge>& edges) {
    each(key, "an array of edges [x1, y1, x2, y2]", [&](const Json& edge) {
      const auto [ax, ay, bx, by] = fields.four(key, edge);
      edges.push_back({{ax, ay}, {bx, by}});
    });
  };
  border("border_gone", burst.border_gone);
  border("border_come", burst.border_come);
  return burst;
}

}  // namespace fairway
