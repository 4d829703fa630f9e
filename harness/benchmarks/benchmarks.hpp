#pragma once

namespace fairway {

/// build, attach, search and each smoother of every registered representation, on two worlds.
void register_kernel_benchmarks();

/// The shared A* and boost::astar_search on the same graphs of a 1024 x 1024 world: a query of ten
/// cells and one across.
void register_boost_comparison();

/// How long a representation takes to tell which of its faces hold a point, with each of its
/// options chosen otherwise in turn: a scan of all faces beside an index of them, say.
void register_face_location();

/// Build and query of the standard method of everything registered, in worlds of growing size: see
/// docs/benchmarks.md.
void register_growth();
/// Queries that the first method of every registered representation answers in a second of real
/// time: in one thread, and in two that share what was built.
void register_throughput();

}  // namespace fairway
