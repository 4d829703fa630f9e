#pragma once

namespace fairway {

/// build, attach, search and each smoother of every registered representation, on two worlds.
void register_kernel_benchmarks();

/// The shared A* and boost::astar_search on the same graphs of a 1024 x 1024 world: a query of ten
/// cells and one across.
void register_boost_comparison();

}  // namespace fairway
