#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "algorithms/methods/method.hpp"
#include "algorithms/methods/planner.hpp"
#include "datasets/world.hpp"
#include "harness/inspection/promise.hpp"
#include "harness/records/records.hpp"

namespace fairway {

// The lines that the harness and a method's process exchange, as docs/worker-protocol.md states
// them: one JSON object a line. Both sides are here, so that they cannot drift apart.

inline constexpr int kProtocolVersion = 1;

/// A line that is not what the protocol expects. what() says what is wrong and shows its beginning.
class ProtocolError : public std::runtime_error {
 public:
  explicit ProtocolError(std::string_view what) : std::runtime_error(escaped_controls(what)) {}
};

/// A worker's refusal of a request: {"reply": "error", "message": ...}.
class RequestRefused : public std::runtime_error {
 public:
  explicit RequestRefused(std::string_view message)
      : std::runtime_error(escaped_controls(message)) {}
};

struct HelloRequest {
  int protocol = kProtocolVersion;
};
struct LoadRequest {
  std::string file;  ///< of the world, as docs/world-file.md states it
};
struct BuildRequest {
  Method method;
};
struct AnswerRequest {
  std::vector<Query> queries;
  bool raw = false;  ///< whether the paths before smoothing are wanted, too
};
/// A worker's examination of what is below its answers.
struct InspectRequest {
  std::vector<Query> queries;
};
/// The segments that picture the representation: all that touch a window, `limit` at most.
struct DrawRequest {
  Box box;       ///< of the world
  Point centre;  ///< what to show of a picture with too many segments
  std::size_t limit = 0;
};
using Request = std::variant<HelloRequest, LoadRequest, BuildRequest, AnswerRequest, InspectRequest,
                             DrawRequest>;

std::string to_line(const Request& request);
/// Throws ProtocolError.
Request parse_request(std::string_view line);

struct HelloReply {
  int protocol = kProtocolVersion;
  std::string program;             ///< name and version, for people
  std::optional<double> clock_ns;  ///< what reading the clock once costs
};
struct BuildReply {
  BuildStatus status = BuildStatus::kBuilt;
  std::string message;
  PlannerFacts facts;
};
/// What a worker says of one query: an answer, or why there is none.
struct AnswerReply {
  std::optional<Status> failure;  ///< kError or kOutOfMemory
  std::string message;
  Answer answer;
};

std::string to_line(const HelloReply& reply);
std::string loaded_line();
std::string to_line(const BuildReply& reply);
/// Appends the line: a worker has many of these to write.
void append_line(std::string& text, const AnswerReply& reply, bool raw);
std::string to_line(const Findings& findings);
std::string to_line(const DrawingRecord& drawing);
/// A refusal; `message` is shown to people.
std::string refusal_line(std::string_view message);

// All of them throw ProtocolError, and RequestRefused where the line is a refusal.

HelloReply parse_hello_reply(std::string_view line);
void parse_load_reply(std::string_view line);
BuildReply parse_build_reply(std::string_view line);
void parse_answer_reply(std::string_view line, AnswerReply& reply);
Findings parse_inspect_reply(std::string_view line);
DrawingRecord parse_draw_reply(std::string_view line);

}  // namespace fairway
