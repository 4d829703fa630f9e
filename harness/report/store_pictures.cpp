#include "harness/report/store_pictures.hpp"

#include <fmt/format.h>

#include <array>
#include <map>
#include <span>
#include <string_view>
#include <utility>

#include "harness/records/packed_numbers.hpp"

namespace fairway {

namespace {

using nlohmann::json;

/// The least that packed doubles take as packed single numbers, as a share.
constexpr double kLeastShare = 0.1;
/// Until after so many bursts, as page/pictures.js has it.
constexpr std::uint32_t kForEver = 0xffffffff;

template <class Number>
std::string packed_columns(const std::vector<Number>& numbers) {
  return base64(deflated(byte_planes(std::span<const Number>(numbers))));
}

float relative(double coordinate, double origin) { return static_cast<float>(coordinate - origin); }

std::string segment_columns(const std::vector<Segment>& segments, Point origin) {
  const std::size_t count = segments.size();
  std::vector<float> columns(4 * count);
  for (std::size_t i = 0; i < count; ++i) {
    const auto& [a, b] = segments[i];
    columns[i] = relative(a.x, origin.x);
    columns[count + i] = relative(a.y, origin.y);
    columns[2 * count + i] = relative(b.x, origin.x);
    columns[3 * count + i] = relative(b.y, origin.y);
  }
  return packed_columns(columns);
}

Point origin_of(const Statement& row) { return {row["min_x"].real(), row["min_y"].real()}; }

std::uint32_t kind_code(std::string_view kind) {
  return kind == "optimum" ? 0 : kind == "raw" ? 1 : 2;
}

}  // namespace

StorePictures::StorePictures(Database& database, const Places& worlds, const Places& methods,
                             const Places& queries, std::string prefix)
    : database_(database),
      worlds_(worlds),
      methods_(methods),
      queries_(queries),
      prefix_(std::move(prefix)),
      contents_{{"walls", json::array()},
                {"moments", json::array()},
                {"structures", json::array()},
                {"paths", json::array()},
                {"left_out", {{"walls", 0}, {"structures", 0}, {"queries", 0}}}} {
  database_.execute("CREATE TEMP TABLE wanted (query INTEGER, method INTEGER)");
}

bool StorePictures::add(std::vector<PagePart> parts, PictureBudget& budget, std::size_t& spent) {
  constexpr std::size_t kMarkup = 80;  // around a part, at most
  std::size_t bytes = 0;
  for (const PagePart& part : parts) bytes += part.packed.size() + kMarkup;
  if (bytes > budget.left) return false;
  budget.left -= bytes;
  spent += bytes;
  for (PagePart& part : parts) {
    part.id = prefix_ + part.id;
    parts_.push_back(std::move(part));
  }
  return true;
}

/// The walls that a world ever has, and when: each from after so many bursts until after so many.
struct StorePictures::Walls {
  std::vector<Segment> segments;
  std::vector<std::uint32_t> from, until;  // empty in a world that stays
};

StorePictures::Walls StorePictures::walls_of(std::int64_t world, std::string_view first) {
  Walls walls{unpacked_segments(first), {}, {}};
  using Key = std::array<double, 4>;
  const auto key_of = [](const Segment& s) { return Key{s.a.x, s.a.y, s.b.x, s.b.y}; };
  std::map<Key, std::size_t> present;
  Statement rows(database_,
                 "SELECT number, gone, come FROM outline_change WHERE world = :world"
                 " ORDER BY number",
                 {{"world", world}});
  while (rows.step()) {
    if (walls.from.empty()) {
      walls.from.assign(walls.segments.size(), 0);
      walls.until.assign(walls.segments.size(), kForEver);
      for (std::size_t i = 0; i < walls.segments.size(); ++i)
        present[key_of(walls.segments[i])] = i;
    }
    const auto number = static_cast<std::uint32_t>(rows["number"].integer());
    for (const Segment& gone : unpacked_segments(rows["gone"].blob())) {
      const auto at = present.find(key_of(gone));
      if (at == present.end()) continue;
      walls.until[at->second] = number;
      present.erase(at);
    }
    for (const Segment& come : unpacked_segments(rows["come"].blob())) {
      present[key_of(come)] = walls.segments.size();
      walls.segments.push_back(come);
      walls.from.push_back(number);
      walls.until.push_back(kForEver);
    }
  }
  return walls;
}

void StorePictures::add_walls(PictureBudget& budget) {
  Statement rows(database_,
                 "SELECT o.world, o.walls, w.min_x, w.min_y FROM outline o"
                 " JOIN world w ON w.id = o.world ORDER BY o.world");
  while (rows.step()) {
    const std::size_t world = worlds_.of.at(rows["world"].integer());
    Walls walls = walls_of(rows["world"].integer(), rows["walls"].blob());
    std::vector<PagePart> parts{
        {fmt::format("walls-{}", world), segment_columns(walls.segments, origin_of(rows))}};
    const bool changes = !walls.from.empty();
    if (changes) {
      walls.from.insert(walls.from.end(), walls.until.begin(), walls.until.end());
      parts.push_back({fmt::format("moments-{}", world), packed_columns(walls.from)});
    }
    if (add(std::move(parts), budget, budget.structures)) {
      contents_["walls"].push_back(world);
      if (changes) contents_["moments"].push_back(world);
    } else {
      contents_["left_out"]["walls"] = contents_["left_out"]["walls"].get<int>() + 1;
    }
  }
}

void StorePictures::add_structures(PictureBudget& budget) {
  Statement rows(database_,
                 "SELECT d.world, d.method, d.kind, d.total, LENGTH(d.segments) AS size, w.min_x,"
                 " w.min_y FROM drawing d JOIN world w ON w.id = d.world"
                 " ORDER BY size, d.world, d.method, d.kind");
  bool room = true;
  while (rows.step()) {
    const std::int64_t world = rows["world"].integer();
    const std::int64_t method = rows["method"].integer();
    json about{{"world", worlds_.of.at(world)},
               {"method", methods_.of.at(method)},
               {"kind", rows["kind"].text()},
               {"total", rows["total"].integer()},
               {"part", nullptr}};
    room = room && kLeastShare * rows["size"].real() <= static_cast<double>(budget.left);
    if (room) {
      Statement row(database_,
                    "SELECT segments FROM drawing WHERE world = :world AND method = :method"
                    " AND kind = :kind",
                    {{"world", world}, {"method", method}, {"kind", rows["kind"].text()}});
      row.step();
      const auto segments = unpacked_segments(row["segments"].blob());
      const std::string part = fmt::format("structure-{}", contents_["structures"].size());
      room = add({{part, segment_columns(segments, origin_of(rows))}}, budget, budget.structures);
      if (room) about["part"] = part;
    }
    if (!room) {
      contents_["left_out"]["structures"] = contents_["left_out"]["structures"].get<int>() + 1;
    }
    contents_["structures"].push_back(std::move(about));
  }
}

void StorePictures::add_drawn_paths(PictureBudget& budget) {
  for (const std::int64_t world : worlds_.ids) {
    add_paths("q.world = :world AND q.drawn IS NOT NULL", {{"world", world}}, {}, budget);
  }
}

void StorePictures::add_other_paths(PictureBudget& budget) {
  for (const std::int64_t world : worlds_.ids) {
    add_paths("q.world = :world AND q.drawn IS NULL", {{"world", world}},
              {{"world", worlds_.of.at(world)}}, budget);
  }
}

void StorePictures::add_worst_paths(const std::vector<AnswerPlace>& worst, PictureBudget& budget) {
  const std::string condition =
      "EXISTS (SELECT 1 FROM temp.wanted w WHERE w.query = p.query"
      " AND (p.method IS NULL OR w.method = p.method))";
  for (const AnswerPlace& answer : worst) {
    database_.execute(
        "INSERT INTO temp.wanted VALUES (:query, :method)",
        {{"query", queries_.ids[answer.query]}, {"method", methods_.ids[answer.method]}});
  }
  add_paths(condition + " AND p.query IN (SELECT query FROM temp.wanted)", {}, {}, budget);
  for (const std::int64_t world : worlds_.ids) {
    database_.execute("DELETE FROM temp.wanted");
    database_.execute(
        "INSERT INTO temp.wanted SELECT a.query, a.method FROM query q JOIN answer a"
        " ON a.query = q.id WHERE q.world = :world AND a.fault IS NOT NULL",
        {{"world", world}});
    add_paths(condition + " AND p.query IN (SELECT query FROM temp.wanted)", {}, {}, budget);
  }
}

/// Adds the paths of a condition as one part. `about` tells the page the world if these are all
/// paths of its queries that are not drawn; else the queries are listed.
void StorePictures::add_paths(const std::string& condition, NamedValues values, json about,
                              PictureBudget& budget) {
  const std::string from =
      " FROM query q JOIN path p ON p.query = q.id JOIN world w"
      " ON w.id = q.world WHERE " +
      condition;
  Statement sums(database_,
                 "SELECT COUNT(*) AS paths, COUNT(DISTINCT p.query) AS queries,"
                 " SUM(LENGTH(p.points)) AS size" +
                     from,
                 values);
  sums.step();
  if (sums["paths"].integer() == 0) return;
  bool added = false;
  if (kLeastShare * sums["size"].real() <= static_cast<double>(budget.left)) {
    std::vector<std::uint32_t> queries, methods, kinds, counts;
    std::vector<float> xs, ys;
    Statement rows(database_,
                   "SELECT p.query, p.method, p.kind, p.points, w.min_x, w.min_y" + from +
                       " ORDER BY q.world, q.number, p.method, p.kind",
                   values);
    while (rows.step()) {
      const Path path = unpacked_points(rows["points"].blob());
      const Point origin = origin_of(rows);
      queries.push_back(static_cast<std::uint32_t>(queries_.of.at(rows["query"].integer())));
      methods.push_back(rows["method"].type() == SQLITE_NULL
                            ? kNoMethod
                            : static_cast<std::uint32_t>(methods_.of.at(rows["method"].integer())));
      kinds.push_back(kind_code(rows["kind"].text()));
      counts.push_back(static_cast<std::uint32_t>(path.size()));
      for (const Point p : path) {
        xs.push_back(relative(p.x, origin.x));
        ys.push_back(relative(p.y, origin.y));
      }
    }
    const std::size_t number = contents_["paths"].size();
    if (about.is_null()) {
      about["queries"] = json::array();
      for (const std::uint32_t query : queries) {
        if (about["queries"].empty() || about["queries"].back() != query) {
          about["queries"].push_back(query);
        }
      }
    }
    for (const auto* column : {&methods, &kinds, &counts}) {
      queries.insert(queries.end(), column->begin(), column->end());
    }
    xs.insert(xs.end(), ys.begin(), ys.end());
    added = add({{fmt::format("paths-{}", number), packed_columns(queries)},
                 {fmt::format("points-{}", number), packed_columns(xs)}},
                budget, budget.paths);
  }
  if (added) {
    contents_["paths"].push_back(std::move(about));
  } else {
    contents_["left_out"]["queries"] =
        contents_["left_out"]["queries"].get<std::int64_t>() + sums["queries"].integer();
  }
}

}  // namespace fairway
