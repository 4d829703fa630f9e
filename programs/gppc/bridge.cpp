#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "programs/gppc/entry.hpp"
#include "programs/gppc/scratch_folder.hpp"
#include "programs/gppc/world.hpp"

namespace fairway {

namespace {

using Json = EntryWorld::Json;

/// Measures time and resource usage, starting in the constructor. The clock starts after the first
/// reading of the usage, and stop() stops the clock before the second reading.
class Meter {
 public:
  Meter() : usage_(usage()), begin_(std::chrono::steady_clock::now()), end_(begin_) {}
  void stop() { end_ = std::chrono::steady_clock::now(); }
  std::int64_t ns() const {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(end_ - begin_).count();
  }
  /// Adds the members cpu_ns, switches and faults of the worker protocol to a reply. The three
  /// numbers include child processes that have ended.
  void add_usage(Json& line) const {
    const Usage now = usage();
    line["cpu_ns"] = now.cpu_ns - usage_.cpu_ns;
    line["switches"] = now.switches - usage_.switches;
    line["faults"] = now.faults - usage_.faults;
  }

 private:
  struct Usage {
    std::int64_t cpu_ns = 0;
    std::int64_t switches = 0;
    std::int64_t faults = 0;
  };
  static Usage usage() {
    Usage sum;
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    sum.cpu_ns = std::int64_t{1'000'000'000} * time.tv_sec + time.tv_nsec;
    for (const auto who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
      rusage use{};
      getrusage(who, &use);
      sum.switches += use.ru_nivcsw;
      sum.faults += use.ru_minflt + use.ru_majflt;
      if (who == RUSAGE_SELF) continue;
      for (const timeval part : {use.ru_utime, use.ru_stime}) {
        sum.cpu_ns += std::int64_t{1'000'000'000} * part.tv_sec + std::int64_t{1000} * part.tv_usec;
      }
    }
    return sum;
  }

  Usage usage_;
  std::chrono::steady_clock::time_point begin_;
  std::chrono::steady_clock::time_point end_;
};

/// Runs the entry's preprocessing in a child process, as the competition does. If the child crashes
/// or fails, this process ends in the same way.
void preprocess_apart(GppcEntry& entry, const std::string& file) {
  const pid_t child = fork();
  if (child == 0) {
    // Otherwise exit() of the child would change the read position of the parent's input.
    dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
    entry.preprocess(file.c_str());
    std::exit(0);
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child) {
    std::perror("preprocessing");
    std::exit(1);
  }
  if (WIFSIGNALED(status)) {
    std::signal(WTERMSIG(status), SIG_DFL);
    raise(WTERMSIG(status));
  }
  if (WEXITSTATUS(status) != 0) {
    std::cerr << "preprocessing ended with " << WEXITSTATUS(status) << '\n';
    std::exit(WEXITSTATUS(status));
  }
}

/// A reply whose path is not yet added, and the coordinates x0, y0, x1, y1, ... of the path.
struct Answered {
  Json line;
  std::vector<double> points;
};

Json finish(Answered& answered) {
  Json path = Json::array();
  for (std::size_t i = 0; i < answered.points.size(); i += 2) {
    const double x = answered.points[i];
    const double y = answered.points[i + 1];
    if (!std::isfinite(x) || !std::isfinite(y)) {
      return {{"reply", "answer"},
              {"status", "error"},
              {"message", "a point of the entry's path is not finite"}};
    }
    path.push_back({x, y});
  }
  if (!path.empty()) answered.line["path"] = std::move(path);
  return std::move(answered.line);
}

class Bridge {
 public:
  explicit Bridge(GppcEntry& entry) : entry_(entry), corners_(entry.takes_corners()) {}

  /// Returns the replies to a request. Throws Refusal and Json::exception for bad requests.
  std::vector<Json> replies(const Json& request) {
    const std::string kind = request.at("request");
    if (kind == "hello") return {hello()};
    if (kind == "load") {
      world_.emplace(request.at("file").get<std::string>());
      return {{{"reply", "load"}}};
    }
    if (kind == "build" && world_) return {build(request.at("method").at("options"))};
    if (kind == "change" && scratch_ && entry_.follows_changes()) return {change(request)};
    if (kind == "answer" && scratch_) return answer(request.at("queries"));
    throw Refusal("an entry of the competition cannot handle the request '" + kind + "' here");
  }

 private:
  Json hello() const {
    return {{"reply", "hello"},
            {"protocol", entry_.follows_changes() ? 2 : 1},
            {"program", std::string("GPPC ") + entry_.name()}};
  }

  void read_options(const Json& options) {
    for (const auto& [key, value] : options.items()) {
      if (key == "ends" && (value == "centres" || value == "corners")) {
        corners_ = value == "corners";
      } else if (key == "largest" && value.is_number_integer() && value > 0) {
        largest_ = value;
      } else if (key == "pinches" && value.is_boolean()) {
        pinches_ = value;
      } else {
        throw Refusal("option " + key + " = " + value.dump() +
                      ", expected ends = \"centres\" or \"corners\", largest = a number of cells, "
                      "pinches = true or false");
      }
    }
  }

  /// The reason why the entry does not support the current world. Empty if the entry supports it.
  /// O(cells) if the option `pinches` is false; otherwise O(1).
  std::string refusal() const {
    const int largest = std::min(largest_, entry_.largest_side());
    if (!world_->refusal().empty()) return world_->refusal();
    if (std::max(world_->width(), world_->height()) > largest) {
      return "the world has more than " + std::to_string(largest) + " cells a side";
    }
    if (!pinches_ && world_->has_pinch()) return "two free cells meet only at a corner";
    return "";
  }

  Json build(const Json& options) {
    try {
      read_options(options);
    } catch (const Refusal& fault) {
      return {{"reply", "build"}, {"status", "error"}, {"message", fault.what()}};
    }
    if (const std::string reason = refusal(); !reason.empty()) {
      return {{"reply", "build"}, {"status", "unsupported"}, {"message", reason}};
    }
    scratch_.emplace();
    std::filesystem::current_path(scratch_->path());
    std::filesystem::create_directory("index_data");
    const std::string file = std::string("index_data/") + entry_.name() + "-world";
    entry_.load(world_->all());
    Meter building;
    preprocess_apart(entry_, file);
    building.stop();
    const std::int64_t preprocessed = building.ns();
    entry_.prepare(file.c_str());
    building.stop();
    const std::int64_t ns = building.ns();
    Json reply{
        {"reply", "build"},
        {"status", "built"},
        {"ns", ns},
        {"bytes", scratch_->bytes()},
        {"phases", Json::array({{"preprocess", preprocessed}, {"prepare", ns - preprocessed}})}};
    building.add_usage(reply);
    return reply;
  }

  Json change(const Json& request) {
    Meter changing;
    if (!request.contains("patch"))
      throw Refusal(
          "the request contains no patch of cells; an entry supports only changes of cells");
    std::vector<std::vector<unsigned char>> kept(request["patch"].size());
    std::vector<GppcPatch> patches;
    for (const Json& patch : request["patch"]) {
      patches.push_back(world_->apply(patch, kept[patches.size()]));
    }
    refused_ = !refusal().empty();
    entry_.change(patches.data(), patches.size());
    changing.stop();
    Json reply{{"reply", "change"}, {"repaired", true}, {"ns", changing.ns()}};
    changing.add_usage(reply);
    return reply;
  }

  /// The status of a query that is not passed to the entry, such as "start_blocked". Null if the
  /// entry must answer the query.
  const char* answer_without(const std::array<double, 4>& query) const {
    const EntryEnd start = world_->judge_end(corners_, query[0], query[1]);
    const EntryEnd goal = world_->judge_end(corners_, query[2], query[3]);
    if (start == EntryEnd::kBlocked) return "start_blocked";
    if (refused_ || start == EntryEnd::kUnsupported) return "unsupported";
    if (goal == EntryEnd::kBlocked) return "goal_blocked";
    return goal == EntryEnd::kUnsupported ? "unsupported" : nullptr;
  }

  Answered answer_one(const std::array<double, 4>& query) {
    const auto [start_x, start_y, goal_x, goal_y] = query;
    Answered answered;
    answered.line["reply"] = "answer";
    if (const char* status = answer_without(query)) {
      answered.line["status"] = status;
      answered.line["ns"] = Json::object();
      return answered;
    }
    const double offset = corners_ ? 0 : 0.5;
    Meter searching;
    entry_.find(start_x - offset, start_y - offset, goal_x - offset, goal_y - offset);
    searching.stop();
    searching.add_usage(answered.line);
    // If start and goal are equal, the entry returns an empty path. If there is no path, some
    // entries return only the start.
    const bool stays = start_x == goal_x && start_y == goal_y;
    const std::size_t size = entry_.size();
    answered.line["status"] = size >= 2 || stays ? "found" : "no_path";
    answered.line["ns"] = {{"search", searching.ns()}};
    if (size < 2) {
      if (stays) answered.points = {start_x, start_y, goal_x, goal_y};
      return answered;
    }
    answered.points.resize(2 * size);
    for (std::size_t i = 0; i < size; ++i) {
      double x = 0;
      double y = 0;
      entry_.point(i, x, y);
      answered.points[2 * i] = x + offset;
      answered.points[2 * i + 1] = y + offset;
    }
    return answered;
  }

  std::vector<Json> answer(const std::vector<std::array<double, 4>>& queries) {
    std::vector<Answered> answers;
    for (const std::array<double, 4>& query : queries) answers.push_back(answer_one(query));
    std::vector<Json> lines;
    for (Answered& answered : answers) lines.push_back(finish(answered));
    return lines;
  }

  GppcEntry& entry_;
  bool corners_;
  bool pinches_ = true;
  int largest_ = std::numeric_limits<int>::max();
  bool refused_ = false;  ///< whether the entry does not support the changed world
  std::optional<EntryWorld> world_;
  std::optional<ScratchFolder> scratch_;
};

std::vector<Json> replies_to(Bridge& bridge, const std::string& line) {
  try {
    return bridge.replies(Json::parse(line));
  } catch (const Refusal& refusal) {
    return {{{"reply", "error"}, {"message", refusal.what()}}};
  } catch (const Json::exception& fault) {
    return {{{"reply", "error"}, {"message", fault.what()}}};
  }
}

}  // namespace

}  // namespace fairway

/// The function that serve_entry() calls. It redirects the entry's output to standard error.
extern "C" int fairway_gppc_serve(fairway::GppcEntry* entry) {
  FILE* const output = fdopen(fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3), "w");
  if (output == nullptr || dup2(STDERR_FILENO, STDOUT_FILENO) < 0) return 1;
  fairway::Bridge bridge(*entry);
  for (std::string line; std::getline(std::cin, line);) {
    for (const auto& reply : fairway::replies_to(bridge, line)) {
      const std::string text = reply.dump() + '\n';
      std::fwrite(text.data(), 1, text.size(), output);
    }
    if (std::fflush(output) != 0) break;
  }
  return 0;
}
