#include "harness/worker/fork_worker.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <string>

#include "harness/worker/descriptor.hpp"

namespace fairway {

namespace {

/// Copies the memory pages that this process shares with its parent, and maps the pages of the
/// program. Otherwise, the measured time of a build would include this work. Needs Linux 5.14. A
/// failure is ignored: builds then take longer.
void populate_memory() {
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    std::uintptr_t begin = 0;
    std::uintptr_t end = 0;
    std::array<char, 5> access{};
    if (std::sscanf(line.c_str(), "%lx-%lx %4s", &begin, &end, access.data()) != 3) continue;
    if (access[0] != 'r' || line.find("[v") != std::string::npos) continue;
    const bool own = access[1] == 'w' && access[3] == 'p';
    madvise(reinterpret_cast<void*>(begin), end - begin,
            own ? MADV_POPULATE_WRITE : MADV_POPULATE_READ);
  }
}

}  // namespace

std::int64_t fork_worker(const ForkRequest& request) {
  const auto fail = [](const std::string& what) -> ProtocolError {
    return ProtocolError(fmt::format("{}: {}", what, std::strerror(errno)));
  };
  constexpr std::array kAccess{O_RDONLY, O_WRONLY, O_WRONLY};
  std::array<Descriptor, kAccess.size()> ends;
  for (std::size_t i = 0; i < ends.size(); ++i) {
    ends[i] = Descriptor(open(request.ends[i].c_str(), kAccess[i] | O_CLOEXEC));
    if (ends[i].number() < 0) throw fail(request.ends[i]);
  }
  const pid_t parent = getppid();
  // fork() would make a child of this process, but the harness can wait only for its own children.
  const long process = syscall(SYS_clone, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0);
  if (process < 0) throw fail("cannot fork a worker");
  if (process > 0) return process;
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(127);
  for (std::size_t i = 0; i < ends.size(); ++i) {
    if (dup2(ends[i].number(), static_cast<int>(i)) < 0) _exit(127);
  }
  populate_memory();
  return 0;
}

}  // namespace fairway
