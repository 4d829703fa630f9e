#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/methods/registry.hpp"
#include "datasets/map_files.hpp"
#include "harness/commands/command.hpp"
#include "harness/commands/json_text.hpp"

namespace fairway {

namespace {

/// Calls visit(adapter) for the built-in adapters, then for the adapters of other programs.
void for_each_adapter(auto&& visit) {
  for (const RegisteredAdapter& r : Registry::built_in().adapters()) visit(r);
  for (const RegisteredAdapter& r : Registry::built_in().others()) visit(r);
}

Json method_json(const RegisteredAdapter& adapter, const Method& m) {
  Json method{{"name", m.name}, {"representation", m.adapter}, {"options", m.options}};
  method.update(option_values(m.search));
  if (!adapter.program.empty()) method["program"] = adapter.program;
  if (!adapter.missing.empty()) method["missing"] = adapter.missing;
  const Guarantees promises = promises_of(adapter, m);
  method["promises"] = {
      {"legal", promises.legal},           {"realised_cost", promises.realised_cost},
      {"complete", promises.complete},     {"optimal", promises.optimal},
      {"corridors", promises.corridors},   {"terrain", promises.terrain},
      {"repeatable", promises.repeatable}, {"any_radius", promises.any_radius}};
  return method;
}

Json methods_json() {
  Json methods = Json::array();
  for_each_adapter([&](const RegisteredAdapter& r) {
    for (const Method& m : r.methods) methods.push_back(method_json(r, m));
  });
  return {{"methods", methods}};
}

/// Returns the options and search settings of a method that differ from the defaults, as text:
/// "refine 4, pruning none". Leaves out heuristic, smoother and search.
std::string unusual_settings(const RegisteredAdapter& adapter, const Method& m) {
  std::vector<std::string> texts;
  const auto add = [&](const std::string& name, const Json& value, const Json& usual) {
    if (value == usual) return;
    texts.push_back(name + ' ' + (value.is_string() ? value.get<std::string>() : value.dump()));
  };
  for (const OptionInfo& o : adapter.options) {
    add(o.name, m.options.value(o.name, o.standard), o.standard);
  }
  const Json defaults = option_values(SearchSettings{});
  const Json values = option_values(m.search);
  for (const auto& [name, value] : values.items()) {
    if (name == "heuristic" || name == "smoother" || name == "search") continue;
    add(name, value, defaults.at(name));
  }
  if (!promises_of(adapter, m).legal) texts.push_back("paths may be illegal");
  if (!adapter.missing.empty()) {
    texts.push_back("not built: " + adapter.missing);
  } else if (!adapter.program.empty()) {
    texts.push_back("run by " + adapter.program);
  }
  return fmt::format("{}", fmt::join(texts, ", "));
}

constexpr std::string_view kMethodRow = "{:<33}  {:<23}  {:<21}  {:<8}  {}";

std::string method_text(const RegisteredAdapter& adapter, const Method& m) {
  const std::string search = m.search.search == SearchKind::kAstar
                                 ? fmt::format("{} A*", name_of(m.search.heuristic))
                                 : std::string(name_of(m.search.search));
  std::string row = fmt::format(kMethodRow, m.name, m.adapter, search, name_of(m.search.smoother),
                                unusual_settings(adapter, m));
  return row.erase(row.find_last_not_of(' ') + 1) + '\n';
}

std::string methods_text() {
  std::string text =
      fmt::format(kMethodRow, "method", "representation", "search", "smoother", "other settings") +
      '\n';
  for_each_adapter([&](const RegisteredAdapter& r) {
    for (const Method& m : r.methods) text += method_text(r, m);
  });
  return text;
}

Json representations_json() {
  Json all = Json::array();
  for_each_adapter([&](const RegisteredAdapter& r) {
    Json options = Json::array();
    for (const OptionInfo& o : r.options) options.push_back(json_of(o));
    all.push_back({{"name", r.name},
                   {"searches_itself", r.searches_itself},
                   {"complete", r.guarantees.complete},
                   {"optimal", r.guarantees.optimal},
                   {"corridors", r.guarantees.corridors},
                   {"options", options}});
  });
  return {{"representations", all}};
}

std::string representations_text() {
  std::string text;
  for_each_adapter([&](const RegisteredAdapter& r) {
    text += fmt::format("{}{}{}{}{}\n", r.name, r.searches_itself ? ", searches by itself" : "",
                        r.guarantees.complete ? ", complete" : "",
                        r.guarantees.optimal ? ", optimal" : "",
                        r.guarantees.corridors ? ", with corridors" : "");
    for (const OptionInfo& o : r.options) {
      const std::string type = o.choices.empty() ? o.type + (o.range.empty() ? "" : ", " + o.range)
                                                 : fmt::format("{}", fmt::join(o.choices, "|"));
      text += fmt::format("  {} = {}  ({})  {}\n", o.name, o.standard.dump(), type, o.help);
    }
  });
  return text;
}

Json smoothers_json() {
  return {{"smoothers", std::vector<std::string>(kSmootherNames.begin(), kSmootherNames.end())}};
}

std::string smoothers_text() { return fmt::format("{}\n", fmt::join(kSmootherNames, "\n")); }

Json maps_json() {
  const Catalogue known = known_maps();
  const auto optional_file = [](const std::optional<std::filesystem::path>& file) {
    return file ? Json(file->string()) : Json();
  };
  Json maps = Json::array();
  for (const CatalogueEntry& e : known.entries) {
    maps.push_back({{"family", e.family},
                    {"map", e.map.string()},
                    {"scenario", optional_file(e.scenario)},
                    {"lengths", optional_file(e.lengths)},
                    {"licence", e.licence},
                    {"attribution", e.attribution}});
  }
  return {{"maps", maps}, {"absent", known.absent}};
}

std::string maps_text() {
  const Catalogue known = known_maps();
  std::string text;
  for (const CatalogueEntry& e : known.entries) {
    text += fmt::format("{:<28} {}{}\n", e.family, e.map.string(),
                        e.scenario ? "  (with problems)" : "");
  }
  for (const std::string& line : known.absent) text += line + "\n";
  return text;
}

struct Listing {
  const char* name;
  const char* help;
  Json (*json)();
  std::string (*text)();
};

constexpr Listing kListings[] = {
    {"methods", "list all named methods", methods_json, methods_text},
    {"maps", "list the shipped maps and the maps of the data sets", maps_json, maps_text},
    {"representations", "list representations and solvers with their options", representations_json,
     representations_text},
    {"smoothers", "list the smoothers", smoothers_json, smoothers_text},
};

}  // namespace

void add_list_command(CLI::App& program, Action& action) {
  CLI::App* list =
      program.add_subcommand("list", "List methods, maps, representations or smoothers");
  list->require_subcommand(1);
  for (const Listing& listing : kListings) {
    CLI::App* command = list->add_subcommand(listing.name, listing.help);
    const auto json = std::make_shared<bool>(false);
    command->add_flag("--json", *json, "print one JSON object");
    command->callback([&action, &listing, json] {
      action = [&listing, json] {
        write_output(*json ? indented(listing.json()) : listing.text());
        return kSuccess;
      };
    });
  }
}

}  // namespace fairway
