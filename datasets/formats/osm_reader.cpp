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

#include "datasets/formats/osm_blocks.hpp"
#include "datasets/formats/osm_data.hpp"
#include "datasets/formats/osm_places.hpp"

namespace fairway {

namespace {

/// PBF blocks that are read at once: libosmium moves the rest of them after each.
constexpr std::size_t kMostBlocksAtOnce = 64;

constexpr std::array<std::string_view, 9> kOsmKeys{
    "area", "barrier", "building", "landuse", "layer", "location", "natural", "tunnel", "waterway"};
/// Tags that do not say what a relation is.
constexpr std::array<std::string_view, 7> kPlainKeys{"type", "source",      "created_by", "note",
                                                     "name", "attribution", "fixme"};

/// What is wrong with the content of an object.
struct OsmFault : std::runtime_error {
  OsmFault(osmium::item_type of_type, std::int64_t of_id, const std::string& what)
      : std::runtime_error(fmt::format("{} {}{}", osmium::item_type_to_name(of_type), of_id, what)),
        type(of_type),
        id(of_id) {}
  osmium::item_type type;
  std::int64_t id;
};

/// What is wrong with the header.
struct OsmHeaderFault : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Takes objects as libosmium reads them.
class OsmCollector {
 public:
  void header(const osmium::io::Header& header) {
    if (header.has_multiple_object_versions()) {
      throw OsmHeaderFault("a file of changes or history; expected one that has each object once");
    }
    data_.boxes = header.boxes().size();
    if (data_.boxes == 0) return;
    for (const osmium::Box& box : header.boxes()) {
      if (!box.valid()) {
        throw OsmHeaderFault(
            "a box beyond -180 to 180 degrees east or -90 to 90 degrees north; expected one "
            "within");
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
      throw OsmFault(node.type(), node.id(), " has no place; expected lat and lon");
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
      throw OsmFault(type, twice->id, " is there twice; expected each id once");
    }
  }

  OsmData data_;
};

/// Gives a text of some format to the collector. Throws what libosmium throws.
void collect(std::string_view text, const char* format, OsmCollector& collector) {
  osmium::thread::Pool pool(1, 4);
  osmium::io::Reader reader(osmium::io::File(text.data(), text.size(), format), pool,
                            osmium::io::read_meta::no);
  collector.header(reader.header());
  while (const osmium::memory::Buffer buffer = reader.read()) {
    for (const osmium::OSMObject& object : buffer.select<osmium::OSMObject>()) {
      collector.object(object);
    }
  }
  reader.close();
}

/// What is wrong in a text; empty if nothing is, or if it is just not complete.
std::string fault_of(std::string_view text, const char* format) {
  try {
    OsmCollector collector;
    collect(text, format, collector);
  } catch (const osmium::xml_error& fault) {
    return fault.line > 0 ? std::string() : fault.what();
  } catch (const std::exception& fault) {
    return fault.what();
  }
  return {};
}

/// The line up to which a text must be read to find the fault. O(log lines) readings.
int line_of_fault(std::string_view text) {
  std::vector<std::size_t> ends;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '\n' || at + 1 == text.size()) ends.push_back(at + 1);
  }
  const auto found = std::ranges::partition_point(
      ends, [&](std::size_t end) { return fault_of(text.substr(0, end), "xml").empty(); });
  return found == ends.end() ? 1 : static_cast<int>(found - ends.begin()) + 1;
}

/// The line of the last element of that type and id; 1 if there is none.
int line_of_object(std::string_view text, osmium::item_type type, std::int64_t id) {
  const std::string begin = fmt::format("<{}", osmium::item_type_to_name(type));
  const std::array<std::string, 2> ids{fmt::format(" id=\"{}\"", id), fmt::format(" id='{}'", id)};
  const std::size_t none = std::string_view::npos;
  std::size_t last = none;
  for (std::size_t at = text.find(begin); at != none; at = text.find(begin, at + 1)) {
    const std::string_view tag = text.substr(at, text.find('>', at) - at);
    for (const std::string& stated : ids) {
      if (tag.find(stated) != none) last = at;
    }
  }
  if (last == none) return 1;
  return static_cast<int>(std::ranges::count(text.substr(0, last), '\n')) + 1;
}

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

OsmData read_osm_xml(const TextFile& source) {
  constexpr std::string_view kExpected = "expected OSM XML of version 0.6";
  const int last = std::max(1, last_line(source.text()));
  try {
    OsmCollector collector;
    collect(source.text(), "xml", collector);
    return collector.take();
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const OsmFault& fault) {
    source.fail(line_of_object(source.text(), fault.type, fault.id), fault.what());
  } catch (const OsmHeaderFault& fault) {
    source.fail(1, fault.what());
  } catch (const osmium::xml_error& fault) {
    const int line = fault.line > 0 ? static_cast<int>(fault.line) : line_of_fault(source.text());
    source.fail(std::clamp(line, 1, last), fmt::format("{}; {}", fault.error_string, kExpected));
  } catch (const std::exception& fault) {
    source.fail(line_of_fault(source.text()), fmt::format("{}; {}", fault.what(), kExpected));
  }
}

OsmData read_osm_pbf(const TextFile& source) {
  const OsmBlocks blocks = find_osm_blocks(source);
  check_osm_places(source, blocks.header, true);
  const std::string_view text = source.text();
  const std::string header(text.substr(blocks.header.byte, blocks.header.size));
  const auto with_header = [&](std::size_t first, std::size_t end) {
    std::string part = header;
    for (std::size_t b = first; b < end; ++b) {
      part += text.substr(blocks.data[b].byte, blocks.data[b].size);
    }
    return part;
  };
  OsmCollector collector;
  std::size_t first = 0;
  try {
    do {
      std::size_t end = first;
      for (std::size_t raw_size = 0; end < blocks.data.size() && end - first < kMostBlocksAtOnce;
           ++end) {
        raw_size += blocks.data[end].raw_size;
        if (raw_size > kMostOsmBlockBytes && end > first) break;
      }
      for (std::size_t b = first; b < end; ++b) check_osm_places(source, blocks.data[b]);
      collect(with_header(first, end), "pbf", collector);
      first = end;
    } while (first < blocks.data.size());
    OsmData data = collector.take();
    data.unknown_blocks = blocks.unknown;
    return data;
  } catch (const InputError&) {
    throw;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& fault) {
    std::string what = fault.what();
    std::size_t byte = blocks.header.byte;
    if (fault_of(header, "pbf").empty()) {
      for (std::size_t b = first; b < std::min(first + kMostBlocksAtOnce, blocks.data.size());
           ++b) {
        if (fault_of(with_header(b, b + 1), "pbf").empty()) continue;
        byte = blocks.data[b].byte;
        break;
      }
    }
    if (what.find("expected") == std::string::npos) what += "; expected OSM PBF";
    source.fail_at_byte(byte, what);
  }
}

}  // namespace fairway
