#include <fmt/format.h>

#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <utility>
#include <variant>
#include <vector>

#include "datasets/generators/generator.hpp"
#include "datasets/geojson.hpp"
#include "datasets/moving_ai_map.hpp"
#include "datasets/output.hpp"
#include "harness/commands/command.hpp"

namespace fairway {

namespace {

struct GenerateOptions {
  std::string kind;
  std::uint64_t seed = 0;
  int size = 0;
  std::vector<std::string> settings;
  std::string out;
};

std::pair<std::string, int> parse_setting(const std::string& text) {
  const std::size_t sign = text.find('=');
  try {
    std::size_t used = 0;
    const std::string value = sign == std::string::npos ? "" : text.substr(sign + 1);
    const int number = std::stoi(value, &used);
    if (used == value.size()) return {text.substr(0, sign), number};
  } catch (const std::logic_error&) {
    // The error is reported below with what was expected.
  }
  throw UsageError("--set: expected NAME=INTEGER, found '" + text + "'");
}

int generate_world(const GenerateOptions& options) {
  const GeneratorKind& kind = generator_kind(options.kind);
  const std::string extension = std::filesystem::path(options.out).extension().string();
  GeneratorSettings settings;
  for (const std::string& text : options.settings) settings.push_back(parse_setting(text));
  const GeneratedWorld world =
      generate(kind, options.seed, options.size == 0 ? kind.size.standard : options.size, settings);
  const Raster* raster = std::get_if<Raster>(&world);
  const bool fits =
      extension.empty() ||
      (raster != nullptr ? extension == ".map" : extension == ".geojson" || extension == ".json");
  if (!fits) {
    throw UsageError(fmt::format(
        "--out {}: expected a file that ends in {}, as a world of the kind {} is one of {}",
        options.out, raster != nullptr ? ".map" : ".geojson or .json", kind.name,
        raster != nullptr ? "cells" : "polygons"));
  }
  write_file(options.out, raster != nullptr ? format_moving_ai_map(*raster)
                                            : format_geojson(std::get<Polygons>(world)));
  return kSuccess;
}

std::string kinds_help() {
  std::string text = "Kinds, with what --size counts and what --set takes:\n";
  for (const GeneratorKind& kind : generator_kinds()) {
    text += fmt::format("  {}: {}\n    --size  {} ({} to {}, standard {})\n", kind.name,
                        kind.description, kind.size.description, kind.size.least, kind.size.most,
                        kind.size.standard);
    for (const GeneratorParameter& p : kind.parameters) {
      text += fmt::format("    --set {}=  {} ({} to {}, standard {})\n", p.name, p.description,
                          p.least, p.most, p.standard);
    }
  }
  return text;
}

}  // namespace

void add_generate_command(CLI::App& program, Action& action) {
  CLI::App* command =
      program.add_subcommand("generate", "Make a world: a .map of cells or GeoJSON polygons");
  const auto options = std::make_shared<GenerateOptions>();
  add_option(*command, "kind KIND", options->kind, "what kind of world");
  add_option(*command, "--seed S", options->seed, "equal seeds make equal worlds", whole_number(0))
      ->required();
  add_option(*command, "--size N", options->size, "see below",
             whole_number(1, std::numeric_limits<int>::max()));
  add_option(*command, "--set NAME=N", options->settings,
             "a parameter of the kind; may be repeated");
  add_option(*command, "--out FILE", options->out, "file to write")->required();
  command->footer(kinds_help());
  command->callback(
      [&action, options] { action = [options] { return generate_world(*options); }; });
}

}  // namespace fairway
