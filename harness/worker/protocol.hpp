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

// The lines that the harness and the process of a method exchange, one JSON object per line.
// docs/worker-protocol.md describes them. This file has both sides of the protocol.

inline constexpr int kProtocolVersion = 4;
inline constexpr int kOldestProtocolVersion = 1;
inline constexpr int kChangeProtocolVersion = 2;  ///< First version with changes of a world.
/// First version with changes of an eroded world.
inline constexpr int kBorderProtocolVersion = 3;
inline constexpr int kRadiusProtocolVersion = 4;  ///< First version with radii of queries.

/// A line that violates the protocol. what() states the fault and the beginning of the line.
class ProtocolError : public std::runtime_error {
 public:
  explicit ProtocolError(std::string_view what) : std::runtime_error(escaped_controls(what)) {}
};

/// The refusal of a request by a worker: {"reply": "error", "message": ...}.
class RequestRefused : public ProtocolError {
 public:
  using ProtocolError::ProtocolError;
};

struct HelloRequest {
  int protocol = kOldestProtocolVersion;  ///< oldest version that the harness speaks
  int newest = kProtocolVersion;
};
struct LoadRequest {
  std::string file;      ///< file of the world, in the format of docs/world-file.md
  bool changes = false;  ///< whether the world will change
  std::optional<Box> frame =
      {};  ///< for an eroded world that will change: box that contains all its borders
};
struct BuildRequest {
  Method method;
};
struct AnswerRequest {
  std::vector<Query> queries;
  bool raw = false;   ///< whether the reply should contain the path before smoothing
  bool hash = false;  ///< whether the reply may contain a hash instead of the path
};
/// Asks the worker to apply a burst. Needs protocol version 2.
struct ChangeRequest {
  Burst burst;
  bool facts = false;  ///< whether the reply should contain the facts of the changed index
};
/// Asks the worker to examine its own representation.
struct InspectRequest {
  std::vector<Query> queries;
};
/// Asks for the picture of the representation. If the picture has more than `limit` segments, asks
/// for the segments that touch a window around `centre`.
struct DrawRequest {
  Box box;       ///< box of the world
  Point centre;  ///< centre of the window
  std::size_t limit = 0;
  bool packed = false;    ///< whether the reply may contain packed segments
  std::string file = {};  ///< file for packed segments; if empty, they are in the reply
};
/// Asks a worker of this program to fork. Precondition: the worker has loaded a world. The new
/// process is a child of the harness. It replies as if it had loaded the world, and answers further
/// requests.
struct ForkRequest {
  Method method;  ///< method of the new process; its SpaceParts are built before the fork
  /// Files for standard input, output and error of the new process.
  std::array<std::string, 3> ends;
};
using Request = std::variant<HelloRequest, LoadRequest, BuildRequest, AnswerRequest, ChangeRequest,
                             InspectRequest, DrawRequest, ForkRequest>;

std::string to_line(const Request& request);
/// Throws ProtocolError.
Request parse_request(std::string_view line);

struct HelloReply {
  int protocol = kProtocolVersion;
  std::string program;             ///< name and version, for display
  std::optional<double> clock_ns;  ///< time of one clock reading
};
struct BuildReply {
  Status status = Status::kBuilt;
  std::string message;
  BuildFacts facts;
  Usage usage;
  std::vector<PartRecord> parts;  ///< parts of the free space that the method uses
  bool varies = false;            ///< whether a repeated query may get another path
};
/// The reply of a worker to one query: an answer or a failure.
struct AnswerReply {
  std::optional<Status> failure;  ///< kError or kOutOfMemory if there is no answer
  std::string message;
  Answer answer;
  Usage usage;
  std::optional<std::uint64_t> path_hash = {};  ///< hash of the found path, if it replaces the path
  /// Scratch memory of the worker in bytes. Only the last reply to a request states it.
  std::optional<std::int64_t> scratch_bytes = {};
};

std::string to_line(const HelloReply& reply);
std::string loaded_line();
std::string to_line(const BuildReply& reply);
std::string to_line(const FollowCosts& reply);
/// Appends the line of a reply. Omits the raw path if it equals the returned path. With `hash`,
/// writes the hash of the path instead of path and improvements.
void append_line(std::string& text, const AnswerReply& reply, bool raw, bool hash = false);
std::string to_line(const Findings& findings);
std::string to_line(const DrawingRecord& drawing, bool packed);
std::string forked_line(std::int64_t process);
/// A refusal with a message for the user.
std::string refusal_line(std::string_view message);

// The functions below throw ProtocolError, and RequestRefused if the line is a refusal.

HelloReply parse_hello_reply(std::string_view line);
void parse_load_reply(std::string_view line);
BuildReply parse_build_reply(std::string_view line);
FollowCosts parse_change_reply(std::string_view line);
/// `hash` states whether a hash was requested.
void parse_answer_reply(std::string_view line, AnswerReply& reply, bool hash = false);
Findings parse_inspect_reply(std::string_view line);
DrawingRecord parse_draw_reply(std::string_view line);
/// Returns the id of the forked process.
std::int64_t parse_fork_reply(std::string_view line);

}  // namespace fairway
