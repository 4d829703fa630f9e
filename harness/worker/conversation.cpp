#include "harness/worker/conversation.hpp"

#include <signal.h>

namespace fairway {

LoadedWorker Conversation::load(const WorkerWorld& world, std::chrono::nanoseconds limit) {
  LoadedWorker loaded;
  loaded.hello = ask(HelloRequest{}, within(limit), parse_hello_reply);
  loaded.follows =
      loaded.hello.protocol >= (world.frame ? kBorderProtocolVersion : kChangeProtocolVersion);
  loaded.since_load = LapClock();
  LoadRequest request{world.text.path(), world.changes && loaded.follows};
  if (request.changes) request.frame = world.frame;
  ask(request, within(limit), parse_load_reply);
  return loaded;
}

void Conversation::write(std::span<const Request> requests, Time deadline) {
  process_.expect_silence();
  if (paused_) process_.signal_group(SIGCONT);
  paused_ = false;
  std::string lines;
  for (const Request& request : requests) lines += to_line(request);
  process_.write(lines, deadline);
}

void Conversation::pause() {
  process_.signal_group(SIGSTOP);
  paused_ = true;
}

}  // namespace fairway
