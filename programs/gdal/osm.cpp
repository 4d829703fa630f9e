#include "programs/gdal/osm.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "datasets/overlay.hpp"
#include "programs/gdal/local_projection.hpp"
#include "programs/gdal/osm_obstacles.hpp"

namespace fairway::gdal {

namespace {

/// A note lists at most this number of names.
constexpr std::size_t kMostNamed = 100;
/// Largest latitude of a box, in degrees. Nearer to a pole, a degree of longitude is too short for
/// the projection.
constexpr int kMostLatitude = 89;

constexpr std::array<std::string_view, 3> kOsmObstacles{"building", "barrier", "water"};
constexpr std::array<OsmKind, 3> kOsmKinds{OsmKind::kBuilding, OsmKind::kBarrier, OsmKind::kWater};

std::string told(const OsmBox& box) {
  return fmt::format("{:.7f},{:.7f},{:.7f},{:.7f}", box.least.lon / 1e7, box.least.lat / 1e7,
                     box.most.lon / 1e7, box.most.lat / 1e7);
}

Point degrees(OsmPlace place) { return {place.lon / 1e7, place.lat / 1e7}; }

struct Projection {
  const LocalProjection& local;
  Point operator()(OsmPlace place) const { return local(degrees(place)); }
};

class OsmWorldMaker {
 public:
  OsmWorldMaker(const TextFile& source, const OsmData& data, const MapOptions& options)
      : source_(source), data_(data), options_(options) {
    world_.file = source.file();
  }

  WorldFile world() && {
    const std::vector<OsmKind> kinds = asked_kinds();
    box_ = chosen_box();
    const LocalProjection local({degrees(box_.least), degrees(box_.most)});
    const Projection projection{local};
    tell_about_file(projection);
    const OsmObstacles obstacles = find_osm_obstacles(data_, kinds);
    add_areas(obstacles, projection);
    add_barriers(obstacles, projection);
    tell_what_is_blocked(obstacles, kinds);
    tell_what_was_left_out(obstacles);
    OverlayReport report;
    try {
      world_.content = overlay(areas_, walls_, report);
    } catch (const InvalidWorld& invalid) {
      source_.fail(0, invalid.what());
    }
    if (report.crossings + report.touches + report.dissolved_edges + report.dropped_walls > 0) {
      note(fmt::format(
          "Obstacles and the box were overlaid. {} edges were split at crossings and {} at "
          "vertices of other edges. Two kinds of edges were dropped: {} edges that do not separate "
          "free from blocked space, and {} pieces of barriers that lie outside free space or on "
          "its border.",
          report.crossings, report.touches, report.dissolved_edges, report.dropped_walls));
    }
    return std::move(world_);
  }

 private:
  void note(std::string sentence) { world_.notes.push_back(std::move(sentence)); }
  void note_count(std::size_t count, std::string_view sentence) {
    if (count > 0) note(fmt::format("{} {}", count, sentence));
  }
  void note_names(std::vector<std::string> names, std::string_view sentence) {
    if (names.empty()) return;
    const std::size_t more = names.size() > kMostNamed ? names.size() - kMostNamed : 0;
    std::string text = fmt::format("{} {}: ", names.size(), sentence);
    names.resize(names.size() - more);
    text += fmt::format("{}", fmt::join(names, ", "));
    note(text + (more > 0 ? fmt::format(" and {} more.", more) : "."));
  }

  std::vector<OsmKind> asked_kinds() const {
    const std::vector<std::string> names = options_.texts("obstacles");
    if (names.empty()) return {kOsmKinds.begin(), kOsmKinds.end()};
    std::vector<OsmKind> kinds;
    for (const std::string& name : names) {
      const auto found = std::ranges::find(kOsmObstacles, name);
      if (found == kOsmObstacles.end()) {
        options_.fail("obstacles",
                      fmt::format("{}; expected building, barrier or water", in_quotes(name)));
      }
      kinds.push_back(kOsmKinds[static_cast<std::size_t>(found - kOsmObstacles.begin())]);
    }
    return kinds;
  }

  /// Message that says why a box is invalid; empty if the box is valid.
  static std::string fault_of(const OsmBox& box) {
    if (box.least.lon >= box.most.lon || box.least.lat >= box.most.lat) {
      return fmt::format("the box {} has no area; expected west < east and south < north",
                         told(box));
    }
    if (box.least.lat < -kMostLatitude * 10'000'000 || box.most.lat > kMostLatitude * 10'000'000) {
      return fmt::format("the box {} reaches up to a pole; expected latitudes from -{} to {}",
                         told(box), kMostLatitude, kMostLatitude);
    }
    return {};
  }

  OsmBox chosen_box() {
    if (const auto numbers = options_.numbers("box", 4)) {
      OsmBox box;
      const std::array<std::pair<std::int32_t*, double>, 4> ends{
          {{&box.least.lon, 180}, {&box.least.lat, 90}, {&box.most.lon, 180}, {&box.most.lat, 90}}};
      for (std::size_t i = 0; i < ends.size(); ++i) {
        if (std::abs((*numbers)[i]) > ends[i].second) {
          options_.fail("box", fmt::format("{}; expected degrees from -{} to {}", (*numbers)[i],
                                           ends[i].second, ends[i].second));
        }
        *ends[i].first = static_cast<std::int32_t>(std::round((*numbers)[i] * 1e7));
      }
      if (const std::string fault = fault_of(box); !fault.empty()) options_.fail("box", fault);
      return box;
    }
    OsmBox box;
    if (data_.box) {
      box = *data_.box;
      note(fmt::format("The box is the file's box, {}.", told(box)));
      if (data_.boxes > 1) {
        note(fmt::format("The file states {} boxes. The box in use is their bounding box.",
                         data_.boxes));
      }
    } else {
      if (data_.nodes.empty()) {
        source_.fail(0, "the file has no nodes; expected at least one node, or a box in the file");
      }
      const auto [west, east] =
          std::ranges::minmax(data_.nodes, {}, [](const OsmNode& node) { return node.place.lon; });
      const auto [south, north] =
          std::ranges::minmax(data_.nodes, {}, [](const OsmNode& node) { return node.place.lat; });
      box = {{west.place.lon, south.place.lat}, {east.place.lon, north.place.lat}};
      note(fmt::format("The file states no box. The bounding box of the nodes is used, {}.",
                       told(box)));
    }
    if (const std::string fault = fault_of(box); !fault.empty()) {
      source_.fail(0, fault + ", or the option box");
    }
    return box;
  }

  void tell_about_file(const Projection& projection) {
    world_.units = {"m", projection.local.origin()};
    note(projection.local.told());
    note_count(data_.deleted, "objects were left out, because the file marks them as not visible.");
  }

  /// Returns false only if all points of a line lie beyond the same side of the box. Such a line is
  /// outside the box.
  bool reaches_box(std::span<const OsmPlace> line) const {
    const auto all = [&](auto outside) { return std::ranges::all_of(line, outside); };
    return !(all([&](OsmPlace p) { return p.lon < box_.least.lon; }) ||
             all([&](OsmPlace p) { return p.lon > box_.most.lon; }) ||
             all([&](OsmPlace p) { return p.lat < box_.least.lat; }) ||
             all([&](OsmPlace p) { return p.lat > box_.most.lat; }));
  }

  void add_areas(const OsmObstacles& obstacles, const Projection& projection) {
    const Point least = projection(box_.least);
    const Point most = projection(box_.most);
    areas_.push_back({{{least, {most.x, least.y}, most, {least.x, most.y}}}, true});
    for (const OsmArea& obstacle : obstacles.areas) {
      if (std::ranges::none_of(obstacle.rings,
                               [&](const OsmLine& ring) { return reaches_box(ring); })) {
        ++outside_;
        continue;
      }
      ++counts_[static_cast<std::size_t>(obstacle.kind)];
      Area area;
      for (const OsmLine& ring : obstacle.rings) {
        Ring& points = area.rings.emplace_back();
        for (const OsmPlace place : ring) points.push_back(projection(place));
      }
      if (crosses_itself(area)) crossing_.push_back(obstacle.name);
      areas_.push_back(std::move(area));
    }
  }

  static bool crosses_itself(const Area& area) {
    OverlayReport report;
    try {
      const Area alone{area.rings, true};
      overlay({&alone, 1}, {}, report);
    } catch (const InvalidWorld&) {
      return true;
    }
    return report.crossings + report.dissolved_edges + report.dropped_rings > 0;
  }

  void add_barriers(const OsmObstacles& obstacles, const Projection& projection) {
    for (const OsmLine& line : obstacles.barriers) {
      bool reaches = false;
      for (std::size_t i = 0; i + 1 < line.size(); ++i) {
        if (line[i] == line[i + 1] || !reaches_box({&line[i], 2})) continue;
        walls_.push_back({projection(line[i]), projection(line[i + 1])});
        reaches = true;
      }
      if (!reaches) ++outside_;
    }
  }

  void tell_what_is_blocked(const OsmObstacles& obstacles, const std::vector<OsmKind>& kinds) {
    const auto count = [&](OsmKind kind) { return counts_[static_cast<std::size_t>(kind)]; };
    note(
        fmt::format("{} buildings, {} areas of water, {} areas of barriers and {} pieces of "
                    "barrier lines reach into the box. {} areas of the file are multipolygons.",
                    count(OsmKind::kBuilding), count(OsmKind::kWater), count(OsmKind::kBarrier),
                    walls_.size(), obstacles.relations));
    note_count(outside_, "obstacles were left out, because they lie outside the box.");
    if (!obstacles.barrier_kinds.empty()) {
      std::vector<std::string> parts;
      for (const auto& [value, number] : obstacles.barrier_kinds) {
        parts.push_back(fmt::format("{} {}", number, in_quotes(value)));
        if (parts.size() == kMostNamed) break;
      }
      note(fmt::format("Number of barrier lines in the file, by value of the tag barrier: {}.",
                       fmt::join(parts, ", ")));
    }
    if (std::ranges::find(kinds, OsmKind::kBarrier) != kinds.end()) tell_barrier_nodes();
    note_count(obstacles.old_relations,
               "multipolygons have no tags of their own, and use the tags of an outer way.");
    note_count(obstacles.tagged_twice,
               "outer ways of multipolygons have the same tag as their relation. Each of these "
               "multipolygons counts as one area.");
    note_count(obstacles.repeated_members,
               "members of multipolygons are repeated. Each of these members is used once.");
    note_names(crossing_,
               "outlines cross or cover themselves; a point is blocked if an outline goes round it "
               "an odd number of times");
  }

  void tell_barrier_nodes() {
    std::vector<std::int64_t> on_lines;
    for (const OsmWay& way : data_.ways) {
      if (kind_of(way) != OsmKind::kBarrier) continue;
      std::ranges::copy_if(way.nodes, std::back_inserter(on_lines), [&](std::int64_t id) {
        return std::ranges::binary_search(data_.barrier_nodes, id);
      });
    }
    std::ranges::sort(on_lines);
    on_lines.erase(std::unique(on_lines.begin(), on_lines.end()), on_lines.end());
    note_count(data_.barrier_nodes.size(),
               "nodes with a tag barrier, such as bollards and gates, were left out.");
    note_count(on_lines.size(), "of these nodes lie on a barrier line. They do not open the line.");
  }

  void tell_what_was_left_out(const OsmObstacles& obstacles) {
    note_count(obstacles.underground,
               "objects were left out, because their tag layer, location or tunnel states that "
               "they lie underground.");
    note_count(obstacles.passages,
               "barrier lines were left out, because they are kerbs, entrances or bollards.");
    note_count(obstacles.coastlines, "coastlines were left out: the sea is free.");
    note_names(obstacles.lack_nodes,
               "outlines were left out, because some of their nodes are not in the file");
    note_names(obstacles.lack_members,
               "multipolygons were left out, because some of their members are relations or are "
               "not in the file");
    note_names(obstacles.open, "outlines were left out, because they do not close");
    note_names(obstacles.cut_barriers,
               "barriers have nodes that are not in the file; only their pieces between two "
               "successive known nodes were kept");
  }

  const TextFile& source_;
  const OsmData& data_;
  const MapOptions& options_;
  WorldFile world_;
  OsmBox box_;
  std::vector<Area> areas_;
  std::vector<Polygons::Segment> walls_;
  std::array<std::size_t, 4> counts_{};  ///< number of areas of each OsmKind
  std::size_t outside_ = 0;
  std::vector<std::string> crossing_;
};

}  // namespace

bool begins_as_osm(std::string_view text) {
  return begins_as_osm_pbf(text) || begins_as_osm_xml(text);
}

WorldFile read_osm(const TextFile& source, const MapOptions& options) {
  constexpr std::array<std::string_view, 2> kKnown{"box", "obstacles"};
  options.expect_known(kKnown, "osm");
  const OsmData data = read_osm_data(source);
  return OsmWorldMaker(source, data, options).world();
}

}  // namespace fairway::gdal
