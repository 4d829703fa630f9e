#pragma once

#include <sys/resource.h>
#include <time.h>

#include <cstdint>

#include "harness/records/records.hpp"

namespace fairway {

/// Measures the resources that this process uses from begin() to end(). Both functions call the
/// system: call them outside timed code.
class UsageMeter {
 public:
  void begin() {
    begin_ = counts();
    begin_cpu_ns_ = cpu_ns();
  }
  Usage end() const {
    const std::int64_t cpu = cpu_ns() - begin_cpu_ns_;
    const Counts now = counts();
    return {cpu, now.switches - begin_.switches, now.faults - begin_.faults};
  }

 private:
  struct Counts {
    std::int64_t switches;
    std::int64_t faults;
  };
  static Counts counts() {
    rusage use{};
    getrusage(RUSAGE_SELF, &use);
    return {use.ru_nivcsw, use.ru_minflt + use.ru_majflt};
  }
  static std::int64_t cpu_ns() {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return std::int64_t{1'000'000'000} * time.tv_sec + time.tv_nsec;
  }

  Counts begin_{};
  std::int64_t begin_cpu_ns_ = 0;
};

}  // namespace fairway
