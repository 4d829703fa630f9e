#include "harness/benchmarks/memory_limit.hpp"

#include <unistd.h>

#include <algorithm>
#include <system_error>

namespace fairway {
namespace {

constexpr double kShare = 0.75;

}  // namespace

MemoryLimit::MemoryLimit() {
  if (getrlimit(RLIMIT_AS, &before_) != 0) {
    throw std::system_error(errno, std::generic_category(), "getrlimit");
  }
  const double physical =
      static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGE_SIZE));
  bytes_ = static_cast<std::uint64_t>(kShare * physical);
  if (before_.rlim_cur != RLIM_INFINITY) bytes_ = std::min<std::uint64_t>(bytes_, before_.rlim_cur);
  const rlimit now{bytes_, before_.rlim_max};
  if (setrlimit(RLIMIT_AS, &now) != 0) {
    throw std::system_error(errno, std::generic_category(), "setrlimit");
  }
}

MemoryLimit::~MemoryLimit() { setrlimit(RLIMIT_AS, &before_); }

}  // namespace fairway
