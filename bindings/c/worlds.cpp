// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdio>

#include "algorithms/freespace/erosion.hpp"
#include "algorithms/geometry/limits.hpp"
#include "bindings/c/handles.hpp"
#include "datasets/map_options.hpp"
#include "datasets/outlines.hpp"
#include "datasets/read_world.hpp"
#include "datasets/world_file.hpp"

namespace fairway::c_interface {

namespace {

/// Splits an array of points into rings of the given sizes.
std::vector<Ring> rings_of(const fairway_point* points, std::span<const std::size_t> sizes) {
  std::vector<Ring> rings(sizes.size());
  std::size_t next = 0;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const std::string name = fmt::format("rings[{}]", i);
    if (sizes[i] < 3) refuse(name, fmt::format("{} points", sizes[i]), "at least 3 points");
    required(points, "points");
    for (std::size_t j = 0; j < sizes[i]; ++j) {
      rings[i].push_back(point_of(points[next++], name, j));
    }
  }
  return rings;
}

/// Returns make(). If it throws InvalidWorld, adds the name of the faulty ring or wall to the
/// message, for example "rings[2]". `rings` is the number of rings. Boundary parts after the rings
/// are walls.
template <class Make>
FreeSpace named_faults(std::size_t rings, Make make) {
  try {
    FreeSpace space = make();
    if (space.area() == 0) refuse("world", "no free space", "at least one free area");
    return space;
  } catch (const InvalidWorld& fault) {
    if (fault.part() < 0) throw;
    const auto part = static_cast<std::size_t>(fault.part());
    const bool is_ring = part < rings;
    const std::string vertex = fault.vertex() < 0 ? "" : fmt::format("[{}]", fault.vertex());
    throw std::invalid_argument(fmt::format("{}[{}]{}: {}", is_ring ? "rings" : "walls",
                                            is_ring ? part : part - rings, vertex, fault.what()));
  }
}

Raster raster_of(const std::uint8_t* cells, std::size_t width, std::size_t height) {
  constexpr std::size_t kMostCells = std::size_t{1} << 30;
  if (width == 0 || height == 0 || width > kMostCells / height) {
    refuse("cells", fmt::format("{} x {} cells", width, height), "1 to 2^30 cells");
  }
  required(cells, "cells");
  Raster raster(static_cast<int>(width), static_cast<int>(height));
  for (int y = 0; y < raster.height(); ++y) {
    std::copy_n(cells + static_cast<std::size_t>(y) * width, width, raster.row(y).begin());
  }
  return raster;
}

/// Returns a handle for the world after a burst. Throws std::invalid_argument for an eroded world.
fairway_world* changed(const std::shared_ptr<const World>& from, Burst burst) {
  const World& world = *from;
  if (world.eroded) refuse("world", "an eroded world", "a world that was not eroded");
  std::optional<WorldMoment> moment = world.moment;
  if (!moment) moment.emplace(world.space);
  moment->change(burst);
  auto next = std::make_shared<World>(moment->space());
  next->before = from;
  next->burst = std::move(burst);
  next->moment = std::move(moment);
  return new fairway_world{std::move(next)};
}

MapOptions options_of(const char* options) {
  return options == nullptr ? MapOptions() : MapOptions::of_text(options, "options", 1);
}

Table table_of_rings(const FreeSpace& space) {
  const Polygons polygons = outlines_of(space);
  Table table(4);
  double ring = 0;
  for (const Polygons::Part& part : polygons.parts) {
    for (const Point p : part.ring) table.add({p.x, p.y, ring, part.outline ? 1.0 : 0.0});
    ++ring;
  }
  for (const Polygons::Segment& wall : polygons.walls) {
    table.add({wall.a.x, wall.a.y, ring, -1});
    table.add({wall.b.x, wall.b.y, ring, -1});
    ++ring;
  }
  return table;
}

/// Scratch space of this thread for judgements of any world.
PathJudge::Scratch& scratch_of_thread() {
  thread_local PathJudge::Scratch scratch;
  return scratch;
}

/// Returns the judge of a world. Throws std::invalid_argument if an end lies outside free space.
const PathJudge& judge_of(const World& world, Point start, Point goal) {
  for (const auto& [name, end] : {std::pair{"start", start}, std::pair{"goal", goal}}) {
    if (world.space.locate(end).place == Place::kBlocked) refuse_outside(name, end);
  }
  return *world.judge.get([&] { return std::make_unique<const PathJudge>(world.space); });
}

}  // namespace

World::World(FreeSpace given) : space(std::move(given)) {
  if (space.terrain() != nullptr) refuse("world", "cells with costs", "a world without costs");
}

fairway_world* new_world(FreeSpace space) {
  return new fairway_world{std::make_shared<World>(std::move(space))};
}

fairway_judgement judge(const World& world, Point start, Point goal, std::span<const Point> path) {
  const Judgement found =
      judge_of(world, start, goal).judge(start, goal, path, scratch_of_thread());
  fairway_judgement result{found.legal ? 1 : 0, found.segment, found.cause, "",
                           found.length,        found.optimum, found.gap,   found.corridor_gap,
                           found.slack};
  std::snprintf(result.reason, sizeof result.reason, "%s", found.reason.c_str());
  return result;
}

}  // namespace fairway::c_interface

using namespace fairway;               // NOLINT(google-build-using-namespace)
using namespace fairway::c_interface;  // NOLINT(google-build-using-namespace)

extern "C" {

fairway_world* fairway_world_from_rings(const fairway_point* points, const size_t* sizes,
                                        size_t outlines, size_t holes, const fairway_point* walls,
                                        size_t wall_count) {
  return guarded<fairway_world*>(nullptr, [&] {
    if (outlines == 0) refuse("outlines", "0 rings", "at least one outline");
    std::vector<Ring> rings = rings_of(points, array_of(sizes, outlines + holes, "sizes"));
    Polygons polygons;
    for (Ring& ring : rings) {
      polygons.parts.push_back({std::move(ring), polygons.parts.size() < outlines});
    }
    const auto ends = array_of(walls, 2 * wall_count, "walls");
    for (std::size_t i = 0; i < wall_count; ++i) {
      polygons.walls.push_back(
          {point_of(ends[2 * i], "walls", i), point_of(ends[2 * i + 1], "walls", i)});
    }
    return new_world(
        named_faults(polygons.parts.size(), [&] { return FreeSpace::from_polygons(polygons); }));
  });
}

fairway_world* fairway_world_from_cells(const uint8_t* cells, size_t width, size_t height) {
  return guarded<fairway_world*>(nullptr, [&] {
    Raster raster = raster_of(cells, width, height);
    return new_world(named_faults(0, [&] { return FreeSpace::from_raster(std::move(raster)); }));
  });
}

fairway_world* fairway_world_read(const char* file, const char* options) {
  return guarded<fairway_world*>(nullptr, [&] {
    return new_world(load_free_space(&required(file, "file"), options_of(options)));
  });
}

fairway_world* fairway_world_parse(const char* name, const void* text, size_t size,
                                   const char* options) {
  return guarded<fairway_world*>(nullptr, [&] {
    const auto bytes = array_of(static_cast<const char*>(text), size, "text");
    const TextFile source(&required(name, "name"), std::string(bytes.begin(), bytes.end()));
    return new_world(make_free_space(parse_world(source, options_of(options))));
  });
}

fairway_world* fairway_world_eroded(const fairway_world* world, double radius) {
  return guarded<fairway_world*>(nullptr, [&] {
    const World& from = *required(world, "world").world;
    if (!(radius >= 0) || !within_limits(radius)) {
      refuse("radius", short_text(radius), "0 or more, at most 1e70");
    }
    auto made = std::make_shared<World>(eroded(from.space, radius));
    made->eroded = radius > 0 || from.eroded;
    return new fairway_world{std::move(made)};
  });
}

fairway_world* fairway_world_set_cells(const fairway_world* world, size_t x, size_t y, size_t width,
                                       size_t height, const uint8_t* cells) {
  return guarded<fairway_world*>(nullptr, [&] {
    const auto& from = required(world, "world").world;
    const Raster* raster = from->space.raster();
    if (raster == nullptr) refuse("world", "a world without cells", "a world of cells");
    const auto columns = static_cast<std::size_t>(raster->width());
    const auto rows = static_cast<std::size_t>(raster->height());
    if (x >= columns || y >= rows || width > columns - x || height > rows - y) {
      refuse("x, y, width, height", fmt::format("{} x {} cells from ({}, {})", width, height, x, y),
             fmt::format("a block inside the {} x {} cells", columns, rows));
    }
    Burst burst;
    burst.patches.push_back(
        {static_cast<int>(x), static_cast<int>(y), raster_of(cells, width, height)});
    return changed(from, std::move(burst));
  });
}

fairway_world* fairway_world_set_obstacles(const fairway_world* world, const int32_t* removed,
                                           size_t removed_count, const int32_t* added,
                                           size_t added_count, const fairway_point* points,
                                           const size_t* sizes) {
  return guarded<fairway_world*>(nullptr, [&] {
    const auto& from = required(world, "world").world;
    if (from->space.raster() != nullptr) {
      refuse("world", "a world of cells", "a world without cells");
    }
    const auto gone = array_of(removed, removed_count, "removed");
    const auto come = array_of(added, added_count, "added");
    std::vector<Ring> rings = rings_of(points, array_of(sizes, added_count, "sizes"));
    Burst burst;
    burst.removed.assign(gone.begin(), gone.end());
    for (std::size_t i = 0; i < added_count; ++i) {
      burst.added.push_back({come[i], std::move(rings[i])});
    }
    return changed(from, std::move(burst));
  });
}

void fairway_world_free(fairway_world* world) { delete world; }

int fairway_world_describe(const fairway_world* world, fairway_world_facts* facts) {
  return guarded(0, [&] {
    const FreeSpace& space = required(world, "world").world->space;
    const Box& box = space.box();
    const Raster* cells = space.raster();
    required(facts, "facts") = {box.min.x,
                                box.min.y,
                                box.max.x,
                                box.max.y,
                                space.area(),
                                static_cast<std::size_t>(space.component_count()),
                                cells != nullptr ? static_cast<std::size_t>(cells->width()) : 0,
                                cells != nullptr ? static_cast<std::size_t>(cells->height()) : 0,
                                space.memory_bytes()};
    return 1;
  });
}

int fairway_world_contains(const fairway_world* world, fairway_point point) {
  return guarded(-1, [&] {
    const FreeSpace& space = required(world, "world").world->space;
    return space.locate(point_of(point, "point")).place == Place::kBlocked ? 0 : 1;
  });
}

const fairway_table* fairway_world_rings(const fairway_world* world) {
  return guarded<const fairway_table*>(nullptr, [&] {
    const World& of = *required(world, "world").world;
    return of.rings.get([&] { return table_of_rings(of.space); }).show();
  });
}

const uint8_t* fairway_world_cells(const fairway_world* world) {
  return guarded<const uint8_t*>(nullptr, [&]() -> const uint8_t* {
    const Raster* cells = required(world, "world").world->space.raster();
    return cells != nullptr ? cells->row(0).data() : nullptr;
  });
}

const char* fairway_world_text(const fairway_world* world) {
  return guarded<const char*>(nullptr, [&] {
    const World& of = *required(world, "world").world;
    return of.text.get([&] { return format_world(of.space); }).c_str();
  });
}

int fairway_judge(const fairway_world* world, fairway_point start, fairway_point goal,
                  const fairway_point* points, size_t count, fairway_judgement* judgement) {
  return guarded(0, [&] {
    const World& of = *required(world, "world").world;
    Path path;
    for (const fairway_point p : array_of(points, count, "points")) {
      path.push_back(point_of(p, "points", path.size()));
    }
    required(judgement, "judgement") =
        judge(of, point_of(start, "start"), point_of(goal, "goal"), path);
    return 1;
  });
}

const fairway_table* fairway_optimal_path(const fairway_world* world, fairway_point start,
                                          fairway_point goal) {
  return guarded<const fairway_table*>(nullptr, [&] {
    thread_local Table table(2);
    const World& of = *required(world, "world").world;
    const Point from = point_of(start, "start");
    const Point to = point_of(goal, "goal");
    Path& path = scratch_of_thread().path;
    judge_of(of, from, to).optimum(from, to, scratch_of_thread(), path);
    table.clear();
    for (const Point p : path) table.add({p.x, p.y});
    return table.show();
  });
}
}
