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

/// A point on the ellipsoid WGS 84, in OpenStreetMap's unit of 1e-7 degrees.
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

/// A way or a relation, with the tags that decide whether it is an obstacle.
struct OsmObject {
  std::int64_t id = 0;
  std::vector<std::pair<std::string, std::string>> tags;
  /// Whether the object has a tag that describes it, such as `highway`, but is not in `tags`.
  bool described = false;

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

/// A way that is a member of a relation.
struct OsmMember {
  std::int64_t way = 0;
  bool inner = false;  ///< whether the role of the way is "inner"
};

/// A relation of type multipolygon. The reader drops other relations.
struct OsmRelation : OsmObject {
  std::vector<OsmMember> ways;
  bool has_relations = false;  ///< whether relations are among its members
};

/// The contents of a file. All lists are sorted by id, and ids are unique.
struct OsmData {
  std::optional<OsmBox> box;  ///< bounding box of all boxes in the header
  std::size_t boxes = 0;
  std::vector<OsmNode> nodes;
  std::vector<std::int64_t> barrier_nodes;  ///< ids of nodes with a tag barrier=* other than no
  std::vector<OsmWay> ways;
  std::vector<OsmRelation> relations;
  std::size_t deleted = 0;          ///< number of objects dropped because they have visible=false
  std::size_t other_relations = 0;  ///< number of relations that are not multipolygons
};

/// Whether a text is OSM PBF: its first block must be a header.
bool begins_as_osm_pbf(std::string_view text);
/// Whether the root of an XML text is <osm>.
bool begins_as_osm_xml(std::string_view text);

/// Reads OSM XML of version 0.6, or OSM PBF. Throws InputError. Uses libosmium. Source of the
/// formats: the pages OSM XML and PBF Format of the OpenStreetMap wiki.
OsmData read_osm_data(const TextFile& source);

}  // namespace fairway::gdal
