#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace fairway::test {

/// Makes a DXF record from words. The first word is the kind of the record. Each other word is a
/// group CODE=VALUE; in a value, '~' stands for a blank.
inline std::string dxf_record(std::string_view words) {
  std::string text = "  0\n";
  bool kind = true;
  std::size_t i = 0;
  while (i < words.size()) {
    const std::size_t end = std::min(words.find(' ', i), words.size());
    std::string word(words.substr(i, end - i));
    i = end + 1;
    if (word.empty()) continue;
    for (char& c : word) {
      if (c == '~') c = ' ';
    }
    if (!kind) word[word.find('=')] = '\n';
    kind = false;
    text += word + "\n";
  }
  return text;
}

struct DxfParts {
  std::vector<std::string> entities;
  std::vector<std::string> blocks = {};
  std::vector<std::string> layers = {};
  std::string header = {};  ///< groups of the header, in the format of dxf_record()
};

/// Makes the text of a drawing from records in the format of dxf_record().
inline std::string dxf_text(const DxfParts& parts) {
  const auto section = [](const std::string& name, const std::vector<std::string>& records) {
    std::string text = dxf_record("SECTION 2=" + name);
    for (const std::string& record : records) text += dxf_record(record);
    return text + dxf_record("ENDSEC");
  };
  std::string text;
  if (!parts.header.empty()) {
    text += dxf_record("SECTION 2=HEADER " + parts.header) + dxf_record("ENDSEC");
  }
  if (!parts.layers.empty()) {
    std::vector<std::string> table{"TABLE 2=LAYER"};
    table.insert(table.end(), parts.layers.begin(), parts.layers.end());
    table.emplace_back("ENDTAB");
    text += section("TABLES", table);
  }
  if (!parts.blocks.empty()) text += section("BLOCKS", parts.blocks);
  return text + section("ENTITIES", parts.entities) + dxf_record("EOF");
}

/// A closed LWPOLYLINE round a rectangle.
inline std::string dxf_rectangle(const std::string& layer, int x0, int y0, int x1, int y1) {
  return fmt::format("LWPOLYLINE 8={} 90=4 70=1 10={} 20={} 10={} 20={} 10={} 20={} 10={} 20={}",
                     layer, x0, y0, x1, y0, x1, y1, x0, y1);
}

inline std::string dxf_line(const std::string& layer, int x0, int y0, int x1, int y1) {
  return fmt::format("LINE 8={} 10={} 20={} 11={} 21={}", layer, x0, y0, x1, y1);
}

}  // namespace fairway::test
