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

/// An index of more turns than this has no flags, because the time to find flags grows with the
/// square of the number of turns.
constexpr std::size_t kManyTurns = 20'000;

constexpr double kMebibyte = 1024.0 * 1024.0;

std::string mebibytes(double bytes) { return short_text(std::ceil(bytes / kMebibyte * 100) / 100); }

/// Returns the number of areas, at most `most`. It grows with the number of corners that a polygon
/// sees, because flags then exclude more states.
std::size_t areas_for(const SightLists& lists, int most) {
  constexpr std::size_t kAreasASight = 3;
  const std::size_t useful =
      kAreasASight * lists.entry_count() / std::max<std::size_t>(1, lists.polygon_count());
  return std::min({static_cast<std::size_t>(most), useful, lists.polygon_count()});
}

/// Path of the stored index. The file name contains the hash of the world and the options.
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
      whole(flags / kMillion) + " million for flags). The limit is build_work = " +
      short_text(most_millions) + "; a higher limit permits the build");
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
  const std::vector<std::int32_t> numbers = HubIndex::numbers_along_curve(space, turns);
  std::optional<SightLists> lists;
  std::optional<SightWords> words;
  std::size_t areas = 0;
  if (options.sight_lists) {
    lists.emplace(space, turns);
    if (turns.size() <= kManyTurns) areas = areas_for(*lists, options.areas);
    words.emplace(space.triangulation(), states, *lists, numbers, areas > 0);
  }
  end_phase("sight");

  const double budget = options.index_mb * kMebibyte;
  const auto an_entry = static_cast<double>(HubIndex::bytes_an_entry(states));
  constexpr double kMostEntries = std::numeric_limits<std::uint32_t>::max();
  const auto most_entries = static_cast<std::size_t>(std::min(budget / an_entry, kMostEntries));
  const auto needed = [&] {
    return static_cast<double>(HubIndex::bytes_without_entries(
        space, states, words ? &*words : nullptr, areas, most_entries));
  };
  const LabelForecast forecast = forecast_labels(states);
  const double entries = forecast.entries;
  end_phase("estimate");
  if (options.over_budget == OverBudget::kRefuse && needed() + entries * an_entry > budget) {
    throw UnsupportedWorld(
        "hub labels are expected to need " + mebibytes(needed() + entries * an_entry) + " MiB (" +
        std::to_string(turns.size()) + " corners, about " +
        short_text(std::round(entries / static_cast<double>(states.state_count()))) +
        " entries per label). The limit is index_mb = " + short_text(options.index_mb));
  }
  // If few labels fit, a query spends most of its time on the search for labelled states. Sight
  // lists then save little time, so they are not stored.
  constexpr double kFewLabels = 0.1;
  const auto links = static_cast<double>(HubIndex::bytes_of_links(states));
  if (budget - needed() - links < kFewLabels * entries * an_entry) {
    areas = 0;
    words.reset();
    lists.reset();
  }
  if (needed() + links > budget) {
    throw UnsupportedWorld(
        "hub labels need " + mebibytes(needed() + links) +
        " MiB even without labels; the limit is index_mb = " + short_text(options.index_mb));
  }
  refuse_much_work(turns.size(), label_steps(states, forecast),
                   areas > 0 ? flag_steps(states, *lists, forecast) : 0, options.build_work);
  const auto room = [&](double bytes) {
    return std::min(most_entries, static_cast<std::size_t>((budget - bytes) / an_entry));
  };
  const std::size_t room_for_all = room(needed());
  // If the labels of a large world are not expected to fit, the build spends at most a tenth of
  // label_work on labels.
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
  if (areas > 0) flags = flag_areas(space, states, *lists, labelling, areas);
  end_phase("flags");
  HubIndex index(space, {turns, numbers, states, labelling, words ? &*words : nullptr, flags});
  end_phase("pack");
  return index;
}

void HubLabels::link(const Location& end, Point other, std::span<const std::uint64_t* const> flags,
                     Scratch& scratch, Scratch::End& found) const {
  std::vector<StateLink>& buffer = found.buffer;
  const Point from = end.point;
  const auto bound_over = [&](StateId s) {
    const Point v = index_.position(s);
    return distance(from, v) + distance(v, other);
  };
  if (!index_.has_lists()) {
    buffer.clear();
    const auto add = [&](StateId s) {
      buffer.push_back({s, StateLink::kInSight, bound_over(s)});
      if (buffer.back().bound < buffer.front().bound) std::swap(buffer.front(), buffer.back());
    };
    taut_corners(*space_, end, scratch.visibility,
                 [&](CornerId c) { for_each_onward(*space_, c, index_.turn_at(c), from, add); });
    found.links = buffer;
    return;
  }
  std::size_t most = 0;
  for (const PolygonId p : found.polygons) most += index_.listed_states(p);
  if (buffer.size() < most) buffer.resize(2 * most);
  StateLink* const front = buffer.data();
  StateLink* back = front;
  double least = std::numeric_limits<double>::infinity();
  for (const PolygonId p : found.polygons) {
    const auto [begin, past] = index_.sight_words(p);
    for (std::uint32_t word = begin; word < past; ++word) {
      const FlagId first = index_.first_bit(word);
      for (std::uint64_t left = index_.listed(word, flags); left != 0; left &= left - 1) {
        const StateId s = index_.state_of(first + std::countr_zero(left));
        const double bound = bound_over(s);
        if (bound >= least) {
          *back++ = {s, word, bound};
        } else if (in_sight_out_of_line(end, {s, word, bound})) {
          least = bound;
          *back++ = *front;
          *front = {s, StateLink::kInSight, bound};
        }
      }
    }
  }
  found.links = {front, back};
}

bool HubLabels::in_sight_near_ray(const Location& end, const StateLink& link) const {
  const int place = place_between(*mesh_, index_.position(link.state),
                                  index_.rays(link.state, link.word), end.point);
  return place > 0 ||
         (place == 0 && sees_tautly(*space_, end, index_.corner(link.state), link.state));
}

bool HubLabels::in_sight_out_of_line(const Location& end, const StateLink& link) const {
  return in_sight(end, link);
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
  path.push_back(start.point);
  SolverResult result;
  if (index_.all_labelled()) {
    result = meet_in_hub(scratch, start, goal, path);
  } else {
    const auto seen_from = [&](const Location& end, std::span<StateLink> links) {
      const auto unseen = std::remove_if(
          links.begin(), links.end(), [&](const StateLink& link) { return !in_sight(end, link); });
      return std::span<const StateLink>(links.begin(), unseen);
    };
    result = LinkSearch(index_, scratch.search)
                 .run(seen_from(start, scratch.start.links), seen_from(goal, scratch.goal.links),
                      start.point, goal.point, path);
  }
  if (!result.found) path.clear();
  return result;
}

SolverResult HubLabels::meet_in_hub(Scratch& scratch, const Location& start, const Location& goal,
                                    Path& path) const {
  SolverResult result{false, 0, 0};
  const std::span<StateLink> starts = scratch.start.links;
  const std::span<const StateLink> goals = scratch.goal.links;
  if (starts.empty() || goals.empty()) return result;
  scratch.hubs.fit(index_.state_count());
  if (++scratch.stamp == 0) {
    scratch.hubs.clear();
    scratch.stamp = 1;
  }
  Scratch::Hub* const hubs = scratch.hubs.data();
  const std::uint32_t stamp = scratch.stamp;
  double least = std::numeric_limits<double>::infinity();
  std::uint32_t from_start = 0;
  std::uint32_t from_goal = 0;
  StateId last = kNoState;
  // load() and meet() copy values to local variables, so that the compiler keeps these values in
  // registers.
  const auto load = [&](const StateLink& link, HubIndex::Range entries)
      __attribute__((always_inline)) {
    const NarrowNumbers hub_of = index_.hubs();
    const double* const distances = index_.distances();
    const double length = distance(start.point, index_.position(link.state));
    const double most = least;
    for (std::uint32_t e = entries.begin; e < entries.end; ++e) {
      const double through = length + distances[e];
      if (through >= most) continue;
      Scratch::Hub& hub = hubs[hub_of[e] ^ 1U];
      if (hub.stamp == stamp && hub.distance <= through) continue;
      hub = {through, stamp, e};
    }
    ++result.expanded;
    result.generated += entries.end - entries.begin;
  };
  const auto meet = [&](const StateLink& link, HubIndex::Range entries)
      __attribute__((always_inline)) {
    const NarrowNumbers hub_of = index_.hubs();
    const double* const distances = index_.distances();
    const double length = distance(goal.point, index_.position(link.state));
    double most = least;
    for (std::uint32_t e = entries.begin; e < entries.end; ++e) {
      const Scratch::Hub& hub = hubs[hub_of[e]];
      const double whole = length + distances[e] + hub.distance;
      if (whole >= most || hub.stamp != stamp) continue;
      most = whole;
      from_start = hub.entry;
      from_goal = e;
      last = link.state;
    }
    least = most;
    ++result.expanded;
    result.generated += entries.end - entries.begin;
  };
  // The first link at each end has the least bound. A path over these two links is short, even if
  // it is not taut. So its length excludes many other links before the slow test of sight.
  load(starts.front(), index_.label(starts.front().state));
  meet(goals.front(), index_.label(goals.front().state));
  auto loaded = starts.begin() + 1;
  for (const StateLink& link : starts.subspan(1)) {
    if (link.bound >= least || !in_sight(start, link)) continue;
    load(link, index_.taut_label(link.state, start.point));
    *loaded++ = link;
  }
  if (loaded != starts.begin() + 1) {
    meet(goals.front(), index_.taut_label(goals.front().state, goal.point));
  }
  for (const StateLink& link : goals.subspan(1)) {
    if (link.bound >= least || !in_sight(goal, link)) continue;
    meet(link, index_.taut_label(link.state, goal.point));
  }
  if (last == kNoState) return result;
  result.found = true;
  const auto follow = [&](StateId s, std::uint32_t entry) {
    for (StateId next = index_.next(entry); next != s; next = index_.next(entry)) {
      path.push_back(index_.position(s));
      entry = index_.label(next).begin + index_.next_place(entry);
      s = next;
    }
    return index_.position(s);
  };
  const auto has_entry = [&](const StateLink& link) {
    const auto [begin, end] = index_.label(link.state);
    return begin <= from_start && from_start < end;
  };
  const StateId first = std::find_if(starts.begin(), loaded, has_entry)->state;
  path.push_back(follow(first, from_start));
  const auto met = static_cast<std::ptrdiff_t>(path.size());
  path.push_back(goal.point);
  follow(last, from_goal);
  std::reverse(path.begin() + met, path.end());
  return result;
}

}  // namespace fairway
