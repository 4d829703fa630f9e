#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "programs/gdal/osm_data.hpp"

namespace fairway::gdal {

enum class OsmKind { kNone, kBuilding, kWater, kBarrier };

/// The kind of an object by its tags, even if the object is underground.
OsmKind kind_of(const OsmObject& object);
bool is_underground(const OsmObject& object);

using OsmLine = std::vector<OsmPlace>;

/// An obstacle with an area. Its outline is a list of rings. The first node of a ring is not
/// repeated at the end.
struct OsmArea {
  OsmKind kind = OsmKind::kBuilding;
  std::string name;  ///< "way 5" or "relation 6"
  std::vector<OsmLine> rings;
};

/// The obstacles of a whole file. The counts and names of other objects are for notes.
struct OsmObstacles {
  std::vector<OsmArea> areas;
  std::vector<OsmLine> barriers;
  std::size_t relations = 0;      ///< number of areas that are multipolygons
  std::size_t old_relations = 0;  ///< number of multipolygons with tags on their ways only
  std::size_t tagged_twice = 0;   ///< number of outer ways of the same kind as their relation
  std::size_t underground = 0;
  std::size_t coastlines = 0;
  std::size_t passages = 0;  ///< number of barriers that do not block: kerbs, entrances, bollards
  std::size_t repeated_members = 0;
  std::map<std::string, std::size_t> barrier_kinds;
  std::vector<std::string> lack_nodes;
  std::vector<std::string> lack_members;
  std::vector<std::string> open;
  std::vector<std::string> cut_barriers;  ///< names of barriers that lack nodes
};

/// Finds the obstacles of the given kinds. O(n log n) for n nodes.
OsmObstacles find_osm_obstacles(const OsmData& data, const std::vector<OsmKind>& kinds);

/// Joins lines at common end nodes to rings. A line is a list of node ids. The first node of a ring
/// is not repeated at the end. If several rings share a node, the split into rings is arbitrary;
/// every split has the same inside by the even-odd rule. Returns false if a line is left over.
/// Expected O(n).
bool join_osm_lines(const std::vector<const std::vector<std::int64_t>*>& lines,
                    std::vector<std::vector<std::int64_t>>& rings);

}  // namespace fairway::gdal
