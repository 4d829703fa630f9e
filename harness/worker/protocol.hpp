#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "algorithms/changing_space/burst.hpp"
#include "algorithms/methods/method.hpp"
#include "algorithms/methods/planner.hpp"
#include "datasets/world.hpp"
#include "harness/inspection/promise.hpp"
#include "harness/records/records.hpp"

namespace fairway {

// The lines that the harness and a method's process exchange, one JSON object a line;
// docs/worker-protocol.md states them. Both sides are written here, so that they cannot drift
// apart.

inline constexpr int kProtocolVersion = 3;
inline constexpr int kOldestProtocolVersion = 1;
/// From these on workers know changes, and those of an eroded world.
inline constexpr int kChangeProtocolVersion = 2;
inline constexpr int kBorderProtocolVersion = 3;

/// A line that violates the protocol. what() says what is wrong and shows the beginning of the
/// line.
class ProtocolError : public std::runtime_error {
 public:
  explicit ProtocolError(std::string_view what) : std::runtime_error(escaped_controls(what)) {}
};

/// A worker's refusal of a request: {"reply": "error", "message": ...}.
class RequestRefused : public ProtocolError {
 public:
  using ProtocolError::ProtocolError;
};

struct HelloRequest {
  int protocol = kOldestProtocolVersion;  ///< the oldest version that the harness speaks
  int newest = kProtocolVersion;
};
struct LoadRequest {
  std::string file;               ///< of the world, in the format of docs/world-file.md
  bool changes = false;           ///< whether the world will change
  std::optional<Box> frame = {};  ///< of an eroded world that will change: holds all its borders
};
struct BuildRequest {
  Method method;
};
struct AnswerRequest {
  std::vector<Query> queries;
  bool raw = false;   ///< whether the paths before smoothing are wanted too
  bool hash = false;  ///< whether a hash of the path may take its place in the reply
};
/// Changes the world, since version 2.
struct ChangeRequest {
  Burst burst;
  bool facts = false;  ///< whether the facts of what was built are wanted too
};
/// Asks the worker to examine its own representation.
struct InspectRequest {
  std::vector<Query> queries;
};
/// Asks for the segments of the representation's picture that touch a window, at most `limit`.
struct DrawRequest {
  Box box;       ///< of the world
  Point centre;  ///< where to keep segments if there are too many
  std::size_t limit = 0;
  bool packed = false;    ///< whether the reply may have its segments packed
  std::string file = {};  ///< where a worker of this program writes them packed instead, if named
};
/// Asks a worker of this program, which has loaded a world, to fork. The new process is a child of
/// the harness, replies as if it had loaded the world, and answers further requests.
struct ForkRequest {
  Method method;  ///< the parts of the free space that it uses are made before the fork
  /// Files that become the new process's standard input, output and error.
  std::array<std::string, 3> ends;
};
using Request = std::variant<HelloRequest, LoadRequest, BuildRequest, AnswerRequest, ChangeRequest,
                             InspectRequest, DrawRequest, ForkRequest>;

std::string to_line(const Request& request);
/// Throws ProtocolError.
Request parse_request(std::string_view line);

struct HelloReply {
  int protocol = kProtocolVersion;
  std::string program;             ///< name and version, for people
  std::optional<double> clock_ns;  ///< cost of reading the clock once
};
struct BuildReply {
  Status status = Status::kBuilt;
  std::string message;
  BuildFacts facts;
  Usage usage;
  std::vector<PartRecord> parts;  ///< of the free space, that the method uses
  bool varies = false;            ///< whether a query's path may differ when it is asked again
};
/// A worker's report on one query: an answer, or why there is none.
struct AnswerReply {
  std::optional<Status> failure;  ///< kError or kOutOfMemory
  std::string message;
  Answer answer;
  Usage usage;
  std::optional<std::uint64_t> path_hash = {};  ///< in place of the path that was found
  /// Bytes of the scratch space of this process, after the last query of a request.
  std::optional<std::int64_t> scratch_bytes = {};
};

std::string to_line(const HelloReply& reply);
std::string loaded_line();
std::string to_line(const BuildReply& reply);
std::string to_line(const FollowCosts& reply);
/// Appends the line to a text, as a worker has many of these to write. The raw path is left out
/// where it is the returned one. With `hash` the line has the path's hash, and neither path nor
/// improvements.
void append_line(std::string& text, const AnswerReply& reply, bool raw, bool hash = false);
std::string to_line(const Findings& findings);
std::string to_line(const DrawingRecord& drawing, bool packed);
std::string forked_line(std::int64_t process);
/// A refusal; `message` is shown to people.
std::string refusal_line(std::string_view message);

// All throw ProtocolError: RequestRefused if the line is a refusal.

HelloReply parse_hello_reply(std::string_view line);
void parse_load_reply(std::string_view line);
BuildReply parse_build_reply(std::string_view line);
FollowCosts parse_change_reply(std::string_view line);
/// `hash` says whether a hash was asked for.
void parse_answer_reply(std::string_view line, AnswerReply& reply, bool hash = false);
Findings parse_inspect_reply(std::string_view line);
DrawingRecord parse_draw_reply(std::string_view line);
/// The number of the new process.
std::int64_t parse_fork_reply(std::string_view line);

}  // namespace fairway
