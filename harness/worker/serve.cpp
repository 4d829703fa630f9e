#include "harness/worker/serve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iostream>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>

#include "algorithms/changes/changing_method.hpp"
#include "algorithms/representations/lap_clock.hpp"
#include "algorithms/search/build_limits.hpp"
#include "algorithms/solvers/solver.hpp"
#include "datasets/read_world.hpp"
#include "datasets/world.hpp"
#include "generated/build_info.hpp"
#include "harness/inspection/inspection.hpp"
#include "harness/pictures/drawing.hpp"
#include "harness/records/packed_numbers.hpp"
#include "harness/worker/memory_check.hpp"
#include "harness/worker/protocol.hpp"
#include "harness/worker/usage_meter.hpp"

namespace fairway {

namespace {

/// The median time of one clock reading in nanoseconds, from 101 measurements.
double clock_cost() {
  std::array<std::int64_t, 101> laps;
  LapClock clock;
  constexpr int kReadings = 16;
  for (std::int64_t& lap : laps) {
    clock.lap();
    for (int i = 1; i < kReadings; ++i) clock.lap();
    LapClock whole;
    for (int i = 0; i < kReadings; ++i) clock.lap();
    lap = whole.lap();
  }
  std::nth_element(laps.begin(), laps.begin() + laps.size() / 2, laps.end());
  return static_cast<double>(laps[laps.size() / 2]) / (kReadings + 1);
}

BuildFacts to_build_facts(const PlannerFacts& facts) {
  return {facts.build_nanoseconds,
          facts.build_phases,
          static_cast<std::int64_t>(facts.memory_bytes),
          static_cast<std::int64_t>(facts.vertices),
          static_cast<std::int64_t>(facts.edges),
          facts.coverage,
          facts.components};
}

class Server {
 public:
  Server(const Registry& registry, std::ostream& replies, double slowdown, const ForkWorker& fork)
      : registry_(registry), replies_(replies), slowdown_(slowdown), fork_(fork) {}

  void handle(std::string_view line) {
    std::string reply;
    try {
      const Request request = parse_request(line);
      reply = std::visit([&](const auto& r) { return reply_to(r); }, request);
    } catch (const std::exception& e) {
      reply = refusal_line(e.what());
    }
    replies_.write(reply.data(), static_cast<std::streamsize>(reply.size()));
    replies_.flush();
  }

 private:
  std::string reply_to(const HelloRequest& hello) {
    const int version = std::min(hello.newest, kProtocolVersion);
    if (version < std::max(hello.protocol, kOldestProtocolVersion)) {
      throw ProtocolError(fmt::format("this worker speaks protocols {} to {}, not {}",
                                      kOldestProtocolVersion, kProtocolVersion, hello.protocol));
    }
    return to_line(HelloReply{version, program_text(), clock_cost()});
  }

  std::string program_text() const {
    const std::string ours =
        fmt::format("fairway {} ({})", build_info::kVersion, build_info::kCommit);
    return registry_.uses().empty() ? ours : fmt::format("{}, by {}", registry_.uses(), ours);
  }

  std::string reply_to(const LoadRequest& load) {
    drop_method();
    space_.reset();
    memory_.begin();
    FreeSpace space = load_free_space(load.file);
    if (load.frame) check_frame(*load.frame, space);
    space_.emplace(std::move(space));
    changes_ = load.changes;
    frame_ = load.frame;
    return loaded_line();
  }

  static void check_frame(const Box& frame, const FreeSpace& space) {
    if (space.raster() != nullptr) {
      throw ProtocolError("'frame': the world is made of cells; expected an eroded world");
    }
    const Box& box = space.box();
    if (frame.contains(box.min) && frame.contains(box.max)) return;
    throw ProtocolError(
        fmt::format("'frame': ({}, {}) to ({}, {}) does not contain the world, expected a box "
                    "round ({}, {}) to ({}, {})",
                    frame.min.x, frame.min.y, frame.max.x, frame.max.y, box.min.x, box.min.y,
                    box.max.x, box.max.y));
  }

  std::string reply_to(const BuildRequest& build) {
    if (!space_) throw ProtocolError("no world is loaded; expected a load request first");
    Method method = build.method;
    const RegisteredAdapter& adapter = registry_.adapter(method.adapter);
    method.options = adapter.complete(method.options);
    drop_method();
    promises_ = adapter.promises(method.options);
    settings_ = method.search;
    BuildReply reply;
    const PartSet made_before = made_parts();
    UsageMeter meter;
    try {
      meter.begin();
      if (changes_) {
        changing_ = frame_ ? std::make_unique<ChangingMethod>(registry_, method, *space_, *frame_)
                           : std::make_unique<ChangingMethod>(registry_, method, *space_);
      } else {
        planner_ = registry_.build(*space_, method);
      }
      reply.usage = meter.end();
      const PlannerFacts& facts = planner().facts();
      reply.facts = to_build_facts(facts);
      reply.varies = !promises_of(adapter, method).repeatable;
      allowed_parts_ = changes_ ? PartSet::all() : made_before | facts.parts;
      expect_declared_parts();
      for (const PartCost& cost : space().made_parts()) {
        if (!facts.parts.contains(cost.part)) continue;
        reply.parts.push_back({std::string(name_of(cost.part)), cost.nanoseconds,
                               static_cast<std::int64_t>(cost.bytes)});
      }
      if (changing_ && changing_->repairs()) {
        reply.parts.push_back({"repairs", changing_->preparation_ns(),
                               static_cast<std::int64_t>(changing_->preparation_bytes())});
      }
      if (!facts.supported) {
        reply.status = Status::kUnsupported;
        reply.message = "the method does not support this world";
      }
    } catch (const std::bad_alloc&) {
      reply.status = Status::kOutOfMemory;
      reply.message = "out of memory";
    } catch (const UnsupportedWorld& e) {
      reply.status = Status::kUnsupported;
      reply.message = e.what();
    } catch (const MemoryLimitExceeded& e) {
      reply.status = Status::kOutOfMemory;
      reply.message = e.what();
    } catch (const TimeLimitExceeded& e) {
      reply.status = Status::kTimeout;
      reply.message = e.what();
    } catch (const std::exception& e) {
      reply.status = Status::kError;
      reply.message = e.what();
    }
    return to_line(reply);
  }

  std::string reply_to(const AnswerRequest& request) {
    expect_planner();
    if (answers_.size() < request.queries.size()) answers_.resize(request.queries.size());
    for (std::size_t i = 0; i < request.queries.size(); ++i) {
      plan(request.queries[i], answers_[i]);
    }
    if (!request.queries.empty()) {
      answers_[request.queries.size() - 1].scratch_bytes =
          static_cast<std::int64_t>(planner().scratch_bytes());
    }
    std::string lines;
    for (std::size_t i = 0; i < request.queries.size(); ++i) {
      append_line(lines, answers_[i], request.raw, request.hash);
    }
    return lines;
  }

  std::string reply_to(const ChangeRequest& request) {
    expect_planner();
    if (!changing_) {
      throw ProtocolError("the world was loaded without changes; expected \"changes\": true");
    }
    FollowCosts reply;
    UsageMeter meter;
    meter.begin();
    const FollowCost cost = changing_->follow(request.burst);
    reply.usage = meter.end();
    reply.repaired = cost.repaired;
    reply.ns = cost.total_ns();
    reply.space_ns = cost.space_ns;
    if (request.facts) {
      changing_->update_facts();
      const BuildFacts facts = to_build_facts(planner().facts());
      reply.bytes = facts.bytes;
      reply.vertices = facts.vertices;
      reply.edges = facts.edges;
    }
    return to_line(reply);
  }

  std::string reply_to(const InspectRequest& request) {
    expect_planner();
    const auto miscounted = memory_.fault(space().memory_bytes() + planner().facts().memory_bytes +
                                          planner().scratch_bytes());
    Findings findings = inspect({space(), promises_, settings_, planner()}, request.queries);
    // Third-party libraries do not report all their memory.
    if (!changing_ && registry_.uses().empty()) {
      findings.expect(Promise::kReport, !miscounted, std::nullopt, [&] { return *miscounted; });
    }
    allowed_parts_ = allowed_parts_ | made_parts();  // the inspection uses further parts
    return to_line(findings);
  }

  std::string reply_to(const DrawRequest& request) {
    expect_planner();
    DrawingRecord drawing = drawing_of(planner(), request.box, request.centre, request.limit);
    if (!request.file.empty()) {
      std::ofstream file(request.file, std::ios::binary);
      file << packed_segments(drawing.segments);
      if (!file.flush()) throw ProtocolError(request.file + ": cannot be written");
      drawing.segments.clear();
    }
    allowed_parts_ = allowed_parts_ | made_parts();  // the drawing uses further parts
    return to_line(drawing, request.packed);
  }

  std::string reply_to(const ForkRequest& request) {
    if (!fork_) throw ProtocolError("this worker cannot fork");
    if (!space_) throw ProtocolError("no world is loaded; expected a load request first");
    drop_method();
    if (!changes_) make_parts_of(request.method);
    const std::int64_t process = fork_(request);
    return process == 0 ? loaded_line() : forked_line(process);
  }

  void make_parts_of(Method method) {
    try {
      const RegisteredAdapter& adapter = registry_.adapter(method.adapter);
      method.options = adapter.complete(method.options);
      if (adapter.supports(*space_, method)) space_->make(adapter.parts(*space_, method));
    } catch (const std::exception&) {
      // The build in the new process will report the same error.
    }
  }

  Planner& planner() const { return changing_ ? changing_->planner() : *planner_; }
  const FreeSpace& space() const { return changing_ ? changing_->space() : *space_; }

  void drop_method() {
    planner_.reset();
    changing_.reset();
  }

  void expect_planner() const {
    if (!planner_ && !changing_)
      throw ProtocolError("no method is built; expected a build request first");
  }

  void plan(const Query& query, AnswerReply& reply) {
    reply.failure.reset();
    reply.scratch_bytes.reset();
    UsageMeter meter;
    try {
      meter.begin();
      planner().plan(query, reply.answer);
      if (slowdown_ > 0) wait_away(reply.answer.times);
      reply.usage = meter.end();
      expect_declared_parts();
    } catch (const std::bad_alloc&) {
      reply.failure = Status::kOutOfMemory;
      reply.message = "out of memory";
    } catch (const std::exception& e) {
      reply.failure = Status::kError;
      reply.message = e.what();
    }
  }

  PartSet made_parts() const {
    PartSet made;
    for (const PartCost& cost : space().made_parts()) made = made | cost.part;
    return made;
  }

  /// Throws if the free space has built a part that the method does not declare.
  void expect_declared_parts() const {
    for (const PartCost& cost : space().made_parts()) {
      if (allowed_parts_.contains(cost.part)) continue;
      throw std::logic_error(fmt::format(
          "the method uses the part '{}' of the free space; expected it among its parts()",
          name_of(cost.part)));
    }
  }

  void wait_away(PhaseTimes& times) const {
    const auto wanted = static_cast<std::int64_t>(slowdown_ * static_cast<double>(times.total()));
    LapClock clock;
    std::int64_t waited = 0;
    while (waited < wanted) waited += clock.lap();
    times.search += waited;
  }

  const Registry& registry_;
  std::ostream& replies_;
  double slowdown_;
  const ForkWorker& fork_;
  std::optional<FreeSpace> space_;
  bool changes_ = false;                      ///< whether the world will change
  std::optional<Box> frame_;                  ///< see LoadRequest::frame
  std::unique_ptr<Planner> planner_;          ///< the method in a static world
  std::unique_ptr<ChangingMethod> changing_;  ///< the method in a changing world
  PartSet allowed_parts_;  // parts of the free space that may exist: they were built before the
                           // method, are declared by it, or are used to inspect or draw it
  Guarantees promises_;    // promises of the adapter with the options of the method
  SearchSettings settings_;
  std::vector<AnswerReply> answers_;
  MemoryCheck memory_;
};

}  // namespace

void serve(const Registry& registry, std::istream& requests, std::ostream& replies, double slowdown,
           const ForkWorker& fork) {
  Server server(registry, replies, slowdown, fork);
  for (std::string line; std::getline(requests, line);) {
    if (!line.empty()) server.handle(line);
  }
}

}  // namespace fairway
