#include "harness/worker/process_worker.hpp"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "algorithms/representations/lap_clock.hpp"
#include "harness/records/packed_numbers.hpp"
#include "harness/worker/descriptor.hpp"
#include "harness/worker/fork_server.hpp"
#include "harness/worker/process_family.hpp"

namespace fairway {

namespace {

/// Returns the folder of a program. If the path is a link, returns the folder that the link names.
/// The file there need not exist, because it may have been replaced since the program was started.
std::filesystem::path folder_of(const std::filesystem::path& program) {
  const bool link = std::filesystem::is_symlink(program);
  return (link ? std::filesystem::read_symlink(program) : program).parent_path();
}

ChildStart start_of(const WorkerSettings& settings, const Method& method, const SharedText& world) {
  std::vector<std::string> command = settings.built_in;
  if (!method.command.empty()) {
    command = {"/bin/sh", "-c", "exec " + method.command};
  } else if (!method.program.empty()) {
    command = {(folder_of(settings.built_in.front()) / method.program).string(), "worker"};
  }
  const bool boxed = method.is_foreign() && settings.sandbox;
  if (boxed)
    command.insert(command.begin(), settings.sandbox->command.begin(),
                   settings.sandbox->command.end());
  ChildStart start = child_start(settings, command, world);
  if (!method.command.empty()) start.folder = settings.folder;
  start.exit_code_is_signal = boxed;
  return start;
}

std::string content_of(const Descriptor& file) {
  std::string content(
      static_cast<std::size_t>(std::max<off_t>(0, lseek(file.number(), 0, SEEK_END))), '\0');
  std::size_t taken = 0;
  while (taken < content.size()) {
    const ssize_t more = pread(file.number(), content.data() + taken, content.size() - taken,
                               static_cast<off_t>(taken));
    if (more <= 0) break;
    taken += static_cast<std::size_t>(more);
  }
  content.resize(taken);
  return content;
}

/// Settings that apply to every process of a worker, even if a fork server starts the process.
ChildStart limits_of(const WorkerSettings& settings) {
  ChildStart start;
  start.memory_limit = settings.memory_limit;
  start.stop = settings.stop;
  return start;
}

}  // namespace

std::vector<std::string> own_worker() { return {"/proc/self/exe", "worker"}; }

ChildStart child_start(const WorkerSettings& settings, const std::vector<std::string>& command,
                       const SharedText& world) {
  ChildStart start = limits_of(settings);
  start.arguments = command;
  start.core = settings.core;
  start.inherited = world.descriptor();
  return start;
}

ProcessWorker::ProcessWorker(const WorkerSettings& settings, const Method& method,
                             const SharedText& world, bool changes, std::optional<Box> frame)
    : settings_(settings),
      method_(method),
      world_(WorkerWorld{world, changes, frame}),
      conversation_(start_of(settings, method, world)) {}

ProcessWorker::ProcessWorker(const WorkerSettings& settings, const Method& method,
                             ForkServer& fork_server)
    : settings_(settings),
      method_(method),
      loaded_(fork_server.loaded()),
      conversation_(limits_of(settings), [&](int input, int output, int errors) {
        return fork_server.fork(method, input, output, errors);
      }) {}

BuiltWorker ProcessWorker::build() {
  if (!loaded_) {
    loaded_ = conversation_.load(*world_, settings_.build_timeout);
  } else {
    conversation_.next_reply(Conversation::within(settings_.build_timeout), parse_load_reply);
  }
  BuiltWorker built;
  built.program = loaded_->hello.program;
  built.clock_ns = loaded_->hello.clock_ns;
  if (settings_.sandbox && method_.is_foreign()) built.sandbox = settings_.sandbox->name;
  ChildProcess& process = conversation_.process();
  built.resident_before = resident_bytes(process.id());
  reset_peak_resident(process.id());
  LapClock clock;
  built.reply = conversation_.ask(BuildRequest{method_},
                                  Conversation::within(settings_.build_timeout), parse_build_reply);
  const std::int64_t waited = clock.lap();
  if (built.reply.facts.ns > waited) {
    process.fail(Status::kError, fmt::format("reports {} ns for a build that took {} ns",
                                             built.reply.facts.ns, waited));
  }
  const std::int64_t waited_since_load = loaded_->since_load.lap();
  for (const PartRecord& part : built.reply.parts) {
    if (part.build_ns <= waited_since_load) continue;
    process.fail(Status::kError,
                 fmt::format("reports {} ns for the part '{}', but load and build took {} ns",
                             part.build_ns, part.name, waited_since_load));
  }
  built.resident_after = resident_bytes(process.id());
  built.peak_resident = peak_resident_bytes(process.id());
  return built;
}

void ProcessWorker::expect_radii(std::span<const Query> queries) {
  const int version = loaded_->hello.protocol;
  const bool asked = std::ranges::any_of(queries, [](const Query& q) { return q.radius != 0; });
  if (!asked || version >= kRadiusProtocolVersion) return;
  conversation_.process().fail(
      Status::kError, fmt::format("speaks version {} of the protocol; a query with a radius needs "
                                  "version {}",
                                  version, kRadiusProtocolVersion));
}

void ProcessWorker::answer(const AnswerRequest& request, std::chrono::nanoseconds patience,
                           const Receive& receive) {
  expect_radii(request.queries);
  const auto deadline = Conversation::within(settings_.timeout + patience);
  conversation_.write(request, deadline);
  for (std::size_t i = 0; i < request.queries.size(); ++i) {
    conversation_.next_reply(
        deadline, [&](std::string_view line) { parse_answer_reply(line, reply_, request.hash); });
    receive(i, reply_);
  }
}

void ProcessWorker::answer(std::span<const Query> queries, bool raw,
                           std::chrono::nanoseconds patience, const Receive& receive) {
  answer(AnswerRequest{{queries.begin(), queries.end()}, raw}, patience, receive);
}

void ProcessWorker::answer_again(std::span<const Query> queries, std::chrono::nanoseconds patience,
                                 const Receive& receive) {
  answer(AnswerRequest{{queries.begin(), queries.end()}, false, true}, patience, receive);
}

/// A worker of this program gets all requests at once. The requests wait in the pipe while the
/// harness judges. A worker of another program gets one request at a time, because it might
/// not expect several requests.
void ProcessWorker::answer_each(std::span<const Query> queries, const Receive& receive) {
  if (method_.is_foreign()) return Worker::answer_each(queries, receive);
  expect_radii(queries);
  std::vector<Request> requests;
  for (const Query& query : queries) requests.push_back(AnswerRequest{{query}, true});
  conversation_.write(requests, Conversation::within(settings_.timeout));
  for (std::size_t i = 0; i < queries.size(); ++i) {
    conversation_.next_reply(Conversation::within(settings_.timeout),
                             [&](std::string_view line) { parse_answer_reply(line, reply_); });
    receive(i, reply_);
  }
}

std::optional<FollowCosts> ProcessWorker::apply_burst(const Burst& burst, bool facts) {
  if (!loaded_->follows) return std::nullopt;
  LapClock clock;
  FollowCosts reply =
      conversation_.ask(ChangeRequest{burst, facts}, Conversation::within(settings_.build_timeout),
                        parse_change_reply);
  const std::int64_t waited = clock.lap();
  if (reply.ns > waited) {
    conversation_.process().fail(
        Status::kError, fmt::format("reports {} ns for a burst that took {} ns", reply.ns, waited));
  }
  return reply;
}

std::optional<Findings> ProcessWorker::inspect(std::span<const Query> queries) {
  return conversation_.ask_for_more(InspectRequest{{queries.begin(), queries.end()}},
                                    Conversation::within(settings_.build_timeout),
                                    parse_inspect_reply);
}

/// A worker of this program writes packed segments to a file in memory, because a line of JSON
/// would take longer than the drawing.
std::optional<DrawingRecord> ProcessWorker::draw(const DrawRequest& request) {
  const auto ask = [&](const DrawRequest& asked) {
    return conversation_.ask_for_more(asked, Conversation::within(settings_.timeout),
                                      parse_draw_reply);
  };
  if (method_.is_foreign() || !request.packed) return ask(request);
  const Descriptor file(memfd_create("fairway-drawing", MFD_CLOEXEC));
  if (file.number() < 0) return ask(request);
  DrawRequest into = request;
  into.file = fmt::format("/proc/{}/fd/{}", getpid(), file.number());
  std::optional<DrawingRecord> drawing = ask(into);
  if (!drawing) return drawing;
  drawing->packed = content_of(file);
  try {
    check_packed_segments(drawing->packed);
  } catch (const std::runtime_error& e) {
    conversation_.process().fail(Status::kError,
                                 fmt::format("sent an invalid drawing: {}", e.what()));
  }
  return drawing;
}

}  // namespace fairway
