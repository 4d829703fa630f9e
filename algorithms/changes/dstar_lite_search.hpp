#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "algorithms/changes/dstar_lite.hpp"
#include "algorithms/changes/graph_changes.hpp"
#include "algorithms/methods/built_index.hpp"
#include "algorithms/methods/graph_search.hpp"
#include "algorithms/methods/representation_view.hpp"

namespace fairway {

/// D* Lite on the graph of any representation: `search = "dstar_lite"`.
class DStarLiteSearch final : public GraphSearch {
 public:
  /// `changes` records the changes of the index's graph.
  DStarLiteSearch(std::shared_ptr<const BuiltIndex> index,
                  std::shared_ptr<const GraphChanges> changes);

  ///@{ See GraphSearch.
  std::unique_ptr<GraphSearch> fork() const override;
  std::optional<SearchResult> find(const Query& query, const Attachment& attachment,
                                   std::vector<Vertex>& vertices) override;
  std::size_t memory_bytes() const override;
  ///@}

 private:
  /// A RepresentationView as a graph for DStarLite.
  class Graph {
   public:
    explicit Graph(std::unique_ptr<RepresentationView> view) : view_(std::move(view)) {}

    const RepresentationView& view() const { return *view_; }
    std::size_t memory_bytes() const;

    std::size_t vertex_count() const { return view_->vertex_count(); }
    template <class Visit>
    void visit_edges(Vertex v, Visit&& visit) const {
      auto& edges = edges_[depth_++];
      view_->edges_of(v, edges);
      for (const RepresentationView::Edge& edge : edges) {
        visit(edge.target, [&] { return edge.cost; });
      }
      --depth_;
    }

   private:
    std::unique_ptr<RepresentationView> view_;
    mutable std::vector<RepresentationView::Edge> edges_[2];  // second: for a visit within a visit
    mutable std::size_t depth_ = 0;
  };

  /// A link from the start to a vertex: the position of the vertex and the cost of the link.
  struct PlacedLink {
    Point at;
    double cost;
  };

  std::span<const Vertex> changes_since_last(const Query& query);
  double octile_from(const std::vector<PlacedLink>& links, Point p) const;

  std::shared_ptr<const BuiltIndex> index_;
  std::shared_ptr<const GraphChanges> changes_;
  Graph graph_;
  DStarLite search_;
  std::vector<PlacedLink> start_links_;
  std::vector<PlacedLink> last_start_links_;
  // Last query, and the start of the query before it.
  Query last_{};
  Point moved_from_{};
  std::uint64_t version_ = 0;  // version of the graph at the last query
};

/// The registration of D* Lite for static worlds.
RegisteredSearch registered_dstar_lite();

}  // namespace fairway
