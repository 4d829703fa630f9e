#pragma once

namespace fairway {

/// What a representation promises; the conformance tests hold it to that. Where it depends on the
/// options, the representation also has `static Guarantees guarantees(const Options&)`, and
/// kGuarantees is that of its first method.
struct Guarantees {
  bool legal = true;          ///< every path is legal and joins the exact ends of the query
  bool realised_cost = true;  ///< the search's cost is the realised length (on a world with
                              ///< terrain: its cost, see path_cost)
  bool complete = false;      ///< finds a path wherever the world has one
  bool optimal = false;       ///< the raw path is a shortest path
  bool corridors = false;     ///< offers corridor(), so that the funnel can run
  bool terrain = false;       ///< honours the costs of a world with terrain; others are not asked
  bool repeatable = true;     ///< a query has one answer; false where a limit of time cuts a search
};

}  // namespace fairway
