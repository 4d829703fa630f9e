#include "harness/conformance/conform.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <memory>
#include <random>
#include <utility>

#include "algorithms/freespace/clearance.hpp"
#include "algorithms/freespace/erosion.hpp"
#include "algorithms/freespace/narrow_places.hpp"
#include "datasets/output.hpp"
#include "datasets/read_world.hpp"
#include "datasets/world_file.hpp"
#include "harness/conformance/change_examination.hpp"
#include "harness/conformance/coarse_options.hpp"
#include "harness/conformance/examination.hpp"
#include "harness/conformance/worlds.hpp"
#include "harness/judging/reference.hpp"
#include "harness/machine/supervisor.hpp"
#include "harness/pictures/drawing.hpp"
#include "harness/pictures/svg.hpp"
#include "harness/worker/process_family.hpp"

namespace fairway::conformance {

namespace {

/// A method that breaks Promise::kAnswers in this number of worlds is not tested in more worlds.
constexpr int kMostWorldsWithoutAnswer = 3;

/// A world to examine that is not loaded yet.
struct Source {
  std::string name;
  std::function<WorldFile()> world;
  bool coarse;
};

std::vector<Source> sources(const ConformSettings& settings) {
  std::vector<Source> all;
  if (settings.only_changing) return all;
  if (settings.only) {
    all.push_back({settings.only->world.file.string(), [&] { return settings.only->world; },
                   settings.coarse});
    return all;
  }
  const auto add = [&](WorldFile world) {
    const std::string name = world.file.string();
    all.push_back({name, [world = std::move(world)] { return world; }, true});
  };
  for (const auto& worlds :
       {fixture_worlds(), extreme_worlds(), random_worlds(settings.seed, settings.random_worlds)}) {
    for (const World& world : worlds) {
      std::visit([&](const auto& input) { add({world.name, input, {}}); }, world.input);
    }
  }
  for (const TerrainWorld& world : random_terrain_worlds(settings.random_worlds)) {
    add({world.name, world.raster, {}, world.terrain});
  }
  for (const std::filesystem::path& map : settings.maps) {
    all.push_back({map.string(), [map] { return read_world(map); }, false});
  }
  return all;
}

std::vector<Query> sample_queries(const FreeSpace& space, const ConformSettings& settings) {
  std::mt19937 random(settings.seed);
  const auto count = static_cast<std::size_t>(settings.queries);
  const std::vector<Point> points = probe_points(space, random, 2 * count);
  std::vector<Query> queries;
  for (std::size_t i = 0; i + 1 < count; ++i) queries.push_back({points[2 * i], points[2 * i + 1]});
  queries.push_back({points[0], points[0]});
  return queries;
}

/// Returns agent radii for a world: just below and just above half the width of its narrowest
/// passage, and a fiftieth and a tenth of its shorter side.
std::vector<double> sample_radii(const FreeSpace& space) {
  const double side = std::min(space.box().width(), space.box().height());
  std::vector<double> radii{side / 50, side / 10};
  if (const auto passage = narrowest_passage(space)) {
    radii.push_back(passage->width / 2 * (1 - 1e-9));
    radii.push_back(passage->width / 2 * (1 + 1e-9));
  }
  return radii;
}

/// Samples queries of an agent with a radius. Two of three queries have their ends in the eroded
/// world. Every third query has its ends anywhere in the world, where the agent may have no room.
/// Leaves out queries with an end nearer to the border of the eroded world than kFromBorder times
/// the radius, because the vertices of this border are rounded.
std::vector<Query> sample_queries(const FreeSpace& space, const ConformSettings& settings,
                                  double radius) {
  constexpr double kFromBorder = 1e-6;
  const FreeSpace shrunk = eroded(space, radius);
  std::vector<Query> queries = sample_queries(shrunk, settings);
  const std::vector<Query> anywhere = sample_queries(space, settings);
  for (std::size_t i = 0; i < queries.size(); i += 3) queries[i] = anywhere[i];
  const Clearance clearance(shrunk.walls());
  std::erase_if(queries, [&](const Query& query) {
    return std::min(clearance.of(std::array{query.start}), clearance.of(std::array{query.goal})) <
           kFromBorder * radius;
  });
  for (Query& query : queries) query.radius = radius;
  return queries;
}

/// The examination of one candidate in all worlds.
class CandidateExamination {
 public:
  CandidateExamination(const ConformSettings& settings, const Candidate& candidate)
      : settings_(settings), candidate_(candidate) {}

  void visit(const Source& source, const WorldFile& world, const Arena& arena) {
    const bool has_radius = !arena.queries.empty() && arena.queries.front().query.radius > 0;
    if (has_radius && !candidate_.promised.any_radius) return;
    if (without_answer_ >= kMostWorldsWithoutAnswer) return;
    const Examination result = examine_in(arena, source.coarse, settings_.workers);
    report_.findings.merge(result.findings);
    if (!result.refusal.empty()) {
      ++report_.refused;
      refusal_ = result.refusal;
      return;
    }
    ++report_.worlds;
    report_.queries += arena.queries.size();
    report_.found += result.found;
    without_answer_ += result.findings.breach_of(Promise::kAnswers) != nullptr ? 1 : 0;
    for (const Breach& breach : result.findings.breaches()) {
      const auto is_same = [&](const Case& c) { return c.breach.promise == breach.promise; };
      if (std::ranges::any_of(cases_, is_same)) continue;
      std::vector<Query> queries;
      for (const QueryRecord& q : arena.queries) queries.push_back(q.query);
      cases_.push_back({breach, source.name, {world, std::move(queries)}, source.coarse});
    }
  }

  void visit(const ChangingWorld& world, const ChangingArena& arena) {
    if (without_answer_ >= kMostWorldsWithoutAnswer) return;
    const Findings findings = examine_in(arena, settings_.workers);
    report_.findings.merge(findings);
    const Breach* breach = findings.breach_of(Promise::kChanges);
    if (breach != nullptr && !changing_case_) changing_case_ = {*breach, world};
  }

  ConformReport finish() {
    if (!settings_.only && !settings_.only_changing && report_.found == 0 && cases_.empty()) {
      Breach nothing{Promise::kAnswers, "no query in any world gets a path", std::nullopt};
      if (report_.worlds == 0) nothing.message = "the method refuses every world: " + refusal_;
      report_.breaches.push_back({std::move(nothing)});
    }
    for (Case& each : cases_) report_.breaches.push_back(show(std::move(each)));
    if (changing_case_) report_.breaches.push_back(show(*changing_case_));
    return std::move(report_);
  }

 private:
  struct Case {
    Breach breach;
    std::string world;
    Trial trial;
    bool coarse;
  };

  struct ChangingCase {
    Breach breach;
    ChangingWorld world;
  };

  Method method_in(const FreeSpace& space, bool coarse) const {
    Method method = candidate_.method;
    if (!coarse) return method;
    const OptionValues values = coarse_values(candidate_.options, space);
    for (const auto& [name, value] : values.items()) {
      if (method.options.at(name) == 0) method.options[name] = value;
    }
    return method;
  }

  Examination examine_in(const Arena& arena, bool coarse, const WorkerSettings& workers) const {
    const Method method = method_in(arena.map, coarse);
    Examination result = examine(arena, candidate_.promised, [&] {
      return std::make_unique<ProcessWorker>(workers, method, arena.world);
    });
    end_children();  // processes that outlived their workers
    return result;
  }

  bool is_coarse() const { return !settings_.only_changing || settings_.coarse; }

  Findings examine_in(const ChangingArena& arena, const WorkerSettings& workers) const {
    const Method method = method_in(arena.moments.front().arena->space, is_coarse());
    Findings findings =
        examine_changes(arena, candidate_.promised, [&](const SharedText& world, bool changes) {
          return std::make_unique<ProcessWorker>(workers, method, world, changes);
        });
    end_children();
    return findings;
  }

  /// Shrinks a changing world. Tries to remove each step, from the last to the first. A step stays
  /// removed if the promise is still broken.
  ShownBreach show(const ChangingCase& found) const {
    const std::string& name = candidate_.method.name;
    settings_.progress(name + ": removing bursts and queries while 'changes' stays broken");
    const auto deadline = std::chrono::steady_clock::now() + settings_.most_shrinking;
    WorkerSettings workers = settings_.workers;
    bool late = false;
    workers.stop = [&] { return late = std::chrono::steady_clock::now() >= deadline; };
    ShownBreach shown{found.breach, found.world.file.string()};
    shown.coarse = is_coarse();
    const auto fails = [&](const ChangingWorld& world) {
      try {
        const Findings findings = examine_in(ChangingArena(world), workers);
        const Breach* breach = findings.breach_of(Promise::kChanges);
        if (breach != nullptr) shown.breach = *breach;
        return breach != nullptr;
      } catch (const InputError&) {  // a remaining burst needs the removed burst
        return false;
      } catch (const WorkInterrupted&) {
        return false;
      }
    };
    ChangingWorld least = found.world;
    shown.once = !fails(least) && !late;
    for (std::size_t i = least.steps.size(); i-- > 0 && !shown.once && !late;) {
      ChangingWorld fewer = least;
      fewer.steps.erase(fewer.steps.begin() + static_cast<std::ptrdiff_t>(i));
      if (fails(fewer)) least = std::move(fewer);
    }
    shown.size = least.steps.size();
    const std::string stem = file_name(name) + "-changes";
    try {
      std::filesystem::create_directories(settings_.out);
      const FreeSpace start = make_free_space(WorldFile(least.start));
      write_file(settings_.out / (stem + ".world"), format_world(start));
      write_file(settings_.out / (stem + ".changes"), format_changes(least, stem + ".world"));
      shown.world = settings_.out / (stem + ".changes");
    } catch (const std::exception& e) {
      settings_.left_out(e.what());
    }
    return shown;
  }

  ShownBreach show(Case&& found) const {
    const std::string& name = candidate_.method.name;
    const std::string_view promise = info_of(found.breach.promise).name;
    settings_.progress(fmt::format("{}: shrinking the world that breaks {}", name, promise));
    const auto deadline = std::chrono::steady_clock::now() + settings_.most_shrinking;
    WorkerSettings workers = settings_.workers;
    bool late = false;
    workers.stop = [&] { return late = std::chrono::steady_clock::now() >= deadline; };
    std::unique_ptr<Arena> arena;
    Breach breach = found.breach;
    const auto fails = [&](const Trial& trial) {
      try {
        auto candidate =
            std::make_unique<Arena>(make_free_space(WorldFile(trial.world)), trial.queries);
        const Examination result = examine_in(*candidate, found.coarse, workers);
        const Breach* again = result.findings.breach_of(found.breach.promise);
        if (again == nullptr) return false;
        breach = *again;
        arena = std::move(candidate);
        return true;
      } catch (const InputError&) {
        return false;
      } catch (const InvalidWorld&) {  // the agent has no room
        return false;
      } catch (const std::invalid_argument&) {  // no file can represent this world
        return false;
      } catch (const WorkInterrupted&) {
        return false;
      }
    };
    const bool shows_again = fails(found.trial);
    const Trial least = shows_again ? smallest(found.trial, fails, deadline) : found.trial;
    if (arena == nullptr) {
      arena = std::make_unique<Arena>(make_free_space(WorldFile(least.world)), least.queries);
    }
    ShownBreach shown{std::move(breach),    found.world,  least.queries,
                      size_of(least.world), found.coarse, !shows_again && !late};
    write(*arena, fmt::format("{}-{}", file_name(name), promise), shown);
    return shown;
  }

  /// Writes the world and the picture. Reports a failure to settings_.left_out.
  void write(const Arena& arena, const std::string& name, ShownBreach& shown) const {
    const std::filesystem::path world = settings_.out / (name + ".world");
    const std::filesystem::path picture_file = settings_.out / (name + ".svg");
    try {
      std::filesystem::create_directories(settings_.out);
      write_file(world, format_world(arena.map));
      write_file(picture_file, picture(arena, shown));
      shown.world = world;
      shown.picture = picture_file;
    } catch (const std::exception& e) {
      settings_.left_out(e.what());
    }
    end_children();
  }

  /// Returns a file name for a method: "a b" becomes "a=20b". Different methods get different file
  /// names.
  static std::string file_name(std::string_view name) {
    std::string safe;
    for (const char c : name) {
      const auto byte = static_cast<unsigned char>(c);
      const bool plain =
          byte < 128 && (std::isalnum(byte) != 0 || c == '-' || c == '_' || c == '.');
      safe += plain ? std::string(1, c) : fmt::format("={:02x}", byte);
    }
    return safe;
  }

  std::string picture(const Arena& arena, const ShownBreach& shown) const {
    Path optimum;
    Point centre = arena.space.box().min;
    const std::size_t query = shown.breach.query.value_or(0);
    if (query < arena.queries.size()) {
      QueryRecord record;
      record.query = arena.queries[query].query;
      Reference::Scratch scratch;
      Reference(arena.space).solve(record, scratch, optimum);
      centre = record.query.start;
    }
    const auto drawing = drawing_in(arena, shown.coarse, centre);
    const std::string title =
        fmt::format("{}: {}", candidate_.method.name, info_of(shown.breach.promise).name);
    Picture picture{title};
    if (drawing) picture.representation = &*drawing;
    picture.smoothed = shown.breach.path;
    picture.optimum = optimum;
    return path_svg(arena.space, picture);
  }

  std::optional<DrawingRecord> drawing_in(const Arena& arena, bool coarse, Point centre) const {
    const Method method = method_in(arena.map, coarse);
    try {
      ProcessWorker worker(settings_.workers, method, arena.world);
      if (worker.build().reply.status != Status::kBuilt) return std::nullopt;
      return worker.draw({arena.space.box(), centre, kMostDrawnSegments});
    } catch (const WorkerFailure&) {
      return std::nullopt;
    }
  }

  const ConformSettings& settings_;
  const Candidate& candidate_;
  ConformReport report_;
  std::vector<Case> cases_;
  std::optional<ChangingCase> changing_case_;
  std::string refusal_;
  int without_answer_ = 0;
};

}  // namespace

std::vector<ConformReport> conform(const ConformSettings& settings,
                                   const std::vector<Candidate>& candidates) {
  adopt_orphans();
  std::vector<CandidateExamination> examinations;
  for (const Candidate& candidate : candidates) examinations.emplace_back(settings, candidate);
  const std::vector<Source> worlds = sources(settings);
  const bool any_radius = std::ranges::any_of(
      candidates, [](const Candidate& candidate) { return candidate.promised.any_radius; });
  const auto visit = [&](const Source& source) {
    const WorldFile world = source.world();
    const FreeSpace space = make_free_space(WorldFile(world));
    const bool asked = settings.only && !settings.only->queries.empty();
    const std::vector<Query> queries =
        asked ? settings.only->queries : sample_queries(space, settings);
    const auto examine_all = [&](const Arena& arena) {
      for (CandidateExamination& examination : examinations) {
        examination.visit(source, world, arena);
      }
    };
    examine_all(Arena(space, queries));
    if (asked || !any_radius) return;
    for (const double radius : sample_radii(space)) {
      try {
        examine_all(Arena(space, sample_queries(space, settings, radius)));
      } catch (const InvalidWorld&) {  // the agent has no room
      }
    }
  };
  for (std::size_t i = 0; i < worlds.size(); ++i) {
    settings.progress(fmt::format("world {} of {}: {}", i + 1, worlds.size(), worlds[i].name));
    const CrashTask task(worlds[i].name);
    try {
      visit(worlds[i]);
    } catch (const InputError& e) {
      if (settings.only) throw;
      settings.left_out(e.what());
    }
  }
  std::vector<ChangingWorld> changing;
  if (settings.only_changing) {
    changing.push_back(*settings.only_changing);
  } else if (!settings.only) {
    // Uses fewer changing worlds and queries, because a changing world takes as long as several
    // static worlds. It has six moments with two processes each.
    changing = changing_worlds(settings.seed, (settings.random_worlds + 3) / 4,
                               std::max(1, settings.queries / 6));
  }
  for (std::size_t i = 0; i < changing.size(); ++i) {
    const std::string name = changing[i].file.string();
    settings.progress(fmt::format("changing world {} of {}: {}", i + 1, changing.size(), name));
    const CrashTask task(name);
    const ChangingArena arena(changing[i]);
    for (CandidateExamination& examination : examinations) examination.visit(changing[i], arena);
  }
  std::vector<ConformReport> reports;
  for (CandidateExamination& examination : examinations) reports.push_back(examination.finish());
  return reports;
}

}  // namespace fairway::conformance
