#pragma once

#include <chrono>
#include <optional>
#include <span>
#include <utility>

#include "algorithms/representations/lap_clock.hpp"
#include "harness/worker/child_process.hpp"
#include "harness/worker/protocol.hpp"
#include "harness/worker/shared_text.hpp"

namespace fairway {

/// A world for workers to load. Keeps a reference to the text.
struct WorkerWorld {
  const SharedText& text;
  bool changes = false;      ///< whether the world will change
  std::optional<Box> frame;  ///< see LoadRequest::frame
};

/// The report of a worker that has loaded a world.
struct LoadedWorker {
  HelloReply hello;
  bool follows = false;  ///< whether the worker can apply bursts
  LapClock since_load;   ///< started just before the load
};

/// Sends requests to the process of a worker and reads its replies. All functions throw
/// WorkerFailure.
class Conversation {
 public:
  using Time = ChildProcess::Clock::time_point;

  explicit Conversation(const ChildStart& start) : process_(start) {}
  Conversation(const ChildStart& start, const MakeChild& make) : process_(start, make) {}

  static Time within(std::chrono::nanoseconds time) { return ChildProcess::Clock::now() + time; }

  /// Sends hello and lets the worker load a world. Each of the two requests may take `limit`.
  LoadedWorker load(const WorkerWorld& world, std::chrono::nanoseconds limit);

  /// Sends requests.
  void write(std::span<const Request> requests, Time deadline);
  void write(const Request& request, Time deadline) { write(std::span(&request, 1), deadline); }
  /// Reads and parses the next reply.
  template <class Parse>
  auto next_reply(Time deadline, Parse&& parse) {
    const std::string_view line = process_.read_line(deadline);
    try {
      return parse(line);
    } catch (const ProtocolError& e) {
      process_.fail(Status::kError, e.what());
    }
  }
  template <class Parse>
  auto ask(const Request& request, Time deadline, Parse&& parse) {
    write(request, deadline);
    return next_reply(deadline, std::forward<Parse>(parse));
  }
  /// Like ask(), but returns nothing if the worker refuses the request.
  template <class Parse>
  auto ask_for_more(const Request& request, Time deadline, Parse&& parse) {
    return ask(request, deadline, [&](std::string_view line) {
      using Reply = std::optional<decltype(parse(line))>;
      try {
        return Reply(parse(line));
      } catch (const RequestRefused&) {
        return Reply();
      }
    });
  }

  /// Suspends the worker until the next request.
  void pause();

  ChildProcess& process() { return process_; }
  const ChildProcess& process() const { return process_; }

 private:
  ChildProcess process_;
  bool paused_ = false;
};

}  // namespace fairway
