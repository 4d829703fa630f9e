#include "harness/sweep/sweep_file.hpp"

#include <cmath>
#include <limits>
#include <system_error>

#include "harness/sweep/sweep_methods.hpp"

namespace fairway {

namespace {

void add_method(const TableReader& reader, int line, Method method, std::vector<Method>& methods) {
  for (const Method& other : methods) {
    if (other.name == method.name) {
      reader.fail(line,
                  fmt::format("method '{}' appears twice, expected different names", method.name));
    }
  }
  methods.push_back(std::move(method));
}

toml::table parse(const TextFile& source) {
  try {
    return toml::parse(source.text(), source.file().string());
  } catch (const toml::parse_error& e) {
    source.fail(static_cast<int>(e.source().begin.line),
                "invalid TOML: " + std::string(e.description()));
  }
}

/// The path of a file that a sweep names. A relative path is searched beside the sweep, then in the
/// folder `terrain` beside the folder of the sweep.
std::filesystem::path find_beside(const TableReader& reader, const toml::node& node,
                                  const std::filesystem::path& sweep) {
  const std::string name = reader.string_in(node, "terrain");
  const std::filesystem::path beside =
      std::filesystem::absolute(sweep).lexically_normal().parent_path();
  for (const auto& file : {beside / name, beside.parent_path() / "terrain" / name}) {
    std::error_code unreadable;
    if (std::filesystem::is_regular_file(file, unreadable)) return file;
  }
  reader.fail(
      line_of(node),
      fmt::format("'terrain': no file {} beside the sweep or in ../terrain, expected a cost table",
                  in_quotes(name)));
}

/// Returns the values of a map reader's option as texts. In the table of a map, an option has one
/// value or an array of values.
std::vector<std::string> option_texts(const TableReader& reader, const toml::node& node,
                                      std::string_view key) {
  if (const toml::array* array = node.as_array()) {
    std::vector<std::string> texts;
    for (const toml::node& item : *array) {
      if (item.is_array()) reader.fail(item, key, "a text, a number or a boolean");
      texts.push_back(option_texts(reader, item, key).front());
    }
    return texts;
  }
  if (const auto text = node.value_exact<std::string>()) return {*text};
  if (const auto flag = node.value_exact<bool>()) return {*flag ? "true" : "false"};
  if (const auto number = node.value_exact<std::int64_t>()) return {fmt::format("{}", *number)};
  if (const auto number = node.value_exact<double>()) return {fmt::format("{}", *number)};
  reader.fail(node, key, "a text, a number, a boolean, or a list of them");
}

std::vector<double> read_radii(const TableReader& reader, const toml::node& node) {
  const toml::array* array = node.as_array();
  if (array == nullptr) reader.fail(node, "radii", "an array");
  std::vector<double> radii;
  for (const toml::node& item : *array) {
    const auto radius = item.value<double>();
    if (!radius || !item.is_number()) reader.fail(item, "radii", "numbers");
    if (!(*radius >= 0) || !std::isfinite(*radius)) {
      reader.fail(line_of(item), fmt::format("'radii': expected 0 or more, found {}", *radius));
    }
    if (std::ranges::find(radii, *radius) != radii.end()) {
      reader.fail(line_of(item),
                  fmt::format("'radii': {} appears twice, expected different radii", *radius));
    }
    radii.push_back(*radius);
  }
  if (radii.empty()) reader.fail(node, "radii", "at least one number");
  return radii;
}

RadiusUnit read_radius_unit(const TableReader& reader, const toml::node& node) {
  return reader.one_of<RadiusUnit>(node, "radius_unit", kRadiusUnitNames);
}

/// Reads an entry of `maps`: a path, a pattern, or a table with `file`, optional `name` and radii,
/// and options of the map reader. `sweep_radii` apply to a map without radii.
MapPattern read_map(const TableReader& reader, const toml::node& node,
                    const std::filesystem::path& sweep, const StatedRadii& sweep_radii) {
  const toml::table* table = node.as_table();
  if (table == nullptr) return {reader.string_in(node, "maps"), line_of(node)};
  const toml::node* file = table->get("file");
  if (file == nullptr) reader.fail(line_of(node), "expected 'file' in the table of a map");
  MapPattern map{reader.string_in(*file, "file"), line_of(node), MapOptions(sweep, line_of(node)),
                 ""};
  for (const auto& [key, value] : *table) {
    if (key == "file") continue;
    if (key == "name") {
      map.name = reader.string_in(value, "name");
      if (map.name.empty() || escaped_controls(map.name) != map.name) {
        reader.fail(value, "name", "a text in UTF-8 without control characters");
      }
      continue;
    }
    if (key == "radii") {
      map.radii.values = read_radii(reader, value);
      continue;
    }
    if (key == "radius_unit") continue;
    map.read.set(std::string(key.str()), option_texts(reader, value, key.str()));
  }
  const toml::node* unit = table->get("radius_unit");
  if (unit == nullptr && map.radii.values.empty()) return map;
  if (map.radii.values.empty()) map.radii.values = sweep_radii.values;
  map.radii.unit = unit != nullptr ? read_radius_unit(reader, *unit) : sweep_radii.unit;
  return map;
}

std::vector<MapFamily> read_families(const TableReader& reader, const toml::node& node) {
  const toml::table* table = node.as_table();
  if (table == nullptr) reader.fail(node, "families", "a table of names and map patterns");
  std::vector<MapFamily> families;
  for (const auto& [key, value] : *table) {
    const std::string name(key.str());
    if (name.empty() || escaped_controls(name) != name) {
      reader.fail(line_of(value), "'families': expected names in UTF-8 without control characters");
    }
    const toml::array* patterns = value.as_array();
    if (patterns == nullptr) reader.fail(value, name, "map patterns");
    families.push_back({name, {}});
    for (const toml::node& pattern : *patterns)
      families.back().patterns.push_back(reader.string_in(pattern, name));
  }
  return families;
}

}  // namespace

SweepFile parse_sweep_file(const TextFile& source, const Registry& registry) {
  const std::filesystem::path& file = source.file();
  const toml::table table = parse(source);
  const TableReader reader(
      file, table, "",
      {"maps", "families", "methods", "method", "seed", "queries", "unreachable", "repetitions",
       "builds", "draw", "paths", "radii", "radius_unit", "terrain", "timeout_ms",
       "build_timeout_ms", "memory_mb", "sandbox"});
  SweepFile sweep;
  sweep.file = file;
  reader.read<std::int64_t>("seed", 0, std::numeric_limits<std::int64_t>::max(), sweep.seed);
  reader.read<std::int64_t>("queries", 1, 10'000'000, sweep.queries);
  reader.read("unreachable", 0.0, 1.0, sweep.unreachable);
  reader.read<std::int64_t>("repetitions", 1, 100'000, sweep.repetitions);
  reader.read<std::int64_t>("builds", 1, 1000, sweep.builds);
  reader.read<std::int64_t>("draw", 0, 1000, sweep.draw);
  if (const toml::node* node = reader.find("paths")) {
    sweep.paths = reader.one_of<PathsKept>(*node, "paths", kPathsKeptNames);
  }
  reader.read<std::int64_t>("timeout_ms", 1, 86'400'000, sweep.timeout_ms);
  reader.read<std::int64_t>("build_timeout_ms", 1, 86'400'000, sweep.build_timeout_ms);
  reader.read<std::int64_t>("memory_mb", 1, 1 << 30, sweep.memory_mb);
  reader.read("sandbox", sweep.sandbox);
  if (const toml::node* node = reader.find("radius_unit")) {
    sweep.radii.unit = read_radius_unit(reader, *node);
  }
  if (const toml::node* node = reader.find("radii")) sweep.radii.values = read_radii(reader, *node);
  if (const toml::node* node = reader.find("terrain")) {
    sweep.terrain = find_beside(reader, *node, file);
  }
  reader.each("maps", [&](const toml::node& node) {
    sweep.maps.push_back(read_map(reader, node, file, sweep.radii));
  });
  if (sweep.maps.empty()) reader.fail(1, "expected 'maps' with at least one path or pattern");

  if (const toml::node* node = reader.find("families")) {
    sweep.families = read_families(reader, *node);
  }
  reader.each("methods", [&](const toml::node& node) {
    const std::string name = reader.string_in(node, "methods");
    add_method(reader, line_of(node), named(reader, node, [&] { return registry.method(name); }),
               sweep.methods);
  });
  reader.each("method", [&](const toml::node& node) {
    const toml::table* method = node.as_table();
    if (method == nullptr) reader.fail(node, "method", "tables [[method]]");
    add_method(reader, line_of(node), read_method(file, *method, registry), sweep.methods);
  });
  if (sweep.methods.empty())
    reader.fail(1, "expected at least one method in 'methods' or [[method]]");
  return sweep;
}

SweepFile read_sweep_file(const std::filesystem::path& file, const Registry& registry) {
  return parse_sweep_file(TextFile::read(file), registry);
}

}  // namespace fairway
