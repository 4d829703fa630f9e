#include "harness/machine/conditions.hpp"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <string>

namespace fairway {

int usable_cores() {
  cpu_set_t cores;
  if (sched_getaffinity(0, sizeof cores, &cores) != 0) return 0;
  return CPU_COUNT(&cores);
}

ReservedCores::ReservedCores(std::size_t jobs) {
  CPU_ZERO(&before_);
  if (sched_getaffinity(0, sizeof before_, &before_) != 0) return;
  cpu_set_t others = before_;
  for (int core = CPU_SETSIZE - 1; core >= 0 && cores_.size() < jobs; --core) {
    if (!CPU_ISSET(static_cast<std::size_t>(core), &before_)) continue;
    cores_.push_back(core);
    CPU_CLR(static_cast<std::size_t>(core), &others);
  }
  kept_off_ = CPU_COUNT(&others) > 0 && sched_setaffinity(0, sizeof others, &others) == 0;
}

ReservedCores::~ReservedCores() {
  if (kept_off_) sched_setaffinity(0, sizeof before_, &before_);
}

void ReservedCores::enter(std::size_t job) const {
  if (kept_off_ || job >= cores_.size()) return;
  cpu_set_t own;
  CPU_ZERO(&own);
  CPU_SET(static_cast<std::size_t>(cores_[job]), &own);
  sched_setaffinity(0, sizeof own, &own);
}

namespace {

double seconds_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

/// CPU seconds of this process with its threads, and of its ended children.
double own_seconds() {
  double seconds = 0;
  for (const int who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
    rusage usage{};
    if (getrusage(who, &usage) == 0) {
      seconds += seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
    }
  }
  return seconds;
}

/// CPU seconds of all other processes since the machine started; see proc(5), /proc/stat. Returns
/// nothing if they are unknown.
std::optional<double> others_seconds() {
  std::ifstream file("/proc/stat");
  std::string name;
  double user = 0;
  double nice = 0;
  double system = 0;
  double idle = 0;
  double waiting = 0;
  double interrupts = 0;
  double soft_interrupts = 0;
  double stolen = 0;
  if (!(file >> name >> user >> nice >> system >> idle >> waiting >> interrupts >>
        soft_interrupts >> stolen)) {
    return std::nullopt;
  }
  const double ticks = user + nice + system + interrupts + soft_interrupts + stolen;
  return ticks / static_cast<double>(sysconf(_SC_CLK_TCK)) - own_seconds();
}

}  // namespace

OthersMeter::OthersMeter() : begun_(std::chrono::steady_clock::now()), before_(others_seconds()) {}

std::optional<double> OthersMeter::busy_cores() const {
  const std::optional<double> now = others_seconds();
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - begun_;
  if (!before_ || !now || wall.count() <= 0) return std::nullopt;
  return std::max(0.0, *now - *before_) / wall.count();
}

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
