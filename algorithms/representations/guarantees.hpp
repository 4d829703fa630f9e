#pragma once

namespace fairway {

/// The promises of an adapter, which conformance tests check. If the promises depend on options,
/// the adapter has `static Guarantees guarantees(const Options&)`. Its member kGuarantees has the
/// promises of the first method that methods() returns.
struct Guarantees {
  bool legal = true;  ///< every path is legal and joins the exact ends of the query
  /// The cost that the search reports is the length of the realised path. On terrain, the reported
  /// cost is path_cost() of the realised path.
  bool realised_cost = true;
  bool complete = false;   ///< finds a path whenever the world has a path
  bool optimal = false;    ///< the raw path is a shortest path
  bool corridors = false;  ///< has corridor(), which the smoother `funnel` needs
  /// Considers the costs of terrain. An adapter without this promise is not built in worlds with
  /// terrain.
  bool terrain = false;
  /// Each repetition of a query gives the same answer. This is false if a time limit can end a
  /// search.
  bool repeatable = true;
  /// One index serves agents of any radius. It is built in the world before erosion, and each query
  /// names its radius. An adapter with this promise models ServesAnyRadius or SolvesAnyRadius. An
  /// adapter without this promise is built once per radius, in the eroded world.
  bool any_radius = false;
};

}  // namespace fairway
