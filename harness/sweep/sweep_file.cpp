#include "harness/sweep/sweep_file.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>
#include <system_error>

#include "datasets/text.hpp"
#include "datasets/world.hpp"

namespace fairway {

namespace {

int line_of(const toml::node& node) { return static_cast<int>(node.source().begin.line); }

std::string_view type_of(const toml::node& node) {
  switch (node.type()) {
    case toml::node_type::table:
      return "a table";
    case toml::node_type::array:
      return "an array";
    case toml::node_type::string:
      return node.as_string()->get().empty() ? "an empty string" : "a string";
    case toml::node_type::integer:
      return "an integer";
    case toml::node_type::floating_point:
      return "a number";
    case toml::node_type::boolean:
      return "a boolean";
    default:
      return "a date";
  }
}

/// Reads one table. Its error messages name the file and line.
class TableReader {
 public:
  TableReader(const std::filesystem::path& file, const toml::table& table, std::string where,
              const std::vector<std::string>& known)
      : file_(file), table_(table), where_(std::move(where)) {
    for (const auto& [key, value] : table) {
      if (std::find(known.begin(), known.end(), key.str()) != known.end()) continue;
      fail(static_cast<int>(key.source().begin.line),
           fmt::format("unknown key '{}'{}, expected one of {}", key.str(), where_, joined(known)));
    }
  }

  [[noreturn]] void fail(int line, const std::string& what) const {
    throw InputError(file_, line, what);
  }
  [[noreturn]] void fail(const toml::node& node, std::string_view key,
                         std::string_view expected) const {
    fail(line_of(node),
         fmt::format("'{}'{}: expected {}, found {}", key, where_, expected, type_of(node)));
  }

  const toml::node* find(std::string_view key) const { return table_.get(key); }
  int line() const { return line_of(table_); }

  void read(std::string_view key, std::int64_t least, std::int64_t most, auto& value) const {
    const toml::node* node = find(key);
    if (node == nullptr) return;
    const auto number = node->value_exact<std::int64_t>();
    if (!number) fail(*node, key, "an integer");
    if (*number < least || *number > most) {
      fail(line_of(*node),
           fmt::format("'{}'{}: expected {} to {}, found {}", key, where_, least, most, *number));
    }
    value = static_cast<std::remove_reference_t<decltype(value)>>(*number);
  }

  void read(std::string_view key, double least, double most, double& value) const {
    const toml::node* node = find(key);
    if (node == nullptr) return;
    const auto number = node->value<double>();
    if (!number || !node->is_number()) fail(*node, key, "a number");
    if (!(*number >= least && *number <= most)) {
      fail(line_of(*node),
           fmt::format("'{}'{}: expected {} to {}, found {}", key, where_, least, most, *number));
    }
    value = *number;
  }

  void read(std::string_view key, bool& value) const {
    const toml::node* node = find(key);
    if (node == nullptr) return;
    const auto flag = node->value_exact<bool>();
    if (!flag) fail(*node, key, "a boolean");
    value = *flag;
  }

  std::string string(std::string_view key) const {
    const toml::node* node = find(key);
    if (node == nullptr) fail(line(), fmt::format("expected '{}'{}", key, where_));
    return string_in(*node, key);
  }

  std::string string_in(const toml::node& node, std::string_view key) const {
    const auto text = node.value_exact<std::string>();
    if (!text) fail(node, key, "a string");
    return *text;
  }

  /// Calls each(node) for the values of an array; does nothing if the key is absent.
  void each(std::string_view key, auto&& each) const {
    const toml::node* node = find(key);
    if (node == nullptr) return;
    const toml::array* array = node->as_array();
    if (array == nullptr) fail(*node, key, "an array");
    for (const toml::node& value : *array) each(value);
  }

 private:
  const std::filesystem::path& file_;
  const toml::table& table_;
  std::string where_;
};

/// A TOML scalar as an option's value. Any other value becomes text that no option accepts.
OptionValues option_value(const toml::node& node) {
  if (const auto flag = node.value_exact<bool>()) return *flag;
  if (const auto number = node.value_exact<std::int64_t>()) return *number;
  if (const auto number = node.value_exact<double>()) return *number;
  if (const auto text = node.value_exact<std::string>()) return *text;
  return OptionValues::array({std::string(type_of(node))});
}

/// A TOML value as JSON. Refuses dates and infinite numbers, which JSON does not have.
OptionValues json_of(const TableReader& reader, const toml::node& node) {
  if (const toml::table* table = node.as_table()) {
    OptionValues object = OptionValues::object();
    for (const auto& [key, value] : *table) object[std::string(key.str())] = json_of(reader, value);
    return object;
  }
  if (const toml::array* array = node.as_array()) {
    OptionValues values = OptionValues::array();
    for (const toml::node& value : *array) values.push_back(json_of(reader, value));
    return values;
  }
  const auto number = node.value_exact<double>();
  if (node.is_date() || node.is_time() || node.is_date_time() ||
      (number && !std::isfinite(*number))) {
    reader.fail(line_of(node), "'options': expected no date, no infinite number and no nan");
  }
  return option_value(node);
}

/// Reports a name that is not registered as an error at the line that states it.
template <class Find>
auto named(const TableReader& reader, const toml::node& node, Find&& find) {
  try {
    return find();
  } catch (const UnknownName& e) {
    reader.fail(line_of(node), e.what());
  }
}

OptionValues read_options(const TableReader& reader, const toml::node& node,
                          const RegisteredAdapter& adapter) {
  const toml::table* table = node.as_table();
  if (table == nullptr) reader.fail(node, "options", "a table");
  OptionValues given = OptionValues::object();
  for (const auto& [key, value] : *table) given[std::string(key.str())] = option_value(value);
  try {
    return adapter.complete(given);
  } catch (const OptionError& e) {
    const toml::node* at = table->get(e.option());
    reader.fail(line_of(at != nullptr ? *at : node),
                fmt::format("representation '{}': {}", adapter.name, e.what()));
  }
}

/// Refuses `heuristic`, `weight` and `pruning` if the search is the representation's own, which
/// does not use them.
void refuse_unheeded(const TableReader& reader, const RegisteredAdapter& adapter,
                     const SearchSettings& settings) {
  if (settings.search != SearchKind::kOwn) return;
  for (const char* key : {"heuristic", "weight", "pruning"}) {
    const toml::node* node = reader.find(key);
    if (node == nullptr) continue;
    reader.fail(line_of(*node), fmt::format("'{}' has no effect on the own search of {}", key,
                                            in_quotes(adapter.name)));
  }
}

/// The settings of a method's search: the keys in its table, and standard values for the others.
SearchSettings read_search(const TableReader& reader, const RegisteredAdapter& adapter,
                           const OptionValues& options) {
  const SearchSettings& standard = adapter.methods.front().search;
  OptionValues given = OptionValues::object();
  for (const OptionInfo& info : option_infos(standard)) {
    const toml::node* node = reader.find(info.name);
    if (node == nullptr) continue;
    if (adapter.searches_itself && info.name != "smoother" && info.name != "search") {
      reader.fail(line_of(*node), fmt::format("'{}' has no effect on {}, which searches by itself",
                                              info.name, in_quotes(adapter.name)));
    }
    given[info.name] = option_value(*node);
  }
  try {
    const SearchSettings settings = with_option_values(standard, given);
    check_search(adapter, options, settings);
    refuse_unheeded(reader, adapter, settings);
    return settings;
  } catch (const OptionError& e) {
    const toml::node* const at = reader.find(e.option());
    reader.fail(line_of(at != nullptr ? *at : *reader.find("representation")), e.what());
  }
}

/// The name of a method or of what it is grouped by, which tables and figures print.
std::string read_name(const TableReader& reader, std::string_view key) {
  const std::string name = reader.string(key);
  if (name.empty()) reader.fail(*reader.find(key), key, "a name");
  if (const std::string shown = escaped_controls(name); shown != name) {
    reader.fail(
        line_of(*reader.find(key)),
        fmt::format("'{}': expected a name without control characters, found '{}'", key, shown));
  }
  return name;
}

/// A method of another program. That program checks its options.
Method read_command_method(const std::filesystem::path& file, const toml::table& table) {
  const TableReader reader(file, table, " in [[method]] with a command",
                           {"name", "command", "representation", "options"});
  Method method;
  method.name = read_name(reader, "name");
  method.search.search = SearchKind::kOwn;
  method.command = reader.string("command");
  if (method.command.find_first_not_of(" \t\r\n") == std::string::npos) {
    reader.fail(line_of(*reader.find("command")),
                fmt::format("'command': expected a program and its arguments, found {}",
                            method.command.empty() ? "an empty string" : "nothing but blanks"));
  }
  method.adapter =
      reader.find("representation") != nullptr ? read_name(reader, "representation") : method.name;
  method.options = OptionValues::object();
  if (const toml::node* options = reader.find("options")) {
    if (!options->is_table()) reader.fail(*options, "options", "a table");
    method.options = json_of(reader, *options);
  }
  return method;
}

Method read_method(const std::filesystem::path& file, const toml::table& table,
                   const Registry& registry) {
  if (table.contains("command")) return read_command_method(file, table);
  std::vector<std::string> known{"name", "representation", "options", "command"};
  for (const OptionInfo& info : option_infos(SearchSettings{})) known.push_back(info.name);
  const TableReader reader(file, table, " in [[method]]", known);
  Method method;
  method.name = read_name(reader, "name");
  method.adapter = reader.string("representation");
  const RegisteredAdapter& adapter = named(reader, *reader.find("representation"), [&] {
    return std::cref(registry.adapter(method.adapter));
  });
  const toml::node* options = reader.find("options");
  method.options = options != nullptr ? read_options(reader, *options, adapter)
                                      : adapter.methods.front().options;
  method.search = read_search(reader, adapter, method.options);
  method.program = adapter.program;
  return method;
}

void add_method(const TableReader& reader, int line, Method method, std::vector<Method>& methods) {
  for (const Method& other : methods) {
    if (other.name == method.name) {
      reader.fail(line, fmt::format("method '{}' is named twice", method.name));
    }
  }
  methods.push_back(std::move(method));
}

toml::table parse(const TextFile& source) {
  try {
    return toml::parse(source.text(), source.file().string());
  } catch (const toml::parse_error& e) {
    source.fail(static_cast<int>(e.source().begin.line),
                "no valid TOML: " + std::string(e.description()));
  }
}

/// The path of a file that a sweep names. A relative path is looked up beside the sweep, then in
/// the folder `terrain` beside the sweep's folder.
std::filesystem::path find_beside(const TableReader& reader, const toml::node& node,
                                  const std::filesystem::path& sweep) {
  const std::string name = reader.string_in(node, "terrain");
  const std::filesystem::path beside =
      std::filesystem::absolute(sweep).lexically_normal().parent_path();
  for (const auto& file : {beside / name, beside.parent_path() / "terrain" / name}) {
    std::error_code unreadable;
    if (std::filesystem::is_regular_file(file, unreadable)) return file;
  }
  reader.fail(line_of(node), fmt::format("'terrain': there is no file {} beside the sweep or in "
                                         "the folder 'terrain' beside its folder",
                                         in_quotes(name)));
}

/// A value of a map's table as the texts of an option.
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
      reader.fail(line_of(item), fmt::format("'radii': {} is named twice", *radius));
    }
    radii.push_back(*radius);
  }
  if (radii.empty()) reader.fail(node, "radii", "at least one number");
  return radii;
}

RadiusUnit read_radius_unit(const TableReader& reader, const toml::node& node) {
  const std::string name = reader.string_in(node, "radius_unit");
  const auto unit = std::ranges::find(kRadiusUnitNames, name);
  if (unit == kRadiusUnitNames.end()) {
    reader.fail(line_of(node), fmt::format("'radius_unit': expected one of {}, found {}",
                                           fmt::join(kRadiusUnitNames, ", "), in_quotes(name)));
  }
  return static_cast<RadiusUnit>(unit - kRadiusUnitNames.begin());
}

/// A path or pattern, or a table with `file` and optionally `name`, radii and options of the
/// reader. `sweep_radii` are the radii of maps that state none.
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
        reader.fail(value, "name", "a text without control characters");
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
  if (table == nullptr) reader.fail(node, "families", "a table of names and patterns of maps");
  std::vector<MapFamily> families;
  for (const auto& [key, value] : *table) {
    const std::string name(key.str());
    if (name.empty() || escaped_controls(name) != name) {
      reader.fail(line_of(value), "'families': expected names without control characters");
    }
    const toml::array* patterns = value.as_array();
    if (patterns == nullptr) reader.fail(value, name, "patterns of maps");
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
  reader.read("seed", 0, std::numeric_limits<std::int64_t>::max(), sweep.seed);
  reader.read("queries", 1, 10'000'000, sweep.queries);
  reader.read("unreachable", 0.0, 1.0, sweep.unreachable);
  reader.read("repetitions", 1, 100'000, sweep.repetitions);
  reader.read("builds", 1, 1000, sweep.builds);
  reader.read("draw", 0, 1000, sweep.draw);
  if (const toml::node* node = reader.find("paths")) {
    const std::string name = reader.string_in(*node, "paths");
    const auto kept = std::find(kPathsKeptNames.begin(), kPathsKeptNames.end(), name);
    if (kept == kPathsKeptNames.end()) {
      reader.fail(line_of(*node), fmt::format("'paths': expected one of {}, found {}",
                                              fmt::join(kPathsKeptNames, ", "), in_quotes(name)));
    }
    sweep.paths = static_cast<PathsKept>(kept - kPathsKeptNames.begin());
  }
  reader.read("timeout_ms", 1, 86'400'000, sweep.timeout_ms);
  reader.read("build_timeout_ms", 1, 86'400'000, sweep.build_timeout_ms);
  reader.read("memory_mb", 1, 1 << 30, sweep.memory_mb);
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
  if (sweep.methods.empty()) reader.fail(1, "expected 'methods' or [[method]] with at least one");
  return sweep;
}

SweepFile read_sweep_file(const std::filesystem::path& file, const Registry& registry) {
  return parse_sweep_file(TextFile::read(file), registry);
}

}  // namespace fairway
