#include "harness/worker/process_worker.hpp"

#include <fmt/format.h>
#include <signal.h>

#include <filesystem>

#include "algorithms/representations/lap_clock.hpp"
#include "harness/worker/process_family.hpp"

namespace fairway {

namespace {

/// The folder of a program, which may have been replaced since it was started.
std::filesystem::path folder_of(const std::filesystem::path& program) {
  const bool link = std::filesystem::is_symlink(program);
  return (link ? std::filesystem::read_symlink(program) : program).parent_path();
}

ChildStart child_start(const WorkerSettings& settings, const Method& method,
                       const SharedText& world) {
  ChildStart start;
  start.core = settings.core;
  start.inherited = world.descriptor();
  start.memory_limit = settings.memory_limit;
  start.stop = settings.stop;
  if (method.is_foreign() && settings.sandbox) {
    start.arguments = settings.sandbox->command;
    start.exit_code_tells_signal = true;
  }
  const auto add = [&](const std::vector<std::string>& arguments) {
    start.arguments.insert(start.arguments.end(), arguments.begin(), arguments.end());
  };
  if (!method.command.empty()) {
    add({"/bin/sh", "-c", "exec " + method.command});
    start.folder = settings.folder;
  } else if (!method.program.empty()) {
    add({(folder_of(settings.built_in.front()) / method.program).string(), "worker"});
  } else {
    add(settings.built_in);
  }
  return start;
}

}  // namespace

std::vector<std::string> own_worker() { return {"/proc/self/exe", "worker"}; }

ProcessWorker::ProcessWorker(const WorkerSettings& settings, const Method& method,
                             const SharedText& world, bool changes, std::optional<Box> frame)
    : settings_(settings),
      method_(method),
      world_(world),
      changes_(changes),
      frame_(frame),
      process_(child_start(settings, method, world)) {}

ChildProcess::Clock::time_point ProcessWorker::within(std::chrono::nanoseconds time) const {
  return ChildProcess::Clock::now() + time;
}

template <class Parse>
auto ProcessWorker::next_reply(ChildProcess::Clock::time_point deadline, Parse&& parse) {
  const std::string_view line = process_.read_line(deadline);
  try {
    return parse(line);
  } catch (const ProtocolError& e) {
    process_.fail(Status::kError, e.what());
  }
}

void ProcessWorker::write(const Request& request, ChildProcess::Clock::time_point deadline) {
  process_.expect_silence();
  if (resting_) process_.signal_group(SIGCONT);
  resting_ = false;
  process_.write(to_line(request), deadline);
}

void ProcessWorker::rest() {
  process_.signal_group(SIGSTOP);
  resting_ = true;
}

template <class Parse>
auto ProcessWorker::ask(const Request& request, ChildProcess::Clock::time_point deadline,
                        Parse&& parse) {
  write(request, deadline);
  return next_reply(deadline, std::forward<Parse>(parse));
}

BuiltWorker ProcessWorker::build() {
  BuiltWorker built;
  const HelloReply hello = ask(HelloRequest{}, within(settings_.build_timeout), parse_hello_reply);
  protocol_ = hello.protocol;
  built.program = hello.program;
  built.clock_ns = hello.clock_ns;
  if (settings_.sandbox && method_.is_foreign()) built.sandbox = settings_.sandbox->name;
  LapClock since_load;
  LoadRequest load{world_.path(), changes_ && follows()};
  if (load.changes) load.frame = frame_;
  ask(load, within(settings_.build_timeout), parse_load_reply);
  built.resident_before = resident_bytes(process_.id());
  reset_peak_resident(process_.id());
  LapClock clock;
  built.reply = ask(BuildRequest{method_}, within(settings_.build_timeout), parse_build_reply);
  const std::int64_t waited = clock.lap();
  if (built.reply.facts.ns > waited) {
    process_.fail(Status::kError, fmt::format("reports {} ns of building that took {}",
                                              built.reply.facts.ns, waited));
  }
  const std::int64_t waited_since_load = since_load.lap();
  for (const PartRecord& part : built.reply.parts) {
    if (part.build_ns <= waited_since_load) continue;
    process_.fail(Status::kError,
                  fmt::format("reports {} ns of making '{}' in a load and a build that took {}",
                              part.build_ns, part.name, waited_since_load));
  }
  built.resident_after = resident_bytes(process_.id());
  built.peak_resident = peak_resident_bytes(process_.id());
  return built;
}

void ProcessWorker::answer(std::span<const Query> queries, bool raw,
                           std::chrono::nanoseconds patience, const Receive& receive) {
  const auto deadline = within(settings_.timeout + patience);
  write(AnswerRequest{{queries.begin(), queries.end()}, raw}, deadline);
  for (std::size_t i = 0; i < queries.size(); ++i) {
    next_reply(deadline, [&](std::string_view line) { parse_answer_reply(line, reply_); });
    receive(i, reply_);
  }
}

std::optional<ChangeReply> ProcessWorker::change(const Burst& burst, bool facts) {
  if (!follows()) return std::nullopt;
  LapClock clock;
  ChangeReply reply =
      ask(ChangeRequest{burst, facts}, within(settings_.build_timeout), parse_change_reply);
  const std::int64_t waited = clock.lap();
  if (reply.ns > waited) {
    process_.fail(Status::kError,
                  fmt::format("reports {} ns of following changes that took {}", reply.ns, waited));
  }
  return reply;
}

template <class Parse>
auto ProcessWorker::ask_for_more(const Request& request, ChildProcess::Clock::time_point deadline,
                                 Parse&& parse) {
  return ask(request, deadline, [&](std::string_view line) {
    using Reply = std::optional<decltype(parse(line))>;
    try {
      return Reply(parse(line));
    } catch (const RequestRefused&) {
      return Reply();
    }
  });
}

std::optional<Findings> ProcessWorker::inspect(std::span<const Query> queries) {
  return ask_for_more(InspectRequest{{queries.begin(), queries.end()}},
                      within(settings_.build_timeout), parse_inspect_reply);
}

std::optional<DrawingRecord> ProcessWorker::draw(const DrawRequest& request) {
  return ask_for_more(request, within(settings_.timeout), parse_draw_reply);
}

}  // namespace fairway
