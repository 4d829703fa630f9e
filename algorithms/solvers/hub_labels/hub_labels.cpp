#include "algorithms/solvers/hub_labels/hub_labels.hpp"

#include <algorithm>
#include <array>
#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <limits>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

#include "algorithms/freespace/sight_lists.hpp"
#include "algorithms/freespace/visibility.hpp"
#include "algorithms/representations/containing_faces.hpp"
#include "algorithms/representations/lap_clock.hpp"

namespace fairway {
namespace {

/// Above this number of turns there are no flags: their time grows with the square of the turns.
constexpr std::size_t kManyTurns = 20'000;

constexpr double kMebibyte = 1024.0 * 1024.0;

std::string mebibytes(double bytes) { return short_text(std::ceil(bytes / kMebibyte * 100) / 100); }

/// Number of areas, at most `most`. It grows with the number of corners that a polygon sees,
/// because flags then exclude more states.
std::size_t areas_for(const SightLists& lists, int most) {
  constexpr std::size_t kAreasASight = 4;
  const std::size_t useful =
      kAreasASight * lists.entry_count() / std::max<std::size_t>(1, lists.polygon_count());
  return std::min({static_cast<std::size_t>(most), useful, lists.polygon_count()});
}

/// File of the stored index. Its name contains the hash of the world and the options.
std::filesystem::path stored_index(const FreeSpace& space, const HubLabels::Options& options) {
  std::array<char, 17> world{};
  std::snprintf(world.data(), world.size(), "%016" PRIx64,
                HubIndex::hash_of(space.triangulation()));
  const std::string name = std::string(world.data()) + "-" + short_text(options.index_mb) + "-" +
                           short_text(options.label_work) + "-" + std::to_string(options.areas) +
                           "-" + (options.sight_lists ? "lists" : "walks") + "-" +
                           std::string(name_of(options.over_budget)) + ".hub";
  return std::filesystem::path(options.index_dir) / name;
}

/// Throws UnsupportedWorld if labels and flags are expected to take more than `most_millions`
/// million steps. Worlds with more than kManyTurns turns pass: they get no flags, and `label_work`
/// limits their labels.
void refuse_much_work(std::size_t turns, double labels, double flags, double most_millions) {
  constexpr double kMillion = 1e6;
  const double millions = (labels + flags) / kMillion;
  if (turns > kManyTurns || millions <= most_millions) return;
  const auto whole = [](double number) { return short_text(std::ceil(number)); };
  throw UnsupportedWorld(
      "hub labels are expected to take " + whole(millions) + " million steps to build (" +
      std::to_string(turns) + " corners, " + whole(labels / kMillion) + " million for labels and " +
      whole(flags / kMillion) + " million for flags): more than build_work = " +
      short_text(most_millions) + "; raise this option of the method to build them");
}

}  // namespace

std::vector<NamedSolver<HubLabels::Options>> HubLabels::methods() {
  return {{kName, {}}, {"hub-labels-unflagged", {.areas = 0}}};
}

HubLabels HubLabels::build(const FreeSpace& space, const Options& options) {
  BuildReport report;
  const auto finish = [&](HubIndex index) {
    HubLabels result(space, std::move(index));
    result.report_.phases = std::move(report.phases);
    return result;
  };
  if (options.index_dir.empty()) return finish(make_index(space, options, report));
  const std::filesystem::path file = stored_index(space, options);
  LapClock clock;
  if (std::filesystem::exists(file)) {
    HubIndex index = HubIndex::load(file, space);
    report.phases.push_back({"load", clock.lap()});
    return finish(std::move(index));
  }
  HubIndex index = make_index(space, options, report);
  clock.lap();
  std::error_code ignored;  // save() reports a problem with the folder
  std::filesystem::create_directories(options.index_dir, ignored);
  index.save(file);
  report.phases.push_back({"save", clock.lap()});
  return finish(std::move(index));
}

HubIndex HubLabels::make_index(const FreeSpace& space, const Options& options,
                               BuildReport& report) {
  LapClock clock;
  const auto end_phase = [&](std::string_view name) {
    report.phases.push_back({name, clock.lap()});
  };
  std::vector<CornerId> turns;
  for (CornerId c = 0; c < static_cast<CornerId>(space.corners().size()); ++c) {
    if (space.corner(c).reflex) turns.push_back(c);
  }
  const TautStates states(space, turns);
  end_phase("links");
  std::optional<SightLists> lists;
  if (options.sight_lists) lists.emplace(space, turns);
  end_phase("sight");

  const double budget = options.index_mb * kMebibyte;
  std::size_t areas = lists ? areas_for(*lists, options.areas) : 0;
  const auto an_entry = static_cast<double>(HubIndex::bytes_an_entry(states));
  constexpr double kMostEntries = std::numeric_limits<std::uint32_t>::max();
  const auto most_entries = static_cast<std::size_t>(std::min(budget / an_entry, kMostEntries));
  const auto needed = [&] {
    return static_cast<double>(HubIndex::bytes_without_entries(
        space, states, lists ? &*lists : nullptr, areas, most_entries));
  };
  const LabelForecast forecast = forecast_labels(states);
  const double entries = forecast.entries;
  end_phase("estimate");
  if (options.over_budget == OverBudget::kRefuse && needed() + entries * an_entry > budget) {
    throw UnsupportedWorld(
        "hub labels are expected to need " + mebibytes(needed() + entries * an_entry) + " MiB (" +
        std::to_string(turns.size()) + " corners, about " +
        short_text(std::round(entries / static_cast<double>(states.state_count()))) +
        " entries a label): more than index_mb = " + short_text(options.index_mb));
  }
  // With few labels, a query spends most of its time between them: sight lists save little.
  constexpr double kFewLabels = 0.1;
  const auto links = static_cast<double>(HubIndex::bytes_of_links(states));
  if (budget - needed() - links < kFewLabels * entries * an_entry) {
    areas = 0;
    lists.reset();
  }
  if (needed() + links > budget) {
    throw UnsupportedWorld(
        "hub labels need " + mebibytes(needed() + links) +
        " MiB even without labels: more than index_mb = " + short_text(options.index_mb));
  }
  refuse_much_work(turns.size(), label_steps(states, forecast),
                   areas > 0 ? flag_steps(states, *lists, forecast) : 0, options.build_work);
  const auto room = [&](double bytes) {
    return std::min(most_entries, static_cast<std::size_t>((budget - bytes) / an_entry));
  };
  const std::size_t room_for_all = room(needed());
  // If not all labels of a large world will fit, only a tenth of the work is spent on them.
  constexpr double kMillion = 1e6;
  const bool too_many = turns.size() > kManyTurns && entries > static_cast<double>(room_for_all);
  const double work = options.label_work * kMillion * (too_many ? 0.1 : 1.0);
  const Labelling labelling = label_states(states, {.entries = room_for_all,
                                                    .entries_of_some = room(needed() + links),
                                                    .links = static_cast<std::uint64_t>(work)});
  end_phase("labels");
  if (options.over_budget == OverBudget::kRefuse && labelling.labelled < turns.size()) {
    throw UnsupportedWorld("hub labels need more than index_mb = " + short_text(options.index_mb) +
                           " or label_work = " + short_text(options.label_work) + ": only " +
                           std::to_string(labelling.labelled) + " of " +
                           std::to_string(turns.size()) + " corners could be labelled");
  }
  AreaFlags flags;
  if (turns.size() > kManyTurns) areas = 0;
  if (areas > 0) flags = flag_areas(space, states, *lists, labelling, areas);
  end_phase("flags");
  HubIndex index(space, {turns, states, labelling, lists ? &*lists : nullptr, flags});
  end_phase("pack");
  return index;
}

void HubLabels::link_by_lists(const Location& end, Point other,
                              std::span<const std::uint64_t* const> flags,
                              Scratch::End& links) const {
  const auto keep = [&](StateId state) {
    const auto s = static_cast<std::uint32_t>(state);
    const auto holds = [&](const std::uint64_t* words) {
      return (words[s / 64] >> (s % 64) & 1U) != 0;
    };
    return flags.empty() || std::ranges::any_of(flags, holds);
  };
  const SightArrays sights = index_.sight_arrays();
  for (const PolygonId polygon : links.polygons) {
    for_each_in_sight(
        *space_, end, sights, index_.sights(polygon), [&](StateId s) { return index_.position(s); },
        [&](StateId s) { return index_.corner(s); }, keep,
        [&](StateId s, Point v, bool) {
          const double length = distance(end.point, v);
          links.links.push_back({s, length, length + distance(v, other)});
        });
  }
}

void HubLabels::link(const Location& end, Point other, std::span<const std::uint64_t* const> flags,
                     Scratch& scratch, Scratch::End& links) const {
  links.links.clear();
  if (index_.has_lists()) {
    link_by_lists(end, other, flags, links);
    return;
  }
  taut_corners(*space_, end, scratch.visibility, [&](CornerId c) {
    const std::int32_t turn = index_.turn_at(c);
    const Point v = index_.position(2 * turn);
    const double length = distance(end.point, v);
    for_each_onward(*space_, c, turn, end.point, [&](StateId s) {
      links.links.push_back({s, length, length + distance(v, other)});
    });
  });
}

SolverResult HubLabels::solve(const Location& start, const Location& goal, Scratch& scratch,
                              Path& path) const {
  path.clear();
  if (sees(*space_, start, goal)) {
    path.assign({start.point, goal.point});
    return {true, 0, 0};
  }
  const auto find_polygons = [&](const Location& end, Scratch::End& found) {
    found.polygons.clear();
    found.flags.clear();
    if (!index_.has_lists()) return;
    for_each_triangle_at(*space_, end, [&](HalfEdge h) {
      const PolygonId p = index_.polygon_of(h);
      if (std::ranges::find(found.polygons, p) != found.polygons.end()) return;
      found.polygons.push_back(p);
      if (index_.has_flags()) found.flags.push_back(index_.flags(p));
    });
  };
  find_polygons(start, scratch.start);
  find_polygons(goal, scratch.goal);
  link(start, goal.point, scratch.goal.flags, scratch, scratch.start);
  link(goal, start.point, scratch.start.flags, scratch, scratch.goal);
  if (scratch.start.links.empty() || scratch.goal.links.empty()) return {};
  path.push_back(start.point);
  const SolverResult result =
      index_.all_labelled()
          ? meet_in_hub(scratch, goal.point, path)
          : LinkSearch(index_, scratch.search)
                .run(scratch.start.links, scratch.goal.links, start.point, goal.point, path);
  if (!result.found) path.clear();
  return result;
}

SolverResult HubLabels::meet_in_hub(Scratch& scratch, Point goal, Path& path) const {
  scratch.hubs.fit(index_.state_count());
  if (++scratch.stamp == 0) {
    scratch.hubs.clear();
    scratch.stamp = 1;
  }
  SolverResult result{false, 0, 0};
  double least = std::numeric_limits<double>::infinity();
  std::uint32_t from_start = 0;
  std::uint32_t from_goal = 0;
  const auto count = [&](HubIndex::Range label) {
    ++result.expanded;
    result.generated += label.end - label.begin;
  };
  const auto load = [&](const StateLink& link) {
    const HubIndex::Range label = index_.label(link.state);
    count(label);
    for (std::uint32_t e = label.begin; e < label.end; ++e) {
      Scratch::Hub& hub = scratch.hubs[static_cast<std::size_t>(reversed(index_.hub(e)))];
      const double through = link.length + index_.distance(e);
      if (hub.stamp == scratch.stamp && hub.distance <= through) continue;
      hub = {through, scratch.stamp, e};
    }
  };
  const auto meet = [&](const StateLink& link) {
    const HubIndex::Range label = index_.label(link.state);
    count(label);
    for (std::uint32_t e = label.begin; e < label.end; ++e) {
      const Scratch::Hub& hub = scratch.hubs[static_cast<std::size_t>(index_.hub(e))];
      if (hub.stamp != scratch.stamp) continue;
      const double through = link.length + index_.distance(e) + hub.distance;
      if (through >= least) continue;
      least = through;
      from_start = hub.entry;
      from_goal = e;
    }
  };
  std::vector<StateLink>& starts = scratch.start.links;
  std::vector<StateLink>& goals = scratch.goal.links;
  // The most promising links come first. Once they have found a short path, other links can be
  // skipped.
  for (std::vector<StateLink>* links : {&starts, &goals}) {
    const auto least_bound = [](const StateLink& a, const StateLink& b) {
      return a.bound < b.bound;
    };
    std::iter_swap(links->begin(), std::ranges::min_element(*links, least_bound));
  }
  load(starts.front());
  meet(goals.front());
  for (const StateLink& link : std::span(starts).subspan(1)) {
    if (link.bound < least) load(link);
  }
  for (const StateLink& link : goals) {
    if (link.bound < least) meet(link);
  }
  if (least == std::numeric_limits<double>::infinity()) return result;
  result.found = true;
  const auto follow = [&](std::uint32_t entry, std::span<const StateLink> links) {
    StateId s = kNoState;
    for (const StateLink& link : links) {
      const HubIndex::Range label = index_.label(link.state);
      if (label.begin <= entry && entry < label.end) s = link.state;
    }
    const StateId hub = index_.hub(entry);
    for (; s != hub; entry = index_.label(s).begin + index_.next_place(entry)) {
      path.push_back(index_.position(s));
      s = index_.next(entry);
    }
  };
  follow(from_start, starts);
  path.push_back(index_.position(index_.hub(from_start)));
  const auto met = static_cast<std::ptrdiff_t>(path.size());
  path.push_back(goal);
  follow(from_goal, goals);
  std::reverse(path.begin() + met, path.end());
  return result;
}

}  // namespace fairway
