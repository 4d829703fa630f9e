#include "programs/gdal/osm_obstacles.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <unordered_set>
#include <utility>

namespace fairway::gdal {

namespace {

bool is_stated(std::string_view value) { return !value.empty() && value != "no"; }

class OsmObstacleFinder {
 public:
  OsmObstacleFinder(const OsmData& data, const std::vector<OsmKind>& kinds)
      : data_(data), kinds_(kinds) {}

  OsmObstacles all() {
    for (const OsmRelation& relation : data_.relations) add(relation);
    for (const OsmWay& way : data_.ways) {
      if (way.tag("natural") == "coastline") ++found_.coastlines;
      if (!in_relation_.contains(way.id)) add(way);
    }
    return std::move(found_);
  }

 private:
  /// Whether the option `obstacles` selects the kind and the object is not underground. Counts the
  /// underground objects of selected kinds.
  bool wanted(OsmKind kind, const OsmObject& object) {
    if (kind == OsmKind::kNone || std::ranges::find(kinds_, kind) == kinds_.end()) return false;
    if (!is_underground(object)) return true;
    ++found_.underground;
    return false;
  }

  template <class Object>
  static const Object* find(const std::vector<Object>& objects, std::int64_t id) {
    const auto found = std::ranges::lower_bound(objects, id, {}, &Object::id);
    return found != objects.end() && found->id == id ? &*found : nullptr;
  }

  void add(const OsmRelation& relation) {
    std::vector<const OsmWay*> outer;
    for (const OsmMember& member : relation.ways) {
      const OsmWay* const way = find(data_.ways, member.way);
      if (way != nullptr && !member.inner) outer.push_back(way);
    }
    OsmKind kind = kind_of(relation);
    const OsmObject* tagged = &relation;
    if (kind == OsmKind::kNone && !relation.described && relation.tags.empty()) {
      const auto with_kind = std::ranges::find_if(
          outer, [](const OsmWay* way) { return kind_of(*way) != OsmKind::kNone; });
      if (with_kind != outer.end()) {
        tagged = *with_kind;
        kind = kind_of(*tagged);
      }
    }
    if (!wanted(kind, *tagged)) return;
    const std::string name = fmt::format("relation {}", relation.id);
    const auto rings = rings_of(relation, name);
    if (!rings) return;
    found_.areas.push_back({kind, name, *rings});
    ++found_.relations;
    if (tagged != &relation) ++found_.old_relations;
    for (const OsmWay* const way : outer) {
      if (kind_of(*way) != kind) continue;
      in_relation_.insert(way->id);
      if (tagged == &relation) ++found_.tagged_twice;
    }
  }

  std::optional<std::vector<OsmLine>> rings_of(const OsmRelation& relation,
                                               const std::string& name) {
    std::vector<const std::vector<std::int64_t>*> lines;
    std::unordered_set<std::int64_t> seen;
    bool whole = !relation.has_relations;
    for (const OsmMember& member : relation.ways) {
      if (!seen.insert(member.way).second) {
        ++found_.repeated_members;
        continue;
      }
      const OsmWay* const way = find(data_.ways, member.way);
      if (way != nullptr) lines.push_back(&way->nodes);
      whole = whole && way != nullptr;
    }
    std::vector<std::vector<std::int64_t>> rings;
    if (!whole) {
      found_.lack_members.push_back(name);
    } else if (!join_osm_lines(lines, rings) || rings.empty()) {
      found_.open.push_back(name);
    } else {
      return places_of(rings, name);
    }
    return std::nullopt;
  }

  std::optional<std::vector<OsmLine>> places_of(const std::vector<std::vector<std::int64_t>>& rings,
                                                const std::string& name) {
    std::vector<OsmLine> outlines;
    for (const auto& ring : rings) {
      OsmLine& outline = outlines.emplace_back();
      for (const std::int64_t id : ring) {
        const OsmNode* const node = find(data_.nodes, id);
        if (node == nullptr) {
          found_.lack_nodes.push_back(name);
          return std::nullopt;
        }
        outline.push_back(node->place);
      }
    }
    return outlines;
  }

  void add(const OsmWay& way) {
    const OsmKind kind = kind_of(way);
    if (!wanted(kind, way)) return;
    const std::string name = fmt::format("way {}", way.id);
    const bool closed = way.nodes.size() > 2 && way.nodes.front() == way.nodes.back();
    if (kind == OsmKind::kBarrier && !(closed && way.tag("area") == "yes")) {
      return add_barrier(way, name);
    }
    if (!closed) {
      found_.open.push_back(name);
      return;
    }
    auto rings = places_of({{way.nodes.begin(), way.nodes.end() - 1}}, name);
    if (rings) found_.areas.push_back({kind, name, std::move(*rings)});
  }

  void add_barrier(const OsmWay& way, const std::string& name) {
    const std::string_view value = way.tag("barrier");
    if (value == "kerb" || value == "entrance" || value == "bollard") {
      ++found_.passages;
      return;
    }
    ++found_.barrier_kinds[std::string(value)];
    bool whole = true;
    OsmLine line;
    const auto end_line = [&] {
      if (line.size() > 1) found_.barriers.push_back(std::move(line));
      line.clear();
    };
    for (const std::int64_t id : way.nodes) {
      const OsmNode* const node = find(data_.nodes, id);
      if (node != nullptr) {
        line.push_back(node->place);
      } else {
        whole = false;
        end_line();
      }
    }
    end_line();
    if (!whole) found_.cut_barriers.push_back(name);
  }

  const OsmData& data_;
  const std::vector<OsmKind>& kinds_;
  OsmObstacles found_;
  std::set<std::int64_t> in_relation_;  ///< ids of ways that belong to the area of a relation
};

}  // namespace

OsmKind kind_of(const OsmObject& object) {
  if (is_stated(object.tag("building"))) return OsmKind::kBuilding;
  const std::string_view land = object.tag("landuse");
  if (object.tag("natural") == "water" || object.tag("waterway") == "riverbank" ||
      land == "reservoir" || land == "basin") {
    return OsmKind::kWater;
  }
  return is_stated(object.tag("barrier")) ? OsmKind::kBarrier : OsmKind::kNone;
}

bool is_underground(const OsmObject& object) {
  return object.tag("layer").starts_with('-') || object.tag("location") == "underground" ||
         is_stated(object.tag("tunnel"));
}

OsmObstacles find_osm_obstacles(const OsmData& data, const std::vector<OsmKind>& kinds) {
  return OsmObstacleFinder(data, kinds).all();
}

}  // namespace fairway::gdal
