#include "harness/worker/fork_server.hpp"

#include <fmt/format.h>
#include <unistd.h>

namespace fairway {

ForkServer::ForkServer(const WorkerSettings& settings, const WorkerWorld& world)
    : settings_(settings),
      conversation_(child_start(settings, settings.built_in, world.text)),
      loaded_(conversation_.load(world, settings.build_timeout)) {}

pid_t ForkServer::fork(const Method& method, int input, int output, int errors) {
  const auto file = [](int descriptor) {
    return fmt::format("/proc/{}/fd/{}", getpid(), descriptor);
  };
  forked_.insert(method.name);
  const ForkRequest request{method, {file(input), file(output), file(errors)}};
  return static_cast<pid_t>(
      conversation_.ask(request, Conversation::within(settings_.build_timeout), parse_fork_reply));
}

}  // namespace fairway
