// SPDX-License-Identifier: MIT
#include <fairway.h>

#include <cstddef>
#include <cstdint>
#include <string>

// Functions that bindings/js/engine.js needs in addition to the C interface.

namespace {

const char* kind_of(double) { return "f64"; }
const char* kind_of(int) { return "i32"; }
const char* kind_of(std::int64_t) { return "i64"; }
const char* kind_of(std::uint64_t) { return "i64"; }
const char* kind_of(std::size_t) { return "u32"; }
const char* kind_of(const void*) { return "u32"; }
const char* kind_of(const char*) { return "string"; }
const char* kind_of(const fairway_judgement&) { return "fairway_judgement"; }

/// Describes structs of the C interface as JSON: {"NAME": {"size": N, "fields": {"FIELD": [OFFSET,
/// KIND], ...}}, ...}. KIND is the type of a number (such as "f64"), "string" (a pointer), "text"
/// (an array of characters), or the name of a struct.
class Layout {
 public:
  void begin(const std::string& name, std::size_t size) {
    text_ += std::string(text_.empty() ? "{" : "}},") + "\"" + name +
             "\":{\"size\":" + std::to_string(size) + ",\"fields\":{";
    first_ = true;
  }
  void field(const std::string& name, std::size_t offset, const std::string& kind) {
    text_ += std::string(first_ ? "" : ",") + "\"" + name + "\":[" + std::to_string(offset) +
             ",\"" + kind + "\"]";
    first_ = false;
  }
  std::string end() const { return text_ + "}}}"; }

 private:
  std::string text_;
  bool first_ = true;
};

std::string layout_text() {
  Layout layout;
#define STRUCT(NAME) layout.begin(#NAME, sizeof(NAME))
#define FIELD(NAME, MEMBER) layout.field(#MEMBER, offsetof(NAME, MEMBER), kind_of(NAME{}.MEMBER))
#define TEXT(NAME, MEMBER) layout.field(#MEMBER, offsetof(NAME, MEMBER), "text")
  STRUCT(fairway_table);
  FIELD(fairway_table, values);
  FIELD(fairway_table, rows);
  FIELD(fairway_table, columns);
  STRUCT(fairway_world_facts);
  FIELD(fairway_world_facts, min_x);
  FIELD(fairway_world_facts, min_y);
  FIELD(fairway_world_facts, max_x);
  FIELD(fairway_world_facts, max_y);
  FIELD(fairway_world_facts, area);
  FIELD(fairway_world_facts, components);
  FIELD(fairway_world_facts, width);
  FIELD(fairway_world_facts, height);
  FIELD(fairway_world_facts, bytes);
  STRUCT(fairway_judgement);
  FIELD(fairway_judgement, legal);
  FIELD(fairway_judgement, segment);
  FIELD(fairway_judgement, cause);
  TEXT(fairway_judgement, reason);
  FIELD(fairway_judgement, length);
  FIELD(fairway_judgement, optimum);
  FIELD(fairway_judgement, gap);
  FIELD(fairway_judgement, corridor_gap);
  FIELD(fairway_judgement, slack);
  STRUCT(fairway_method_facts);
  FIELD(fairway_method_facts, build_ns);
  FIELD(fairway_method_facts, bytes);
  FIELD(fairway_method_facts, vertices);
  FIELD(fairway_method_facts, edges);
  FIELD(fairway_method_facts, components);
  FIELD(fairway_method_facts, coverage);
  STRUCT(fairway_path);
  FIELD(fairway_path, points);
  FIELD(fairway_path, count);
  FIELD(fairway_path, length);
  FIELD(fairway_path, locate_ns);
  FIELD(fairway_path, attach_ns);
  FIELD(fairway_path, search_ns);
  FIELD(fairway_path, realise_ns);
  FIELD(fairway_path, smooth_ns);
  FIELD(fairway_path, expanded);
  FIELD(fairway_path, generated);
  FIELD(fairway_path, judgement);
  STRUCT(fairway_change_cost);
  FIELD(fairway_change_cost, world_ns);
  FIELD(fairway_change_cost, method_ns);
  FIELD(fairway_change_cost, repaired);
#undef STRUCT
#undef FIELD
#undef TEXT
  return layout.end();
}

}  // namespace

extern "C" {

/// Returns the JSON text that Layout describes.
FAIRWAY_API const char* fairway_layout(void) {
  static const std::string text = layout_text();
  return text.c_str();
}
}
