#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "algorithms/freespace/corner_visibility.hpp"
#include "algorithms/graph/csr_graph.hpp"
#include "algorithms/representations/representation.hpp"

namespace fairway {

/// The visibility graph over reflex corners. `full` links all corners that see each other; `pruned`
/// only those at both of which a path can bend along the link, which no shortest path misses. Of
/// several corners on one line of sight only neighbours are linked.
/// Source: Y.-H. Liu, S. Arimoto, "Path planning using a tangent graph for mobile robots among
/// polygonal and curved obstacles", IJRR 11 (1992).
class VisibilityGraph {
 public:
  static constexpr std::string_view kName = "visibility-graph";
  static constexpr Guarantees kGuarantees{.complete = true, .optimal = true, .corridors = false};

  using Graph = CsrGraph;

  enum class Kind : std::uint8_t { kPruned, kFull };
  friend std::span<const std::string_view> option_names(Kind) {
    static constexpr std::array<std::string_view, 2> kNames{"pruned", "full"};
    return kNames;
  }

  struct Options {
    Kind kind = Kind::kPruned;

    static void describe(Options& options, auto&& field) {
      field("kind", options.kind,
            "links: pruned (those along which a path can bend at both ends) or full (all)");
    }
    friend bool operator==(const Options&, const Options&) = default;
  };

  struct Scratch {
    CornerVisibilityScratch visibility;
  };

  static std::vector<NamedMethod<Options>> methods();

  /// Expands through the triangulation from each reflex corner: O(corners * triangles seen). Keeps
  /// a reference to the free space.
  static VisibilityGraph build(const FreeSpace& space, const Options& options);

  const CsrGraph& graph() const { return graph_; }
  Point position(Vertex v) const { return positions_[static_cast<std::size_t>(v)]; }

  /// Links each end to the corners that it sees, in a pruned graph to those at which a path from it
  /// can bend. Ends that see each other get their direct link and nothing else: none is shorter.
  /// O(triangles seen).
  AttachStatus attach(const Location& start, const Location& goal, Scratch& scratch,
                      Attachment& attachment) const;
  void realise(Point start, Point goal, std::span<const Vertex> vertices, Path& path) const;

  /// Bytes on the heap, without the free space.
  std::size_t memory_bytes() const;
  const BuildReport& report() const { return report_; }
  std::size_t vertex_count() const { return graph_.vertex_count(); }
  /// Undirected edges.
  std::size_t edge_count() const { return graph_.edge_count() / 2; }

  /// A number that all vertices of a connected component share.
  std::int32_t component(Vertex v) const { return components_[static_cast<std::size_t>(v)]; }

  /// The corner that a vertex stands for.
  CornerId corner(Vertex v) const { return corners_[static_cast<std::size_t>(v)]; }

 private:
  VisibilityGraph(const FreeSpace& space, Kind kind) : space_(&space), kind_(kind) {}

  void number_corners();
  void link_corners();
  void link(const Location& end, Scratch& scratch, std::vector<Link>& links) const;

  const FreeSpace* space_;
  Kind kind_;
  CsrGraph graph_;
  std::vector<Point> positions_;
  std::vector<CornerId> corners_;
  std::vector<Vertex> vertex_of_;  // of each corner; kNoVertex where it is not reflex
  std::vector<std::int32_t> components_;
  BuildReport report_;
};

static_assert(Representation<VisibilityGraph>);

}  // namespace fairway
