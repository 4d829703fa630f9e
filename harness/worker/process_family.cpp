#include "harness/worker/process_family.hpp"

#include <fmt/format.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace fairway {

namespace {

std::optional<std::int64_t> status_bytes(pid_t process, std::string_view field) {
  std::ifstream status(fmt::format("/proc/{}/status", process));
  for (std::string line; std::getline(status, line);) {
    if (!line.starts_with(field)) continue;
    constexpr std::int64_t kKibibyte = 1024;
    return kKibibyte * std::atoll(line.c_str() + field.size());
  }
  return std::nullopt;
}

std::optional<std::int64_t> sum_over_family(pid_t process, std::string_view field) {
  std::optional<std::int64_t> sum;
  for (const pid_t member : family_of(process)) {
    if (const auto bytes = status_bytes(member, field)) sum = sum.value_or(0) + *bytes;
  }
  return sum;
}

void add_children(pid_t process, std::vector<pid_t>& found) {
  std::error_code gone;
  for (std::filesystem::directory_iterator task(fmt::format("/proc/{}/task", process), gone);
       !gone && task != std::filesystem::directory_iterator(); task.increment(gone)) {
    std::ifstream children(task->path() / "children");
    for (pid_t child = 0; children >> child;) found.push_back(child);
  }
}

bool is_bound_to(pid_t process, int core) {
  cpu_set_t cores;
  return sched_getaffinity(process, sizeof cores, &cores) == 0 && CPU_COUNT(&cores) == 1 &&
         CPU_ISSET(static_cast<std::size_t>(core), &cores);
}

}  // namespace

std::vector<pid_t> family_of(pid_t process) {
  std::vector<pid_t> family{process};
  for (std::size_t i = 0; i < family.size(); ++i) add_children(family[i], family);
  return family;
}

void adopt_orphans() { prctl(PR_SET_CHILD_SUBREAPER, 1); }

void end_children(std::optional<int> core, const std::vector<pid_t>& spared) {
  std::vector<pid_t> children;
  do {  // children of an ended process are now children of this process
    children.clear();
    add_children(getpid(), children);
    std::erase_if(children, [&](pid_t child) {
      return (core && !is_bound_to(child, *core)) ||
             std::find(spared.begin(), spared.end(), child) != spared.end();
    });
    for (const pid_t child : children) {
      for (const pid_t member : family_of(child)) kill(member, SIGKILL);
      while (waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
      }
    }
  } while (!children.empty());
}

std::optional<std::int64_t> resident_bytes(pid_t process) {
  return sum_over_family(process, "VmRSS:");
}

std::optional<std::int64_t> peak_resident_bytes(pid_t process) {
  return sum_over_family(process, "VmHWM:");
}

void reset_peak_resident(pid_t process) {
  for (const pid_t member : family_of(process)) {
    std::ofstream(fmt::format("/proc/{}/clear_refs", member)) << "5";
  }
}

}  // namespace fairway
