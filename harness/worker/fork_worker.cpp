#include "harness/worker/fork_worker.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "harness/worker/descriptor.hpp"

namespace fairway {

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
  // fork() cannot make a sibling, for which the harness can wait.
  const long process = syscall(SYS_clone, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0);
  if (process < 0) throw fail("forking a worker");
  if (process > 0) return process;
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(127);
  for (std::size_t i = 0; i < ends.size(); ++i) {
    if (dup2(ends[i].number(), static_cast<int>(i)) < 0) _exit(127);
  }
  return 0;
}

}  // namespace fairway
