#include "datasets/formats/obj_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <map>

namespace fairway {

namespace {

/// Keywords of the statements that the reader skips. They define names, display attributes, curves,
/// and all elements except vertices and faces.
constexpr std::array<std::string_view, 43> kLeftOut{
    "vn",   "vt",         "vp",        "p",      "l",      "g",     "o",        "s",
    "mg",   "usemtl",     "mtllib",    "usemap", "maplib", "bevel", "c_interp", "d_interp",
    "lod",  "shadow_obj", "trace_obj", "ctech",  "stech",  "call",  "csh",      "cstype",
    "deg",  "bmat",       "step",      "curv",   "curv2",  "surf",  "parm",     "trim",
    "hole", "scrv",       "sp",        "end",    "con",    "bsp",   "bzp",      "cdc",
    "cdp",  "res",        "scmp"};

/// The number of bytes in which looks_like_obj() searches for a vertex.
constexpr std::size_t kBeginning = 1 << 16;

bool is_left_out(std::string_view keyword) {
  return std::ranges::find(kLeftOut, keyword) != kLeftOut.end();
}

/// Reads the fields of statements. A statement is a line without its comment. If the line ends in a
/// backslash, the statement continues on the next line.
class Statements {
 public:
  explicit Statements(std::string_view text) : lines_(text) {}

  /// Reads the next statement that is not empty. Returns false at the end of the text.
  bool next(std::vector<std::string_view>& fields) {
    fields.clear();
    std::vector<std::string_view> more;
    for (std::string_view line; lines_.next(line);) {
      if (fields.empty()) line_ = lines_.number();
      line = trim(line);
      const bool continued = line.ends_with('\\');
      if (continued) line.remove_suffix(1);
      split_fields(line, more);
      const auto comment =
          std::ranges::find_if(more, [](std::string_view field) { return field.starts_with('#'); });
      fields.insert(fields.end(), more.begin(), comment);
      if (!fields.empty() && !(continued && comment == more.end())) return true;
    }
    return !fields.empty();
  }
  /// The number of the first line of the statement.
  int line() const { return line_; }

 private:
  LineReader lines_;
  int line_ = 0;
};

class ObjReader {
 public:
  explicit ObjReader(const TextFile& source) : source_(source), statements_(source.text()) {}

  ObjFile read() {
    std::vector<std::string_view> fields;
    while (statements_.next(fields)) {
      const std::string_view keyword = fields.front();
      const auto values = std::span(fields).subspan(1);
      if (keyword == "v") {
        read_vertex(values);
      } else if (keyword == "f" || keyword == "fo") {
        read_face(values);
      } else if (is_left_out(keyword)) {
        ++left_out_[keyword];
      } else {
        source_.fail(line(),
                     fmt::format("{}: expected a statement of OBJ, such as v, f, g or usemtl",
                                 in_quotes(keyword)));
      }
    }
    expect_vertices();
    add_notes();
    return std::move(obj_);
  }

 private:
  int line() const { return statements_.line(); }

  void read_vertex(std::span<const std::string_view> values) {
    constexpr std::array<std::string_view, 3> kNames{"x", "y", "z"};
    const std::size_t count = values.size();
    if (count != 3 && count != 4 && count != 6 && count != 7) {
      source_.fail(line(), fmt::format("v: {} numbers; expected x, y and z, perhaps with a weight "
                                       "or three of a colour",
                                       count));
    }
    if (obj_.vertices.size() == std::numeric_limits<std::int32_t>::max()) {
      source_.fail(line(), "too many vertices; expected fewer than 2^31");
    }
    auto& vertex = obj_.vertices.emplace_back();
    for (std::size_t i = 0; i < 3; ++i) {
      vertex[i] = source_.coordinate(values[i], line(), kNames[i]);
    }
    for (const std::string_view value : values.subspan(3)) {
      source_.number(value, line(), "a weight or colour");
    }
    more_numbers_ += count > 3 ? 1 : 0;
  }

  void read_face(std::span<const std::string_view> values) {
    if (values.size() < 3) {
      source_.fail(line(), fmt::format("f: {} corners; expected three or more", values.size()));
    }
    ObjFile::Face face{line(), obj_.corners.size(), 0};
    std::vector<std::string_view> parts;
    for (const std::string_view value : values) {
      split_columns(value, '/', parts);
      if (parts.size() > 3) {
        source_.fail(line(), fmt::format("{}: expected a corner: v, v/vt, v//vn or v/vt/vn",
                                         in_quotes(value)));
      }
      obj_.corners.push_back(vertex_of(parts[0]));
      for (std::size_t i = 1; i < parts.size(); ++i) {
        if (parts[i].empty() && i == 1 && parts.size() == 3) continue;
        index(parts[i], i == 1 ? "a texture vertex" : "a normal");
      }
    }
    face.end = obj_.corners.size();
    obj_.faces.push_back(face);
  }

  std::int64_t index(std::string_view token, std::string_view name) const {
    constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
    const std::int64_t number = source_.integer(token, line(), name, -kMost, kMost);
    if (number == 0) {
      source_.fail(line(),
                   fmt::format("'0': expected {}, numbered from 1, or from -1 backwards", name));
    }
    return number;
  }

  /// Reads a vertex number of a face and returns the 0-based index of the vertex. Negative numbers
  /// count back from the last vertex before the face.
  std::int32_t vertex_of(std::string_view token) {
    const std::int64_t number = index(token, "a vertex");
    const auto known = static_cast<std::int64_t>(obj_.vertices.size());
    if (number < -known) {
      source_.fail(
          line(),
          fmt::format("f: vertex {}, but there are {} preceding vertices; expected one of them",
                      number, known));
    }
    return static_cast<std::int32_t>(number > 0 ? number - 1 : known + number);
  }

  /// Throws InputError if a face has a vertex that the file does not have. Faces may precede their
  /// vertices, so the check needs the whole file.
  void expect_vertices() const {
    for (const ObjFile::Face& face : obj_.faces) {
      for (const std::int32_t vertex : obj_.corners_of(face)) {
        if (static_cast<std::size_t>(vertex) < obj_.vertices.size()) continue;
        source_.fail(face.line,
                     fmt::format("f: vertex {}; expected one of the {} vertices of the file",
                                 vertex + 1, obj_.vertices.size()));
      }
    }
  }

  void add_notes() {
    std::vector<std::string> counts;
    for (const auto& [keyword, count] : left_out_) {
      counts.push_back(fmt::format("{} {}", count, keyword));
    }
    if (!counts.empty()) {
      obj_.notes.push_back(
          fmt::format("Statements other than v and f were left out: {}.", fmt::join(counts, ", ")));
    }
    if (more_numbers_ > 0) {
      obj_.notes.push_back(fmt::format(
          "Vertices with more than three numbers: {}; weights and colours were left out.",
          more_numbers_));
    }
  }

  const TextFile& source_;
  Statements statements_;
  ObjFile obj_;
  std::map<std::string_view, std::size_t> left_out_;
  std::size_t more_numbers_ = 0;
};

bool is_number(std::string_view field) {
  return !field.empty() && (field.front() == '-' || field.front() == '+' || field.front() == '.' ||
                            (field.front() >= '0' && field.front() <= '9'));
}

}  // namespace

bool looks_like_obj(std::string_view text) {
  Statements statements(text.substr(0, kBeginning));
  std::vector<std::string_view> fields;
  while (statements.next(fields)) {
    const std::string_view keyword = fields.front();
    if (keyword == "v") {
      return fields.size() >= 4 && std::all_of(fields.begin() + 1, fields.begin() + 4, is_number);
    }
    if (keyword != "f" && !is_left_out(keyword)) return false;
  }
  return false;
}

ObjFile parse_obj_file(const TextFile& source) { return ObjReader(source).read(); }

}  // namespace fairway
