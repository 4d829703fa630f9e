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

/// A world that workers load. Keeps a reference to the text.
struct WorkerWorld {
  const SharedText& text;
  bool changes = false;      ///< whether the world will change
  std::optional<Box> frame;  ///< of an eroded world that will change
};

/// A worker's report on itself, once it has loaded a world.
struct LoadedWorker {
  HelloReply hello;
  bool follows = false;  ///< whether it follows the world's changes, if there are any
  LapClock since_load;   ///< runs since just before the world was loaded
};

/// Requests to a worker's process, and its replies. All functions throw WorkerFailure.
class Conversation {
 public:
  using Time = ChildProcess::Clock::time_point;

  explicit Conversation(const ChildStart& start) : process_(start) {}
  Conversation(const ChildStart& start, const MakeChild& make) : process_(start, make) {}

  static Time within(std::chrono::nanoseconds time) { return ChildProcess::Clock::now() + time; }

  /// Says hello and has the worker load a world. Each may take `limit`.
  LoadedWorker load(const WorkerWorld& world, std::chrono::nanoseconds limit);

  /// Sends requests.
  void write(std::span<const Request> requests, Time deadline);
  void write(const Request& request, Time deadline) { write(std::span(&request, 1), deadline); }
  /// The next reply, parsed.
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
  /// Like ask(), but a refusal is not a failure.
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

  /// Stops the worker until the next request.
  void pause();

  ChildProcess& process() { return process_; }

 private:
  ChildProcess process_;
  bool resting_ = false;
};

}  // namespace fairway
