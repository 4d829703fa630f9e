#include "datasets/formats/doom_wad.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/freespace/free_space.hpp"
#include "datasets/formats/doom_doors.hpp"
#include "datasets/formats/doom_sectors.hpp"
#include "datasets/overlay.hpp"

namespace fairway {

namespace {

constexpr std::array<std::string_view, 2> kDoors{"closed", "open"};

/// The reason why an agent cannot cross a line.
enum class Barrier { kNone, kOneSided, kImpassable, kStep, kLowOpening };

/// An agent: the highest step that it can walk, and its height.
struct Walker {
  double step;
  double height;

  bool fits(const DoomLevel::Sector& sector) const {
    return sector.ceiling - sector.floor >= height;
  }
  Barrier barrier(const DoomLevel& level, const DoomLevel::Line& line) const {
    if (line.left == DoomLevel::kNone) return Barrier::kOneSided;
    if ((line.flags & DoomLevel::kImpassable) != 0) return Barrier::kImpassable;
    const DoomLevel::Sector& right = level.sectors[static_cast<std::size_t>(line.right)];
    const DoomLevel::Sector& left = level.sectors[static_cast<std::size_t>(line.left)];
    if (std::abs(right.floor - left.floor) > step) return Barrier::kStep;
    if (std::min(right.ceiling, left.ceiling) - std::max(right.floor, left.floor) < height) {
      return Barrier::kLowOpening;
    }
    return Barrier::kNone;
  }
};

struct DoomWalls {
  std::vector<Polygons::Segment> segments;
  std::array<std::size_t, 5> counts{};  ///< number of lines for each Barrier
  std::size_t without_length = 0;
};

DoomWalls walls_of(const DoomLevel& level, const Walker& walker) {
  DoomWalls walls;
  for (const DoomLevel::Line& line : level.lines) {
    const Polygons::Segment segment{level.vertices[static_cast<std::size_t>(line.from)],
                                    level.vertices[static_cast<std::size_t>(line.to)]};
    if (segment.a == segment.b) {
      ++walls.without_length;
      continue;
    }
    const Barrier barrier = walker.barrier(level, line);
    ++walls.counts[static_cast<std::size_t>(barrier)];
    if (barrier != Barrier::kNone) walls.segments.push_back(segment);
  }
  return walls;
}

void note_walls(const DoomWalls& walls, const Walker& walker, std::vector<std::string>& notes) {
  const auto count = [&](Barrier barrier) {
    return walls.counts[static_cast<std::size_t>(barrier)];
  };
  notes.push_back(fmt::format(
      "{} lines are walls: {} one-sided, {} impassable, {} at steps of more than {}, up or down, "
      "{} at openings lower than {}.",
      walls.segments.size(), count(Barrier::kOneSided), count(Barrier::kImpassable),
      count(Barrier::kStep), walker.step, count(Barrier::kLowOpening), walker.height));
  if (walls.without_length > 0) {
    notes.push_back(fmt::format("{} left out, because both ends of {} are at the same place.",
                                counted(walls.without_length, "line was", "lines were"),
                                walls.without_length == 1 ? "the line" : "each line"));
  }
}

void free_high_sectors(const DoomLevel& level, const Walker& walker, std::vector<Area>& areas,
                       std::vector<std::string>& notes) {
  std::size_t low = 0;
  for (std::size_t i = 0; i < level.sectors.size(); ++i) {
    areas[i].free = walker.fits(level.sectors[i]);
    low += areas[i].free ? 0 : 1;
  }
  if (low > 0) {
    notes.push_back(fmt::format("{} lower than {}: not free.",
                                counted(low, "sector is", "sectors are"), walker.height));
  }
}

constexpr double kMostHeight = 65535;  // the largest difference of two heights

Walker walker_of(const MapOptions& options) {
  return {options.number("step", 0, kMostHeight).value_or(24),
          options.number("height", 1, kMostHeight).value_or(56)};
}

/// Returns the name of the place that a Doom thing of this type marks, such as "player 1 start".
/// Empty for other things.
std::string_view place_of(int type) {
  constexpr std::array<std::string_view, 4> kStarts{"player 1 start", "player 2 start",
                                                    "player 3 start", "player 4 start"};
  if (type >= 1 && type <= 4) return kStarts[static_cast<std::size_t>(type - 1)];
  if (type == 11) return "deathmatch start";
  return type == 14 ? "teleport destination" : "";
}

/// Returns the places that things mark, in the order of the file. If several places have the same
/// name, the second and later names get a number.
std::vector<NamedPoint> places_of(const DoomLevel& level) {
  std::vector<NamedPoint> places;
  std::array<std::size_t, 15> seen{};
  for (const DoomLevel::Thing& thing : level.things) {
    const std::string_view name = place_of(thing.type);
    if (name.empty()) continue;
    const std::size_t number = ++seen[static_cast<std::size_t>(thing.type)];
    places.push_back(
        {number == 1 ? std::string(name) : fmt::format("{} {}", name, number), thing.at});
  }
  return places;
}

/// The number of lines with a special. The world ignores the effects of specials: lifts,
/// teleporters, crushers, lights.
std::size_t other_specials(const DoomLevel& level) {
  return static_cast<std::size_t>(std::ranges::count_if(
      level.lines, [](const DoomLevel::Line& line) { return line.special != 0; }));
}

void note_parts(const Polygons& polygons, std::vector<std::string>& notes) {
  if (polygons.parts.empty()) return;
  try {
    const auto parts = FreeSpace::from_polygons(polygons).component_count();
    notes.push_back(fmt::format("Free space has {}{}.",
                                counted(static_cast<std::size_t>(parts), "part", "parts"),
                                parts == 1 ? "" : " that are not connected"));
  } catch (const InvalidWorld&) {  // this error is reported when the world is built
  }
}

}  // namespace

WorldFile make_doom_world(const TextFile& source, const DoomLevel& stated,
                          const MapOptions& options) {
  const bool open = options.choice("doors", kDoors) == 1;
  const Walker walker = walker_of(options);
  DoomLevel level = stated;
  WorldFile world;
  world.file = source.file();
  world.units = {"map units", ""};
  auto& notes = world.notes;
  notes.push_back(fmt::format("Level {}: vertices {}, lines {}, sectors {}, things {}.", level.name,
                              level.vertices.size(), level.lines.size(), level.sectors.size(),
                              level.things.size()));
  const std::vector<int> doors = doors_of(level);
  if (open) open_doors(level, doors);
  if (!doors.empty()) {
    notes.push_back(fmt::format("{} {}.",
                                counted(doors.size(), "sector is a door:", "sectors are doors:"),
                                open ? "opened" : "left as in the file"));
  }

  note_walls(walls_of(level, walker), walker, notes);
  try {
    const CutCounts cuts = split_lines(level);
    if (cuts.crossings + cuts.touches > 0) {
      notes.push_back(
          fmt::format("Lines were split at {} crossings, which were rounded to doubles, and at {} "
                      "ends of other lines.",
                      cuts.crossings, cuts.touches));
    }
    SectorAreas sectors = areas_of_sectors(level);
    notes.insert(notes.end(), sectors.notes.begin(), sectors.notes.end());
    free_high_sectors(level, walker, sectors.areas, notes);
    OverlayReport report;
    Polygons polygons = overlay(sectors.areas, walls_of(level, walker).segments, report);
    note_parts(polygons, notes);
    world.content = std::move(polygons);
  } catch (const InvalidWorld& invalid) {
    source.fail_at_byte(0, invalid.what());
  }

  world.places = places_of(level);
  if (const std::size_t left = level.things.size() - world.places.size(); left > 0) {
    notes.push_back(
        fmt::format("{} left out, also blocking ones: only starts and teleport destinations are "
                    "kept, as places.",
                    counted(left, "thing was", "things were")));
  }
  if (const std::size_t specials = other_specials(level); specials > 0) {
    notes.push_back(
        fmt::format("{} special: lifts, crushers and switches stay as in the file, and teleporters "
                    "are ignored.",
                    counted(specials, "line has a", "lines have a")));
  }
  return world;
}

WorldFile parse_doom_wad(const TextFile& source, const MapOptions& options) {
  return make_doom_world(source, parse_doom_level(source, options), options);
}

std::vector<DoomDoor> parse_doom_doors(const TextFile& source, const MapOptions& options) {
  const Walker walker = walker_of(options);
  const DoomLevel closed = parse_doom_level(source, options);
  DoomLevel open = closed;
  const std::vector<int> sectors = doors_of(closed);
  open_doors(open, sectors);
  std::vector<DoomDoor> doors;
  try {
    split_lines(open);
    const SectorAreas areas = areas_of_sectors(open);
    for (const int sector : sectors) {
      const auto i = static_cast<std::size_t>(sector);
      if (walker.fits(closed.sectors[i]) || !walker.fits(open.sectors[i])) continue;
      DoomDoor& door = doors.emplace_back(DoomDoor{sector, {}});
      Area area = areas.areas[i];
      area.free = true;
      OverlayReport report;
      for (Polygons::Part& part : overlay({&area, 1}, {}, report).parts) {
        if (!part.outline) door.fault = "the sector encloses other sectors";
        door.rings.push_back(std::move(part.ring));
      }
      if (door.rings.empty()) door.fault = "the sector has no area";
      if (!door.fault.empty()) door.rings.clear();
    }
  } catch (const InvalidWorld& invalid) {
    source.fail_at_byte(0, invalid.what());
  }
  return doors;
}

}  // namespace fairway
