#pragma once

#include <boost/graph/adjacency_list.hpp>
#include <cstddef>
#include <span>
#include <vector>

#include "algorithms/graph/attachment.hpp"
#include "algorithms/methods/representation_view.hpp"

namespace fairway {

/// A copy of the graph of a representation as a Boost graph. Boost's algorithms search the copy to
/// check the results of the shared A*.
class BoostCopy {
 public:
  explicit BoostCopy(const RepresentationView& representation);

  /// The least costs from a vertex to all vertices; infinity for unreachable vertices.
  std::span<const double> least_costs(Vertex from);
  /// Returns the least cost between the ends of an attachment; infinity if there is no path. Sets
  /// `vertices` to the vertices of a path with this cost. O((vertices + edges) log vertices).
  double least_path(const Attachment& attachment, std::vector<Vertex>& vertices);

 private:
  using Graph =
      boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS, boost::no_property,
                            boost::property<boost::edge_weight_t, double>>;

  std::size_t start_;
  std::size_t goal_;
  Graph graph_;  ///< start_ and goal_ are the ends of a query; they have edges only during a query
  std::vector<double> costs_;
  std::vector<std::size_t> parents_;
};

}  // namespace fairway
