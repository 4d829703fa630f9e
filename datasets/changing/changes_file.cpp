#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <unordered_set>
#include <utility>

#include "datasets/changing/formats.hpp"
#include "datasets/json_reader.hpp"
#include "datasets/moving_ai_map.hpp"
#include "datasets/read_world.hpp"
#include "datasets/tile_table.hpp"

namespace fairway {

namespace {

constexpr std::string_view kChangesKey = "fairway_changes";
constexpr std::int64_t kChangesVersion = 1;
constexpr std::int64_t kMostNumber = std::numeric_limits<std::int32_t>::max();

class ChangesReader : JsonReader {
 public:
  using JsonReader::JsonReader;

  ChangingWorld read(const OpenFile& open) {
    require_version("changing world", kChangesKey, kChangesVersion);
    const auto [version, world, steps] =
        all_members<3>(kRoot, "a changing world", {kChangesKey, "world", "steps"});
    require(world, Kind::kString, "'world': the name of a file");
    require(steps, Kind::kArray, "'steps': an array of steps");
    ChangingWorld changing{
        source_.file(),
        parse_world(open_beside(source_, tree_.line(world), tree_.string(world), open)),
        {}};
    if (changing.start.terrain) {
      fail(world, "a world with costs; expected no costs, because patches cannot state them");
    }
    raster_ = std::get_if<Raster>(&changing.start.content);
    PatchCheck check(source_, raster_ ? raster_->width() : 0, raster_ ? raster_->height() : 0);
    for (Node s = begin(steps); s != end(steps); s = after(s)) {
      changing.steps.push_back(read_step(s, check));
    }
    return changing;
  }

 private:
  Step read_step(Node node, PatchCheck& check) {
    require(node, Kind::kObject, "a step: an object with 'query', 'patch', or 'add' and 'remove'");
    const auto [query, bucket, length, patch, add, remove] =
        members<6>(node, {"query", "bucket", "octile_length", "patch", "add", "remove"});
    const bool changes = add != kRoot || remove != kRoot;
    if ((query != kRoot) + (patch != kRoot) + (changes ? 1 : 0) != 1) {
      fail(node, "expected a step of one kind: 'query', 'patch', or 'add' and 'remove'");
    }
    if (query != kRoot) return read_query(query, bucket, length);
    if (bucket != kRoot || length != kRoot) {
      fail(bucket != kRoot ? bucket : length,
           "'bucket' and 'octile_length' belong to queries; expected none beside changes");
    }
    if (changes == (raster_ != nullptr)) {
      fail(node, raster_ != nullptr
                     ? "obstacles in a world of cells; expected 'patch', which changes cells"
                     : "a patch in a world that is not of cells; expected 'add' and 'remove'");
    }
    BurstStep step;
    if (patch != kRoot) read_patches(patch, check, step);
    if (remove != kRoot) read_removed(remove, step);
    if (add != kRoot) read_added(add, step);
    return step;
  }

  QueryStep read_query(Node query, Node bucket, Node length) const {
    const auto [x1, y1, x2, y2] =
        coordinates<4>(query, "a query: an array of four numbers, [x1, y1, x2, y2]");
    QueryStep step{0, {x1, y1}, {x2, y2}, {}, tree_.line(query)};
    if (bucket != kRoot) {
      step.bucket = static_cast<int>(integer(bucket, "a bucket", 0, kMostNumber));
    }
    if (length != kRoot) {
      require(length, Kind::kNumber, "a length, negative if there is no path");
      step.octile_length = tree_.number(length);
    }
    return step;
  }

  void read_patches(Node patches, PatchCheck& check, BurstStep& step) const {
    require(patches, Kind::kArray, "'patch': an array of patches");
    for (Node p = begin(patches); p != end(patches); p = after(p)) {
      const auto [x_node, y_node, rows] = all_members<3>(p, "a patch", {"x", "y", "rows"});
      const auto x = static_cast<int>(integer(x_node, "a column", 0, kMostNumber));
      const auto y = static_cast<int>(integer(y_node, "a row", 0, kMostNumber));
      require(rows, Kind::kArray, "'rows': an array of strings");
      std::vector<std::string_view> cells;
      for (Node r = begin(rows); r != end(rows); r = after(r)) {
        require(r, Kind::kString, "a row: a string of cells");
        cells.push_back(tree_.string(r));
        check_row(source_, tree_.line(r), cells.back(), cells.front().size(), moving_ai_cells());
      }
      if (cells.empty() || cells.front().empty()) fail(rows, "no cells; expected one at least");
      check.add(tree_.line(p), x, y, clamped(cells.front().size()), clamped(cells.size()));
      step.burst.patches.push_back({x, y, make_raster(cells, moving_ai_cells())});
      step.patch_lines.push_back(tree_.line(p));
    }
  }

  static int clamped(std::size_t size) {
    return static_cast<int>(std::min(size, static_cast<std::size_t>(kMostNumber)));
  }

  std::int32_t obstacle_id(Node n) const {
    return static_cast<std::int32_t>(integer(n, "the id of an obstacle", 0, kMostNumber));
  }

  void read_removed(Node removed, BurstStep& step) {
    require(removed, Kind::kArray, "'remove': an array of ids");
    for (Node n = begin(removed); n != end(removed); n = after(n)) {
      const std::int32_t id = obstacle_id(n);
      if (there_.erase(id) == 0) {
        fail(n, fmt::format("obstacle {} is not there; expected one that was added", id));
      }
      step.burst.removed.push_back(id);
      step.removed_lines.push_back(tree_.line(n));
    }
  }

  void read_added(Node added, BurstStep& step) {
    require(added, Kind::kArray, "'add': an array of obstacles");
    for (Node n = begin(added); n != end(added); n = after(n)) {
      const auto [id_node, points] = all_members<2>(n, "an obstacle", {"id", "ring"});
      Obstacle obstacle{obstacle_id(id_node), {}};
      if (!there_.insert(obstacle.id).second) {
        fail(id_node,
             fmt::format("obstacle {} is there already; expected another id", obstacle.id));
      }
      require(points, Kind::kArray, "'ring': an array of points");
      for (Node p = begin(points); p != end(points); p = after(p)) {
        obstacle.ring.push_back(point(p));
      }
      if (obstacle.ring.size() < 3) {
        fail(points,
             fmt::format("a ring of {} points; expected three at least", obstacle.ring.size()));
      }
      step.burst.added.push_back(std::move(obstacle));
      step.added_lines.push_back(tree_.line(n));
    }
  }

  const Raster* raster_ = nullptr;
  std::unordered_set<std::int32_t> there_;
};

std::string quoted(std::string_view name) {
  try {
    return nlohmann::json(name).dump();
  } catch (const nlohmann::json::type_error&) {
    throw std::invalid_argument(
        fmt::format("{}: expected a name in UTF-8, as a file of changes is", in_quotes(name)));
  }
}

/// Writes the items of an array, separated by commas.
template <class Items, class AddItem>
void write_items(std::string& text, const Items& items, AddItem add_item) {
  text += '[';
  for (auto item = items.begin(); item != items.end(); ++item) {
    if (item != items.begin()) text += ',';
    add_item(*item);
  }
  text += ']';
}

void write_burst(std::string& text, const Burst& burst, bool of_cells) {
  const auto out = std::back_inserter(text);
  if (of_cells) {
    text += "\"patch\":";
    write_items(text, burst.patches, [&](const CellPatch& patch) {
      fmt::format_to(out, "\n{{\"x\":{},\"y\":{},\"rows\":[", patch.x, patch.y);
      for (int y = 0; y < patch.cells.height(); ++y) {
        text += y == 0 ? "\"" : ",\"";
        append_cells(text, patch.cells.row(y));
        text += '"';
      }
      text += "]}";
    });
    return;
  }
  fmt::format_to(out, "\"remove\":[{}],\"add\":", fmt::join(burst.removed, ","));
  write_items(text, burst.added, [&](const Obstacle& obstacle) {
    fmt::format_to(out, "\n{{\"id\":{},\"ring\":", obstacle.id);
    write_items(text, obstacle.ring,
                [&](Point p) { fmt::format_to(out, "[{},{}]", p.x + 0.0, p.y + 0.0); });
    text += '}';
  });
}

void write_query(std::string& text, const QueryStep& query) {
  const auto out = std::back_inserter(text);
  fmt::format_to(out, "\"query\":[{},{},{},{}]", query.start.x + 0.0, query.start.y + 0.0,
                 query.goal.x + 0.0, query.goal.y + 0.0);
  if (query.bucket != 0) fmt::format_to(out, ",\"bucket\":{}", query.bucket);
  if (query.octile_length) {
    fmt::format_to(out, ",\"octile_length\":{}", *query.octile_length + 0.0);
  }
}

}  // namespace

ChangingWorld parse_changes(const TextFile& source, const OpenFile& open) {
  return ChangesReader(source).read(open);
}

std::string format_changes(const ChangingWorld& changing, std::string_view world) {
  std::string text = fmt::format("{{\"{}\":{},\n\"world\":{},\n\"steps\":", kChangesKey,
                                 kChangesVersion, quoted(world));
  const bool of_cells = std::holds_alternative<Raster>(changing.start.content);
  write_items(text, changing.steps, [&](const Step& step) {
    text += "\n{";
    if (const auto* burst = std::get_if<BurstStep>(&step)) {
      write_burst(text, burst->burst, of_cells);
    } else {
      write_query(text, std::get<QueryStep>(step));
    }
    text += '}';
  });
  text += "}\n";
  return text;
}

}  // namespace fairway
