#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "algorithms/freespace/raster.hpp"
#include "algorithms/graph/csr_graph.hpp"
#include "algorithms/representations/optional_members.hpp"
#include "algorithms/representations/representation.hpp"

namespace fairway {

/// The cells of a world as rectangles. The build visits the cells row by row. A free cell that is
/// in no rectangle yet becomes the lower left cell of a new rectangle. The new rectangle is the
/// largest rectangle with this lower left cell that consists of unused cells of the same class.
/// Vertices are the midpoints of doors. A door is the common segment of two rectangles of one
/// class. Two doors of a rectangle are linked by a straight segment. Supports only worlds of cells
/// that are not eroded.
/// Source of the decomposition: D. Harabor, A. Botea, P. Kilby, "Path Symmetries in Undirected
/// Uniform-Cost Grids", SARA 2011.
class Rectangles {
 public:
  ///@{ Members of the concept Representation (docs/concepts/representation.md).
  static constexpr std::string_view kName = "rectangles";
  static constexpr Guarantees kGuarantees{.complete = true, .corridors = true};

  using Graph = CsrGraph;

  /// The adapter has no options.
  struct Options {
    /// Describes nothing.
    static void describe(Options&, auto&&) {}
  };

  /// Scratch space of a query.
  struct Scratch {
    ///@{ The rectangles that contain start and goal, in ascending order.
    std::vector<std::int32_t> start;
    std::vector<std::int32_t> goal;

    std::size_t memory_bytes() const { return heap_bytes(start, goal); }
    ///@}
  };

  static std::vector<NamedMethod<Options>> methods() {
    return {{kName, {}, {.smoother = Smoother::kFunnel}}, {"rectangles-raw", {}}};
  }

  static bool supports(const FreeSpace& space, const Options&) { return space.raster() != nullptr; }
  static PartSet parts(const FreeSpace&, const Options&) { return SpacePart::kCells; }

  /// Builds the graph. O(c + e + s) for c cells. e is the number of cells that the search for
  /// largest rectangles examines. s is the sum over all rectangles of the squared number of doors.
  static Rectangles build(const FreeSpace& space, const Options& options);

  const CsrGraph& graph() const { return graph_; }
  Point position(Vertex v) const {
    const Door& d = door(v);
    return {(d.low.x + d.high.x) / 2, (d.low.y + d.high.y) / 2};
  }

  /// Links each end to the doors of the rectangles that contain the end. If one rectangle contains
  /// both ends, links the ends only to each other. O(doors of these rectangles).
  AttachStatus attach(const Location& start, const Location& goal, Scratch& scratch,
                      Attachment& attachment) const;
  void realise(const FoundPath& found, Scratch& scratch, Path& path) const;
  /// Writes the doors that the path crosses. O(vertices).
  void corridor(const FoundPath& found, Scratch& scratch, std::vector<Portal>& portals) const;

  std::int32_t component(Vertex v) const { return components_[static_cast<std::size_t>(v)]; }
  /// Bytes on the heap, without the free space.
  std::size_t memory_bytes() const;
  const BuildReport& report() const { return report_; }

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
  void link_doors();
  void rectangles_at(Point p, std::vector<std::int32_t>& found) const;
  void link(Point end, std::span<const std::int32_t> rectangles, std::vector<Link>& links) const;
  /// Returns a rectangle that both doors border. Returns `preferred` if it is such a rectangle.
  std::int32_t shared(const Door& a, const Door& b, std::int32_t preferred) const;

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
  std::span<const Vertex> doors_of(std::int32_t rectangle) const {
    const auto i = static_cast<std::size_t>(rectangle);
    return std::span(vertices_).subspan(begin_[i], begin_[i + 1] - begin_[i]);
  }

  static constexpr std::int32_t kNone = -1;

  int width_;
  int height_;
  std::vector<std::int32_t> of_cell_;  ///< the rectangle of each cell, or kNone
  std::vector<CellBlock> rectangles_;
  std::vector<Raster::Class> classes_;  ///< class of each rectangle
  std::vector<Door> doors_;             ///< door of each vertex
  std::vector<std::size_t> begin_;  ///< index in vertices_ of the first vertex of each rectangle
  std::vector<Vertex> vertices_;    ///< doors (vertices) of each rectangle, rectangle by rectangle
  CsrGraph graph_;
  std::vector<std::int32_t> components_;
  BuildReport report_;
};

static_assert(CorridorRepresentation<Rectangles>);

}  // namespace fairway
