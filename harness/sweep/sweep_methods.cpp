#include "harness/sweep/sweep_methods.hpp"

#include <cmath>
#include <functional>

namespace fairway {

namespace {

/// Converts a TOML scalar to the value of an option. Converts any other node to an array, which no
/// option accepts.
OptionValues option_value(const toml::node& node) {
  if (const auto flag = node.value_exact<bool>()) return *flag;
  if (const auto number = node.value_exact<std::int64_t>()) return *number;
  if (const auto number = node.value_exact<double>()) return *number;
  if (const auto text = node.value_exact<std::string>()) return *text;
  return OptionValues::array({std::string(type_of(node))});
}

/// Converts a TOML value to JSON. Rejects dates and non-finite numbers, which JSON does not have.
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
    reader.fail(line_of(node), "'options': expected no date and only finite numbers");
  }
  return option_value(node);
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

/// Rejects `heuristic`, `weight` and `pruning` if the representation has its own search: that
/// search does not use them.
void refuse_unheeded(const TableReader& reader, const RegisteredAdapter& adapter,
                     const SearchSettings& settings) {
  if (settings.search != SearchKind::kOwn) return;
  for (const char* key : {"heuristic", "weight", "pruning"}) {
    const toml::node* node = reader.find(key);
    if (node == nullptr) continue;
    reader.fail(
        line_of(*node),
        fmt::format("'{0}' has no effect on {1}, which has its own search; expected no '{0}'", key,
                    in_quotes(adapter.name)));
  }
}

/// The search settings of a method. A setting that the table of the method does not state gets the
/// default of the adapter.
SearchSettings read_search(const TableReader& reader, const RegisteredAdapter& adapter,
                           const OptionValues& options) {
  const SearchSettings& standard = adapter.methods.front().search;
  OptionValues given = OptionValues::object();
  for (const OptionInfo& info : option_infos(standard)) {
    const toml::node* node = reader.find(info.name);
    if (node == nullptr) continue;
    if (adapter.searches_itself && info.name != "smoother" && info.name != "search") {
      reader.fail(
          line_of(*node),
          fmt::format("'{0}' has no effect on {1}, which has its own search; expected no '{0}'",
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

/// Reads the name of a method or of a group of methods, as tables and figures show it.
std::string read_name(const TableReader& reader, std::string_view key) {
  const std::string name = reader.string(key);
  if (name.empty()) reader.fail(*reader.find(key), key, "a name");
  if (const std::string shown = escaped_controls(name); shown != name) {
    reader.fail(line_of(*reader.find(key)),
                fmt::format("'{}': expected a name in UTF-8 without control characters, found '{}'",
                            key, shown));
  }
  return name;
}

/// Reads a method of another program. That program checks its options itself.
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
                            method.command.empty() ? "an empty string" : "only blanks"));
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

}  // namespace

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

}  // namespace fairway
