#include "harness/conditions.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <string>

namespace fairway {

ReservedCore::ReservedCore() {
  CPU_ZERO(&before_);
  if (sched_getaffinity(0, sizeof before_, &before_) != 0) return;
  for (int core = 0; core < CPU_SETSIZE; ++core) {
    if (CPU_ISSET(static_cast<std::size_t>(core), &before_)) core_ = core;
  }
  if (!core_ || CPU_COUNT(&before_) < 2) return;
  cpu_set_t others = before_;
  CPU_CLR(static_cast<std::size_t>(*core_), &others);
  sched_setaffinity(0, sizeof others, &others);
}

ReservedCore::~ReservedCore() { sched_setaffinity(0, sizeof before_, &before_); }

std::optional<double> system_load() {
  double load = 0;
  if (getloadavg(&load, 1) != 1) return std::nullopt;
  return load;
}

std::optional<double> core_megahertz(std::optional<int> core) {
  if (!core) return std::nullopt;
  double kilohertz = 0;
  if (std::ifstream(fmt::format("/sys/devices/system/cpu/cpu{}/cpufreq/scaling_cur_freq", *core)) >>
      kilohertz) {
    return kilohertz / 1000;
  }
  std::ifstream info("/proc/cpuinfo");
  int processor = -1;
  for (std::string line; std::getline(info, line);) {
    const auto colon = line.find(':');
    if (colon == std::string::npos) continue;
    if (line.starts_with("processor")) processor = std::atoi(line.c_str() + colon + 1);
    if (processor == *core && line.starts_with("cpu MHz"))
      return std::atof(line.c_str() + colon + 1);
  }
  return std::nullopt;
}

}  // namespace fairway
