// The only source file that includes libosmium, which takes long to compile.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <new>
#include <osmium/io/file.hpp>
#include <osmium/io/pbf_input.hpp>
#include <osmium/io/reader.hpp>
#include <osmium/io/xml_input.hpp>
#include <osmium/osm.hpp>
#include <osmium/thread/pool.hpp>
#include <stdexcept>

#include "programs/gdal/osm_data.hpp"

namespace fairway::gdal {

namespace {

constexpr std::array<std::string_view, 9> kOsmKeys{
    "area", "barrier", "building", "landuse", "layer", "location", "natural", "tunnel", "waterway"};
/// Keys of tags that do not say what an object is.
constexpr std::array<std::string_view, 7> kPlainKeys{"type", "source",      "created_by", "note",
                                                     "name", "attribution", "fixme"};

/// Thrown if a file is invalid. what() states the reason.
struct OsmFault : std::runtime_error {
  explicit OsmFault(const std::string& what) : std::runtime_error(what) {}
  OsmFault(osmium::item_type type, std::int64_t id, const std::string& what)
      : std::runtime_error(fmt::format("{} {}{}", osmium::item_type_to_name(type), id, what)) {}
};

/// Collects the objects that libosmium reads.
class OsmCollector {
 public:
  void header(const osmium::io::Header& header) {
    if (header.has_multiple_object_versions()) {
      throw OsmFault(
          "the file contains changes or a history; expected a file that contains each object once");
    }
    data_.boxes = header.boxes().size();
    if (data_.boxes == 0) return;
    for (const osmium::Box& box : header.boxes()) {
      if (!box.valid()) {
        throw OsmFault(
            "the box exceeds -180 to 180 degrees east or -90 to 90 degrees north; expected a box "
            "within these limits");
      }
    }
    const osmium::Box box = header.joined_boxes();
    data_.box = OsmBox{place(box.bottom_left()), place(box.top_right())};
  }

  void object(const osmium::OSMObject& object) {
    if (!object.visible()) {
      ++data_.deleted;
      return;
    }
    switch (object.type()) {
      case osmium::item_type::node:
        return node(static_cast<const osmium::Node&>(object));
      case osmium::item_type::way:
        return way(static_cast<const osmium::Way&>(object));
      case osmium::item_type::relation:
        return relation(static_cast<const osmium::Relation&>(object));
      default:
        return;
    }
  }

  OsmData take() {
    sort(data_.nodes, osmium::item_type::node);
    sort(data_.ways, osmium::item_type::way);
    sort(data_.relations, osmium::item_type::relation);
    std::ranges::sort(data_.barrier_nodes);
    return std::move(data_);
  }

 private:
  static OsmPlace place(osmium::Location location) { return {location.x(), location.y()}; }

  void node(const osmium::Node& node) {
    const osmium::Location at = node.location();
    if (!at.is_defined()) {
      throw OsmFault(node.type(), node.id(), " has no coordinates; expected lat and lon");
    }
    if (!at.valid()) {
      throw OsmFault(node.type(), node.id(),
                     fmt::format(" is at lat {}, lon {}; expected -90 to 90 and -180 to 180",
                                 at.lat_without_check(), at.lon_without_check()));
    }
    data_.nodes.push_back({node.id(), place(at)});
    if (const char* const barrier = node.tags()["barrier"];
        barrier != nullptr && std::strcmp(barrier, "no") != 0) {
      data_.barrier_nodes.push_back(node.id());
    }
  }

  static void take_tags(const osmium::OSMObject& from, OsmObject& object) {
    object.id = from.id();
    for (const osmium::Tag& tag : from.tags()) {
      if (std::ranges::find(kOsmKeys, std::string_view(tag.key())) != kOsmKeys.end()) {
        object.tags.emplace_back(tag.key(), tag.value());
      } else if (std::ranges::find(kPlainKeys, std::string_view(tag.key())) == kPlainKeys.end()) {
        object.described = true;
      }
    }
  }

  void way(const osmium::Way& from) {
    OsmWay way;
    take_tags(from, way);
    way.nodes.reserve(from.nodes().size());
    for (const osmium::NodeRef& node : from.nodes()) way.nodes.push_back(node.ref());
    data_.ways.push_back(std::move(way));
  }

  void relation(const osmium::Relation& from) {
    const char* const type = from.tags()["type"];
    if (type == nullptr || std::strcmp(type, "multipolygon") != 0) {
      ++data_.other_relations;
      return;
    }
    OsmRelation relation;
    take_tags(from, relation);
    for (const osmium::RelationMember& member : from.members()) {
      if (member.type() == osmium::item_type::way) {
        relation.ways.push_back({member.ref(), std::strcmp(member.role(), "inner") == 0});
      }
      if (member.type() == osmium::item_type::relation) relation.has_relations = true;
    }
    data_.relations.push_back(std::move(relation));
  }

  template <class Object>
  static void sort(std::vector<Object>& objects, osmium::item_type type) {
    std::ranges::stable_sort(objects, {}, &Object::id);
    const auto twice = std::ranges::adjacent_find(objects, {}, &Object::id);
    if (twice != objects.end()) {
      throw OsmFault(type, twice->id, " occurs twice; expected each id once");
    }
  }

  OsmData data_;
};

std::string_view skip_until(std::string_view text, std::string_view end) {
  const std::size_t found = text.find(end);
  return found == std::string_view::npos ? std::string_view() : text.substr(found + end.size());
}

}  // namespace

bool begins_as_osm_pbf(std::string_view text) {
  return text.size() > 15 && text.substr(0, 2) == std::string_view("\0\0", 2) &&
         text.substr(4, 11) == "\x0a\x09OSMHeader";
}

bool begins_as_osm_xml(std::string_view text) {
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  while (true) {
    while (!text.empty() && (is_blank(text.front()) || text.front() == '\n')) text.remove_prefix(1);
    if (text.starts_with("<?")) {
      text = skip_until(text, "?>");
    } else if (text.starts_with("<!--")) {
      text = skip_until(text, "-->");
    } else {
      break;
    }
  }
  if (!text.starts_with("<osm")) return false;
  text.remove_prefix(4);
  return !text.empty() && (is_blank(text.front()) || text.front() == '\n' || text.front() == '>');
}

OsmData read_osm_data(const TextFile& source) {
  const bool pbf = begins_as_osm_pbf(source.text());
  try {
    osmium::thread::Pool pool(1, 4);
    const osmium::io::File file(source.text().data(), source.text().size(), pbf ? "pbf" : "xml");
    osmium::io::Reader reader(file, pool, osmium::io::read_meta::no);
    OsmCollector collector;
    collector.header(reader.header());
    while (const osmium::memory::Buffer buffer = reader.read()) {
      for (const osmium::OSMObject& object : buffer.select<osmium::OSMObject>()) {
        collector.object(object);
      }
    }
    reader.close();
    return collector.take();
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const osmium::xml_error& fault) {
    source.fail(static_cast<int>(fault.line),
                fmt::format("{}; expected OSM XML of version 0.6", fault.error_string));
  } catch (const OsmFault& fault) {
    source.fail(0, fault.what());
  } catch (const std::exception& fault) {
    source.fail(0, fmt::format("{}; expected {}", fault.what(),
                               pbf ? "OSM PBF" : "OSM XML of version 0.6"));
  }
}

}  // namespace fairway::gdal
