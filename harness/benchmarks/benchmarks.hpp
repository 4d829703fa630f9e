#pragma once

namespace fairway {

/// Times build, attach, search and each smoother of every registered representation on two worlds.
void register_kernel_benchmarks();

/// Times build and query of the standard method of every registered adapter in worlds of growing
/// size; see docs/benchmarks.md.
void register_growth();
/// Counts the queries that the first method of every registered representation answers in a second
/// of real time, in one thread and in two threads that share the index.
void register_throughput();

}  // namespace fairway
