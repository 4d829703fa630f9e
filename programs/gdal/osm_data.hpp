#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "datasets/text.hpp"

namespace fairway::gdal {

/// A place on the ellipsoid WGS 84, in units of 1e-7 degrees, in which OpenStreetMap has it.
struct OsmPlace {
  std::int32_t lon = 0;
  std::int32_t lat = 0;
  friend bool operator==(const OsmPlace&, const OsmPlace&) = default;
};

struct OsmBox {
  OsmPlace least;
  OsmPlace most;
  friend bool operator==(const OsmBox&, const OsmBox&) = default;
};

struct OsmNode {
  std::int64_t id = 0;
  OsmPlace place;
};

/// A way or a relation, with those of its tags that decide about obstacles.
struct OsmObject {
  std::int64_t id = 0;
  std::vector<std::pair<std::string, std::string>> tags;
  bool described = false;  ///< has tags of other keys, which say what it is

  /// The value of a tag; empty if there is none.
  std::string_view tag(std::string_view key) const {
    for (const auto& [name, value] : tags) {
      if (name == key) return value;
    }
    return {};
  }
};

struct OsmWay : OsmObject {
  std::vector<std::int64_t> nodes;
};

/// A way of a relation.
struct OsmMember {
  std::int64_t way = 0;
  bool inner = false;  ///< by its role
};

/// A relation of type multipolygon. Other relations are not kept.
struct OsmRelation : OsmObject {
  std::vector<OsmMember> ways;
  bool has_relations = false;  ///< among its members
};

/// What a file states. All lists are in the order of ids, each of which is there once.
struct OsmData {
  std::optional<OsmBox> box;  ///< of the header; round all boxes, if it states several
  std::size_t boxes = 0;
  std::vector<OsmNode> nodes;
  std::vector<std::int64_t> barrier_nodes;  ///< which have a tag barrier=* other than no
  std::vector<OsmWay> ways;
  std::vector<OsmRelation> relations;
  std::size_t deleted = 0;          ///< objects that are not visible, which were left out
  std::size_t other_relations = 0;  ///< which are no multipolygons
};

/// Whether a text is OSM PBF: whether its first block says that it is a header.
bool begins_as_osm_pbf(std::string_view text);
/// Whether the root of an XML text is <osm>.
bool begins_as_osm_xml(std::string_view text);

/// Reads OSM XML of version 0.6, or OSM PBF. Throws InputError. Source of the formats: the pages
/// OSM XML and PBF Format of the OpenStreetMap wiki. Read by libosmium.
OsmData read_osm_data(const TextFile& source);

}  // namespace fairway::gdal
