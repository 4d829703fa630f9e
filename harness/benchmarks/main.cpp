#include <benchmark/benchmark.h>

#include "harness/benchmarks/benchmarks.hpp"

int main(int argc, char** argv) {
  fairway::register_kernel_benchmarks();
  fairway::register_boost_comparison();
  fairway::register_growth();
  fairway::register_throughput();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
