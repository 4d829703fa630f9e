#pragma once

#include <fmt/format.h>

#include <sstream>
#include <string>

namespace fairway::test {

/// The box of all test maps. It is 10 units wide and high; a unit is 0.001 degrees.
inline constexpr char kOsmBounds[] = "<bounds minlon='0' minlat='0' maxlon='.01' maxlat='.01'/>\n";

inline std::string osm(const std::string& content, const std::string& bounds = kOsmBounds) {
  return fmt::format("<osm version='0.6'>\n{}{}</osm>\n", bounds, content);
}

/// Makes the XML tags from words KEY=VALUE.
inline std::string osm_tags(const std::string& words) {
  std::string tags;
  std::istringstream stream(words);
  for (std::string word; stream >> word;) {
    const std::size_t equals = word.find('=');
    tags += fmt::format("<tag k='{}' v='{}'/>", word.substr(0, equals), word.substr(equals + 1));
  }
  return tags;
}

inline std::string node(int id, int x, int y, const std::string& tags = "") {
  return fmt::format("<node id='{}' lon='{:.3f}' lat='{:.3f}'>{}</node>\n", id, x * 0.001,
                     y * 0.001, osm_tags(tags));
}

/// Makes the corners of a square, anticlockwise from the lower left, with successive ids.
inline std::string square(int id, int x, int y, int side) {
  return node(id, x, y) + node(id + 1, x + side, y) + node(id + 2, x + side, y + side) +
         node(id + 3, x, y + side);
}

inline std::string way(int id, const std::string& nodes, const std::string& tags = "") {
  std::string text = fmt::format("<way id='{}'>", id);
  std::istringstream stream(nodes);
  for (std::string ref; stream >> ref;) text += fmt::format("<nd ref='{}'/>", ref);
  return text + osm_tags(tags) + "</way>\n";
}

/// Makes a relation. `members` lists way ids, each followed by the role of the way.
inline std::string relation(int id, const std::string& members, const std::string& tags) {
  std::string text = fmt::format("<relation id='{}'>", id);
  std::istringstream stream(members);
  for (std::string ref, role; stream >> ref >> role;) {
    text += fmt::format("<member type='way' ref='{}' role='{}'/>", ref, role);
  }
  return text + osm_tags(tags) + "</relation>\n";
}

}  // namespace fairway::test
