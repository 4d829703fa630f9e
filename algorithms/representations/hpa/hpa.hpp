#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "algorithms/graph/csr_graph.hpp"
#include "algorithms/representations/grid/cell_graph.hpp"
#include "algorithms/representations/hpa/cluster_search.hpp"

namespace fairway {

/// A grid of 8 neighbours, divided into square clusters. An entrance is an open part of the border
/// of two clusters. Each entrance has one or two pairs of vertices: cells on both sides of the
/// border. An edge either crosses a border, or stands for the cheapest path between two vertices
/// inside a cluster. If the grid has a path, a path is found, but it can be slightly longer than
/// the grid's path. Queries do not change the graph; repair() edits it when the world changes.
/// Source: A. Botea, M. Mueller, J. Schaeffer, "Near Optimal Hierarchical Path-Finding", Journal of
/// Game Development 1 (2004), with one level of clusters.
class Hpa : public CellGraph<Hpa> {
 public:
  ///@{ Members of the concept Representation (docs/concepts/representation.md).
  static constexpr std::string_view kName = "hpa";
  /// Options of the adapter; describe() explains each.
  struct Options {
    ///@{ The options; describe() calls field(name, value, help[, range]) for each.
    static constexpr OptionRange kClusterRange{2, 1024};

    double cell_size = 0;
    int cluster = 16;

    static void describe(Options& options, auto&& field) {
      describe_cell_size(options.cell_size, field);
      field("cluster", options.cluster, "number of cells along the side of a cluster",
            kClusterRange);
    }
    ///@}
  };

  /// Scratch space of a query.
  struct Scratch : CellGraph::Scratch {
    ///@{ Buffers, reused from query to query.
    ClusterSearch search;
    std::vector<Vertex> refined;  ///< cells of a path

    std::size_t memory_bytes() const {
      return CellGraph::Scratch::memory_bytes() + heap_bytes(search, refined);
    }
    ///@}
  };

  static std::vector<NamedMethod<Options>> methods();
  /// Builds grid and graph. Keeps a reference to the free space. Throws std::invalid_argument like
  /// Grid::build(), and for an invalid size of clusters. O(cells + cells met by walls + vertices *
  /// cells of a cluster).
  static Hpa build(const FreeSpace& space, const Options& options);

  const CsrGraph& graph() const { return now_.graph; }
  /// Writes the path from cell to cell. Searches again for the paths inside clusters. O(vertices *
  /// cells of a cluster).
  void realise(const FoundPath& found, Scratch& scratch, Path& path) const;

  std::size_t memory_bytes() const;
  ///@}

  ///@{ The grid, for repairs in changing worlds.
  Grid& grid() { return grid_; }
  const Grid& grid() const { return grid_; }
  ///@}
  /// Repairs the graph after the cells `changed` have changed. Recomputes all entrances. Recomputes
  /// the costs inside a cluster if one of its cells or vertices has changed. O(cells on borders +
  /// edges + vertices of these clusters * cells of a cluster).
  void repair(std::span<const Vertex> changed);

 private:
  friend CellGraph;

  Hpa(Grid grid, int cluster);

  /// The vertices and their graph.
  struct Crossings {
    std::vector<JumpCell> cells;       ///< cell of each vertex, sorted by cluster and cell
    std::vector<std::uint32_t> begin;  ///< first vertex of each cluster, then the vertex count
    CsrGraph graph;

    std::span<const JumpCell> in(std::size_t cluster) const {
      return std::span(cells).subspan(begin[cluster], begin[cluster + 1] - begin[cluster]);
    }
  };

  void find_entrances();
  void link_vertices(const Crossings& before, const std::vector<char>& unchanged);
  const JumpCell& cell_of(Vertex v) const { return now_.cells[static_cast<std::size_t>(v)]; }
  /// Index of the cluster of a cell. Clusters are numbered row by row.
  std::size_t cluster_at(const JumpCell& c) const {
    return static_cast<std::size_t>((c.j / side_) * clusters_in_row_ + c.i / side_);
  }
  CellBlock block_at(const JumpCell& c) const;
  /// The range of the vertices of a cluster: first, and one past the last.
  std::pair<Vertex, Vertex> vertices_of(std::size_t cluster) const {
    return {static_cast<Vertex>(now_.begin[cluster]), static_cast<Vertex>(now_.begin[cluster + 1])};
  }
  Vertex vertex_at(const JumpCell& c) const;
  void link(std::span<const Link> cells, ClusterSearch& search, std::vector<CellLink>& links) const;
  void link_start(Scratch& s) const { link(s.cells.start, s.search, s.links); }
  void link_goal(Scratch& s) const { link(s.cells.goal, s.search, s.links); }
  DirectRuns direct(Scratch& scratch) const;
  void append_inside(Vertex from, Vertex to, Scratch& scratch) const;

  int side_;
  int clusters_in_row_;
  Crossings now_;
};

}  // namespace fairway
