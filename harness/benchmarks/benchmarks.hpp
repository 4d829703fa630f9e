#pragma once

namespace fairway {

/// Times build, attach, search and each smoother of every registered representation on two worlds.
void register_kernel_benchmarks();

/// Times the shared A* and boost::astar_search on the same graphs of a 1024 x 1024 world, for a
/// query of ten cells and a query across the world.
void register_boost_comparison();

/// Times build and query of the first method of every registered adapter in worlds of growing size;
/// see docs/benchmarks.md.
void register_growth();
/// Measures queries per second of real time, for the first method of every registered adapter.
/// Measures with one thread, and with two threads that share the index.
void register_throughput();

}  // namespace fairway
