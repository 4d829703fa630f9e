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

void Conversation::write(const Request& request, Time deadline) {
  process_.expect_silence();
  if (resting_) process_.signal_group(SIGCONT);
  resting_ = false;
  process_.write(to_line(request), deadline);
}

void Conversation::rest() {
  process_.signal_group(SIGSTOP);
  resting_ = true;
}

}  // namespace fairway
