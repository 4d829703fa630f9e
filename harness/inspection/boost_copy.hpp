#pragma once

#include <boost/graph/adjacency_list.hpp>
#include <cstddef>
#include <span>
#include <vector>

#include "algorithms/graph/attachment.hpp"
#include "algorithms/methods/representation_view.hpp"

namespace fairway {

/// A copy of a representation's graph as a Boost graph, searched by Boost's algorithm. The shared
/// A* is checked against it.
class BoostCopy {
 public:
  explicit BoostCopy(const RepresentationView& representation);

  /// The least costs from a vertex to all vertices, infinity where no path leads.
  std::span<const double> least_costs(Vertex from);
  /// The least cost between the ends of an attachment, infinity if there is no path, and the
  /// vertices of a path of that cost. O((vertices + edges) log vertices).
  double least_path(const Attachment& attachment, std::vector<Vertex>& vertices);

 private:
  using Graph =
      boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS, boost::no_property,
                            boost::property<boost::edge_weight_t, double>>;

  std::size_t start_;
  std::size_t goal_;
  Graph graph_;  ///< with both ends as vertices; between queries these have no links
  std::vector<double> costs_;
  std::vector<std::size_t> parents_;
};

}  // namespace fairway
