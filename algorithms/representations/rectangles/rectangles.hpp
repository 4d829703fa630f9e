#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "algorithms/freespace/raster.hpp"
#include "algorithms/representations/portal_graph.hpp"

namespace fairway {

/// The cells of a world as rectangles. The build visits the cells row by row. A free cell that is
/// in no rectangle yet becomes the lower left cell of a new rectangle. The new rectangle is the
/// largest rectangle with this lower left cell that consists of unused cells of the same class.
/// Vertices are the midpoints of doors. A door is the common segment of two rectangles of one
/// class. Two doors of a rectangle are linked by a straight segment. Supports only worlds of cells
/// that are not eroded.
/// Source of the decomposition: D. Harabor, A. Botea, P. Kilby, "Path Symmetries in Undirected
/// Uniform-Cost Grids", SARA 2011.
class Rectangles : public PortalGraph<Rectangles> {
 public:
  ///@{ Members of the concept Representation (docs/concepts/representation.md).
  static constexpr std::string_view kName = "rectangles";
  /// The adapter has no options.
  struct Options {
    /// Describes nothing.
    static void describe(Options&, auto&&) {}
  };

  static std::vector<NamedMethod<Options>> methods() {
    return {{kName, {}, {.smoother = Smoother::kFunnel}}, {"rectangles-raw", {}}};
  }

  static bool supports(const FreeSpace& space, const Options&) { return space.raster() != nullptr; }
  static PartSet parts(const FreeSpace&, const Options&) { return SpacePart::kCells; }

  /// Builds the graph. O(c + e + s) for c cells. e is the number of cells that the search for
  /// largest rectangles examines. s is the sum over all rectangles of the squared number of doors.
  static Rectangles build(const FreeSpace& space, const Options& options);

  Point position(Vertex v) const {
    const Door& d = door(v);
    return {(d.low.x + d.high.x) / 2, (d.low.y + d.high.y) / 2};
  }

  void realise(const FoundPath& found, Scratch& scratch, Path& path) const;
  /// Bytes on the heap, without the free space.
  std::size_t memory_bytes() const;

  /// Calls segment(Point, Point) for each side of each rectangle.
  void draw(auto&& segment) const {
    for (const CellBlock& r : rectangles_) {
      const auto x = static_cast<double>(r.x);
      const auto y = static_cast<double>(r.y);
      const Point corners[]{
          {x, y}, {x + r.width, y}, {x + r.width, y + r.height}, {x, y + r.height}};
      for (int i = 0; i < 4; ++i) segment(corners[i], corners[(i + 1) % 4]);
    }
  }
  ///@}

  /// The rectangles, in ascending order of (y, x) of their lower left cells.
  std::span<const CellBlock> rectangles() const { return rectangles_; }

 private:
  friend PortalGraph;

  /// A common segment of two rectangles.
  struct Door {
    std::int32_t before;  ///< rectangle to the left of the door or below it
    std::int32_t behind;  ///< rectangle to the right of the door or above it
    Point low;            ///< end with the smaller coordinates
    Point high;           ///< end with the larger coordinates
  };

  explicit Rectangles(const Raster& cells) : width_(cells.width()), height_(cells.height()) {}

  void cut(const Raster& cells);
  void place_doors();
  ///@{ Members for PortalGraph.
  std::pair<Face, Face> faces_of(Vertex v) const { return {door(v).before, door(v).behind}; }
  Portal portal_from(Face rectangle, Vertex v) const;
  void faces_at(const Location& at, Scratch& scratch, std::vector<Face>& rectangles) const;
  double way_to(Point end, Vertex v) const { return distance(end, position(v)); }
  ///@}

  std::int32_t& rectangle_of(int x, int y) {
    return of_cell_[static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) +
                    static_cast<std::size_t>(x)];
  }
  std::int32_t rectangle_of(int x, int y) const {
    return x >= 0 && y >= 0 && x < width_ && y < height_
               ? of_cell_[static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) +
                          static_cast<std::size_t>(x)]
               : kNone;
  }
  const Door& door(Vertex v) const { return doors_[static_cast<std::size_t>(v)]; }
  static constexpr std::int32_t kNone = -1;

  int width_;
  int height_;
  std::vector<std::int32_t> of_cell_;  ///< the rectangle of each cell, or kNone
  std::vector<CellBlock> rectangles_;
  std::vector<Raster::Class> classes_;  ///< class of each rectangle
  std::vector<Door> doors_;             ///< door of each vertex
};

static_assert(CorridorRepresentation<Rectangles>);

}  // namespace fairway
