#pragma once

namespace fairway {

/// The promises of an adapter, which conformance tests check. If they depend on options, the
/// adapter has `static Guarantees guarantees(const Options&)`, and kGuarantees are the promises of
/// its first method.
struct Guarantees {
  bool legal = true;  ///< every path is legal and joins the exact ends of the query
  /// The search's cost is the length of the realised path (on terrain its cost, see path_cost()).
  bool realised_cost = true;
  bool complete = false;   ///< finds a path whenever the world has one
  bool optimal = false;    ///< the raw path is a shortest path
  bool corridors = false;  ///< has corridor(), so that the funnel can run
  /// Considers the costs of terrain; other adapters are not built in such worlds.
  bool terrain = false;
  /// A query always has the same answer; false if a time limit ends searches.
  bool repeatable = true;
  /// One index serves agents of any radius: it is built in the world before erosion, and each query
  /// has a radius. Other adapters are built once per radius, in the eroded world. The adapter then
  /// is a ServesAnyRadius or a SolvesAnyRadius.
  bool any_radius = false;
};

}  // namespace fairway
