#include "harness/sweep/sweep_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>

#include "datasets/map_files.hpp"
#include "datasets/world.hpp"
#include "harness/store/sha256.hpp"
#include "harness/sweep/shared_map.hpp"

namespace fairway {

namespace fs = std::filesystem;

namespace {

std::vector<fs::path> map_folders(const fs::path& sweep) {
  const fs::path beside = fs::absolute(sweep).lexically_normal().parent_path();
  std::vector<fs::path> folders{beside, beside.parent_path() / "maps"};
  if (const auto datasets = datasets_folder()) folders.push_back(*datasets);
  return folders;
}

/// A map file, and the entry of the sweep that names it or its problem set.
struct FoundMap {
  fs::path file;
  const MapPattern* entry;
  std::shared_ptr<const ProblemSet> problems = {};

  const MapOptions& read() const { return problems ? problems->read : entry->read; }
};

/// Returns the map of a file of problems. If this map is missing, adds a line to `absent` and
/// returns nothing.
std::optional<FoundMap> map_of_problems(const fs::path& file, const MapPattern& entry,
                                        std::vector<fs::path> folders, const fs::path& sweep,
                                        std::vector<std::string>& absent) {
  auto set = std::make_shared<const ProblemSet>(read_problem_set(file));
  if (!entry.read.empty() || !entry.radii.values.empty()) {
    throw InputError(
        sweep, entry.line,
        fmt::format("'{}' states reader options and radius, expected neither here", file.string()));
  }
  folders.insert(folders.begin(), file.parent_path());
  folders.push_back(shipped_maps());
  const fs::path named(set->map);
  for (const fs::path& folder : folders) {
    const fs::path map = named.is_absolute() ? named : folder / named;
    std::error_code unreadable;
    if (fs::is_regular_file(map, unreadable)) {
      return FoundMap{map.lexically_normal(), &entry, std::move(set)};
    }
  }
  absent.push_back(
      fmt::format("{}:3: skipped: its map '{}' was not found", file.string(), set->map));
  return std::nullopt;
}

std::vector<FoundMap> find_all_maps(const SweepFile& sweep, std::vector<std::string>& absent) {
  const std::vector<fs::path> folders = map_folders(sweep.file);
  std::vector<FoundMap> all;
  for (const MapPattern& map : sweep.maps) {
    const std::vector<fs::path> found = find_maps(map.pattern, folders);
    if (found.empty()) {
      std::string searched;
      for (const fs::path& folder : folders) searched += ' ' + folder.string();
      absent.push_back(fmt::format("{}:{}: skipped '{}': no map found in{}{}", sweep.file.string(),
                                   map.line, map.pattern, searched,
                                   datasets_folder() ? "" : " (FAIRWAY_DATASETS is not set)"));
    }
    if (!map.name.empty() && found.size() > 1) {
      throw InputError(
          sweep.file, map.line,
          fmt::format("'name' is for one map, but '{}' matches {}; expected a pattern of one map",
                      map.pattern, found.size()));
    }
    for (const fs::path& file : found) {
      if (const std::string shown = escaped_controls(file.string()); shown != file.string()) {
        throw InputError(sweep.file, map.line,
                         "the map name '" + shown +
                             "' is not UTF-8 or has control characters; expected neither");
      }
      if (file.extension() == kProblemsEnding) {
        auto of_problems = map_of_problems(file, map, folders, sweep.file, absent);
        if (of_problems) all.push_back(std::move(*of_problems));
        continue;
      }
      const fs::path normal = file.lexically_normal();
      const auto same = std::ranges::find_if(all, [&](const FoundMap& other) {
        return !other.problems && other.file == normal && other.entry->read == map.read;
      });
      if (same == all.end()) {
        all.push_back({normal, &map});
      } else if (same->entry->radii.values.empty()) {
        if (!map.radii.values.empty())
          same->entry = &map;  // a table takes precedence over a pattern
      } else if (!map.radii.values.empty() && map.radii != same->entry->radii) {
        throw InputError(
            sweep.file, map.line,
            fmt::format("'{}' has other radii in line {}; expected one table for this map",
                        normal.string(), same->entry->line));
      }
    }
  }
  return all;
}

/// Returns the names of maps. A map without a name in the sweep file gets its name from its file.
std::vector<std::string> names_of(const std::vector<FoundMap>& maps, const fs::path& sweep) {
  std::vector<fs::path> files;
  for (const FoundMap& map : maps) {
    if (map.entry->name.empty() &&
        (!map.problems || std::ranges::find(files, map.file) == files.end())) {
      files.push_back(map.file);
    }
  }
  const std::vector<std::string> file_names = map_names(files);
  auto file_name = file_names.begin();
  std::map<fs::path, std::string> of_problems;  // several sets of problems may share a map
  std::vector<std::string> names;
  std::set<std::string> taken;
  for (const FoundMap& map : maps) {
    if (map.problems && map.entry->name.empty()) {
      const auto [known, is_new] = of_problems.try_emplace(map.file);
      if (is_new) known->second = *file_name++;
      const bool corner = map.problems->ends == ProblemEndsKind::kCorner;
      names.push_back(known->second + (corner ? "-corner" : ""));
      continue;  // plan_sweep() compares the names of worlds
    }
    const std::string& name = map.entry->name.empty() ? *file_name++ : map.entry->name;
    if (!taken.insert(name).second) {
      throw InputError(sweep, map.entry->line,
                       fmt::format("two maps have the name '{}'; expected different names", name));
    }
    names.push_back(name);
  }
  return names;
}

/// The radii of a map, in map units.
std::vector<double> radii_of(const FoundMap& found, const SweepFile& sweep) {
  if (found.problems) return {found.problems->radius};
  const StatedRadii& own = found.entry->radii;
  const StatedRadii& stated = own.values.empty() ? sweep.radii : own;
  std::vector<double> radii = stated.values;
  if (stated.unit == RadiusUnit::kMap) return radii;
  SweepMap map;
  map.file = found.file;
  map.read = found.entry->read;
  try {
    const double length = radius_unit_length(read_sweep_map(map, sweep), stated.unit);
    for (double& radius : radii) radius *= length;
  } catch (const std::invalid_argument& e) {
    throw InputError(sweep.file, found.entry->line,
                     fmt::format("{}: {}", found.file.string(), e.what()));
  }
  return radii;
}

bool selected(const SweepMap& map, const std::string& pattern) {
  return fits_pattern(pattern, map.name) || fits_pattern(pattern, map.map) ||
         fits_pattern(pattern, map.file.filename().native()) ||
         fits_pattern(pattern, map.family + "/" + map.file.filename().string()) ||
         fits_pattern(pattern, map.file.native());
}

/// Formats radii in ascending order: their order in the file must not change the hash of the plan.
std::string radii_text(const StatedRadii& radii) {
  std::vector<double> values = radii.values;
  std::ranges::sort(values);
  const std::string unit =
      radii.unit == RadiusUnit::kMap
          ? ""
          : fmt::format(" {}", kRadiusUnitNames[static_cast<std::size_t>(radii.unit)]);
  return fmt::format("{}{}", fmt::join(values, ","), unit);
}

/// Returns the first family of the sweep file that contains a map. If no family contains the map,
/// returns the name of its folder.
std::string family_of(const SweepFile& sweep, const std::string& map, const fs::path& file) {
  for (const MapFamily& family : sweep.families) {
    for (const std::string& pattern : family.patterns) {
      if (fits_pattern(pattern, map) || fits_pattern(pattern, file.filename().native()))
        return family.name;
    }
  }
  return file.parent_path().filename().string();
}

bool in_shard(std::size_t place, const Shard& shard) {
  return place % static_cast<std::size_t>(shard.count) == static_cast<std::size_t>(shard.index - 1);
}

std::vector<Method> select_methods(const std::vector<Method>& of_sweep,
                                   const std::vector<std::string>& names,
                                   const Registry& registry) {
  std::vector<Method> methods;
  for (const std::string& name : names) {
    const auto at = std::find_if(of_sweep.begin(), of_sweep.end(),
                                 [&](const Method& m) { return m.name == name; });
    const auto twice = std::find_if(methods.begin(), methods.end(),
                                    [&](const Method& m) { return m.name == name; });
    if (twice != methods.end())
      throw UnknownName("method '" + name + "' appears twice, expected different names");
    methods.push_back(at != of_sweep.end() ? *at : registry.method(name));
  }
  return methods;
}

}  // namespace

std::string world_name(const std::string& map, double radius) {
  return radius > 0 ? fmt::format("{}-r{}", map, radius) : map;
}

SweepPlan plan_sweep(const fs::path& file, const SweepOverrides& overrides,
                     const Registry& registry) {
  SweepPlan plan;
  plan.sweep = read_sweep_file(file, registry);
  SweepFile& sweep = plan.sweep;
  if (!overrides.methods.empty()) {
    sweep.methods = select_methods(sweep.methods, overrides.methods, registry);
  }
  sweep.queries = overrides.queries.value_or(sweep.queries);
  sweep.repetitions = overrides.repetitions.value_or(sweep.repetitions);
  sweep.builds = overrides.builds.value_or(sweep.builds);
  sweep.seed = overrides.seed.value_or(sweep.seed);
  sweep.timeout_ms = overrides.timeout_ms.value_or(sweep.timeout_ms);
  sweep.memory_mb = overrides.memory_mb.value_or(sweep.memory_mb);
  if (!overrides.radii.empty()) {
    sweep.radii = {overrides.radii};
    for (MapPattern& map : sweep.maps) map.radii = {};
  }
  plan.shard = overrides.shard;
  plan.pins = overrides.pins;
  for (const Pin& pin : plan.pins) {
    if (std::ranges::find(sweep.methods, pin.method, &Method::name) != sweep.methods.end())
      continue;
    throw UnknownName(fmt::format(
        "--pin: the sweep has no method '{}', expected one of its methods", pin.method));
  }

  const std::vector<FoundMap> found = find_all_maps(sweep, plan.absent);
  const std::vector<std::string> names = names_of(found, file);
  plan.found = found.size();
  std::vector<bool> fits(overrides.maps.size(), false);
  std::set<std::string> worlds;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const std::vector<double> radii = radii_of(found[i], sweep);
    for (const double radius : radii) {
      const fs::path& map_file = found[i].file;
      const SweepMap map{map_file,
                         names[i],
                         radius,
                         world_name(names[i], radius),
                         family_of(sweep, names[i], map_file),
                         found[i].read(),
                         {},
                         {},
                         radii,
                         found[i].problems};
      if (!worlds.insert(map.name).second) {
        throw InputError(
            file, found[i].entry->line,
            fmt::format("two worlds have the name '{}'; expected different names or radii",
                        map.name));
      }
      bool wanted = overrides.maps.empty();
      for (std::size_t p = 0; p < fits.size(); ++p) {
        if (!selected(map, overrides.maps[p])) continue;
        fits[p] = true;
        wanted = true;
      }
      if (wanted && (!plan.shard || in_shard(i, *plan.shard))) plan.maps.push_back(map);
    }
  }
  const auto unfit = std::find(fits.begin(), fits.end(), false);
  if (unfit != fits.end()) {
    throw UnknownName("no map of the sweep matches '" +
                      overrides.maps[static_cast<std::size_t>(unfit - fits.begin())] +
                      "', expected one of " + joined(names));
  }
  return plan;
}

RunRecord run_record(const SweepPlan& plan) {
  const SweepFile& sweep = plan.sweep;
  RunRecord run;
  run.sweep = sweep.file.filename().string();
  run.seed = sweep.seed;
  run.queries = sweep.queries;
  run.repetitions = sweep.repetitions;
  run.builds = sweep.builds;
  run.timeout_ms = sweep.timeout_ms;
  run.build_timeout_ms = sweep.build_timeout_ms;
  run.memory_mb = sweep.memory_mb;
  if (plan.shard) run.shard = fmt::format("{}/{}", plan.shard->index, plan.shard->count);
  std::string radii = radii_text(sweep.radii);
  for (const MapPattern& map : sweep.maps) {
    if (!map.radii.values.empty())
      radii += fmt::format(" {}:{}", map.pattern, radii_text(map.radii));
  }
  run.plan =
      sha256(
          fmt::format("seed={} queries={} repetitions={} builds={} unreachable={} draw={} paths={}"
                      " terrain={}"
                      " radii={}"
                      " timeout={} build_timeout={} memory={}",
                      sweep.seed, sweep.queries, sweep.repetitions, sweep.builds, sweep.unreachable,
                      sweep.draw, kPathsKeptNames[static_cast<std::size_t>(sweep.paths)],
                      sweep.terrain ? sha256_of_file(*sweep.terrain) : "", radii, sweep.timeout_ms,
                      sweep.build_timeout_ms, sweep.memory_mb))
          .substr(0, 16);
  return run;
}

}  // namespace fairway
