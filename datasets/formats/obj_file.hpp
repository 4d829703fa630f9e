#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "datasets/text.hpp"

namespace fairway {

/// The vertices and faces of a Wavefront OBJ file.
struct ObjFile {
  struct Face {
    int line = 0;
    /// The face has the corners ObjFile::corners[begin] to corners[end - 1], at least three.
    std::size_t begin = 0;
    std::size_t end = 0;
  };

  std::vector<std::array<double, 3>> vertices;
  std::vector<Face> faces;
  std::vector<std::int32_t> corners;    ///< 0-based vertex indices, face by face
  std::vector<std::string> notes = {};  ///< see WorldFile::notes

  std::span<const std::int32_t> corners_of(const Face& face) const {
    return std::span(corners).subspan(face.begin, face.end - face.begin);
  }
};

/// Whether a text begins with a statement of OBJ, and has a vertex near its beginning.
bool looks_like_obj(std::string_view text);

/// Reads statements `v` and `f`. Skips other statements of the format, and adds a note about them.
/// Throws InputError with the line. Linear. Source: Wavefront, "Advanced Visualizer Manual",
/// appendix B1, Object Files (.obj), version 3.0.
ObjFile parse_obj_file(const TextFile& source);

}  // namespace fairway
