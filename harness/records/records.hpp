#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "algorithms/geometry/point.hpp"
#include "algorithms/methods/planner.hpp"
#include "harness/records/path_hash.hpp"

namespace fairway {

// The rows of a result store; results/README.md describes them. Records of the worker protocol, and
// records with many columns, have a function describe(). It passes the name and value of each field
// to a visitor. The worker protocol and the store use describe(), so that the fields are listed
// only once.

/// The result of the reference for a query.
enum class Truth : std::uint8_t { kReachable, kUnreachable, kStartBlocked, kGoalBlocked };
inline constexpr std::array<std::string_view, 4> kTruthNames{"reachable", "unreachable",
                                                             "start_blocked", "goal_blocked"};

/// The outcome of a query with a method, or of a build. A build has the status kBuilt or a status
/// from kUnsupported to kError.
enum class Status : std::uint8_t {
  kFound,
  kUnreachable,
  kStartBlocked,
  kGoalBlocked,
  kMissed,
  kInvalidPath,
  kUnsupported,
  kTimeout,
  kOutOfMemory,
  kCrashed,
  kError,
  kBuilt,
};
inline constexpr std::array<std::string_view, 12> kStatusNames{
    "found",       "unreachable", "start_blocked", "goal_blocked", "missed", "invalid_path",
    "unsupported", "timeout",     "out_of_memory", "crashed",      "error",  "built"};

/// The fault of an illegal path.
enum class Fault : std::uint8_t {
  kEnds,   ///< the path does not lead from the start to the goal
  kWalls,  ///< the path leaves free space or squeezes through a pinch
  kEndsAndWalls,
};
inline constexpr std::array<std::string_view, 3> kFaultNames{"ends", "walls", "ends and walls"};

inline std::string_view name_of(Truth truth) {
  return kTruthNames[static_cast<std::size_t>(truth)];
}
inline std::string_view name_of(Status status) {
  return kStatusNames[static_cast<std::size_t>(status)];
}
inline std::string_view name_of(Fault fault) {
  return kFaultNames[static_cast<std::size_t>(fault)];
}

inline constexpr std::array<std::string_view, 5> kPlanStatusNames{
    "found", "no_path", "start_blocked", "goal_blocked", "unsupported"};

/// Visits the phases of a query. phase_name() converts the name of a column to the name of its
/// phase: "locate_ns" to "locate".
inline void describe_phases(auto& times, auto visit) {
  visit("locate_ns", times.locate);
  visit("attach_ns", times.attach);
  visit("search_ns", times.search);
  visit("realise_ns", times.realise);
  visit("smooth_ns", times.smooth);
}
constexpr std::string_view phase_name(std::string_view column) {
  return column.substr(0, column.size() - std::string_view("_ns").size());
}

struct RunRecord {
  std::string sweep;
  std::uint64_t seed = 0;
  int queries = 0;
  int repetitions = 0;
  int builds = 1;
  int timeout_ms = 0;
  int build_timeout_ms = 0;
  int memory_mb = 0;
  int jobs = 1;       ///< maximum number of maps measured at the same time
  std::string shard;  ///< shard of the sweep, such as "2/4"; empty for the whole sweep
  std::string plan;
};

struct WorldRecord {
  std::string name;
  std::string map;  ///< name of the map: `name` without the radius
  double radius = 0;
  bool terrain = false;
  std::string_view optimum_by;  ///< name of the reference: "exact" or "grid"
  std::string family;
  std::string file;  ///< map file; relative if it is below the working folder
  std::string sha256;
  std::string read;  ///< options of the map reader, as MapOptions::text()
  std::string unit;  ///< unit of length; empty if unknown
  std::string content_hash;
  std::size_t vertices = 0;
  int holes = 0;
  int components = 0;
  double area = 0;
  Box box;
  bool y_down = false;  ///< whether the y axis points down, as in grid files
  std::int64_t free_space_ns = 0;
  std::size_t free_space_bytes = 0;
  std::int64_t exact_solver_ns = 0;
  int witnessed = 0;                    ///< number of optima that the witness confirmed
  std::optional<std::int64_t> sampled;  ///< number of pairs of ends sampled for this map's queries
  /// Number of sampled pairs that were rejected: at some agent radius, an end is blocked or a
  /// reachable query has no path.
  std::optional<std::int64_t> rejected;
};

struct QueryRecord {
  std::int64_t id = 0;  ///< id in the result store, which sets it
  bool generated = false;
  int number = 0;
  Query query;
  Truth truth = Truth::kReachable;
  std::optional<double> optimum;
  std::optional<double> octile;
  std::optional<int> drawn;  ///< rank among the queries chosen for pictures
  int bursts = 0;            ///< number of bursts before the query, in a changing world
};

/// A burst of changes of a world.
struct BurstRecord {
  int number = 0;           ///< number of the burst, counted from 1
  std::int64_t points = 0;  ///< number of vertices of the obstacles that disappear and appear
  /// Area of the changed obstacles in square map units. In a world of cells, this is the number of
  /// changed cells.
  double area = 0;
  std::string content_hash;  ///< hash of the world after the burst
  /// Walls that disappear (`gone`) and appear (`come`), as packed segments. They are walls of the
  /// map before erosion.
  std::string gone, come;
};

/// The queries for which the result store keeps the paths: all, the queries with a rank
/// QueryRecord::drawn, or none.
enum class PathsKept : std::uint8_t { kAll, kDrawn, kNone };
inline constexpr std::array<std::string_view, 3> kPathsKeptNames{"all", "drawn", "none"};

inline bool keeps_paths(PathsKept kept, const QueryRecord& query) {
  return kept == PathsKept::kAll || (kept == PathsKept::kDrawn && query.drawn.has_value());
}

/// Resources that a process used. A value is absent if the worker does not report it.
struct Usage {
  std::optional<std::int64_t> cpu_ns = {};    ///< CPU time of all threads
  std::optional<std::int64_t> switches = {};  ///< number of involuntary context switches
  std::optional<std::int64_t> faults = {};    ///< number of page faults

  static void describe(auto& self, auto visit) {
    visit("cpu_ns", self.cpu_ns);
    visit("switches", self.switches);
    visit("faults", self.faults);
  }
};

/// One of the repeated builds of a method on a world.
struct BuildRun {
  std::int64_t ns = 0;
  Usage usage;

  static void describe(auto& self, auto visit) {
    visit("ns", self.ns);
    Usage::describe(self.usage, visit);
  }
};

/// A part of the free space (SpacePart) that a method uses, such as the triangulation.
struct PartRecord {
  std::string name;  ///< name of the part, without spaces
  std::int64_t build_ns = 0;
  std::int64_t bytes = 0;
};

inline std::string joined_names(const std::vector<PartRecord>& parts) {
  std::string names;
  for (const PartRecord& part : parts) names += (names.empty() ? "" : " ") + part.name;
  return names;
}

/// The report of a worker on a build. Fields that the worker does not report are absent.
struct BuildFacts {
  std::int64_t ns = 0;
  std::vector<std::pair<std::string, std::int64_t>> phases;  ///< phases and their nanoseconds
  std::optional<std::int64_t> bytes;
  std::optional<std::int64_t> vertices;
  std::optional<std::int64_t> edges;
  std::optional<double> coverage;
  std::optional<std::int64_t> components;

  /// Visits the fields that a reply may omit.
  static void describe(auto& self, auto visit) {
    visit("bytes", self.bytes);
    visit("vertices", self.vertices);
    visit("edges", self.edges);
    visit("coverage", self.coverage);
    visit("components", self.components);
  }
};

struct BuildRecord {
  Status status = Status::kBuilt;
  std::string message;
  BuildFacts facts;
  std::vector<BuildRun> runs;     ///< all builds; queries use the index of the first build
  std::vector<PartRecord> parts;  ///< parts of the free space that the method declares
  std::string program;            ///< name and version of the measured program, as reported
  std::string sandbox;            ///< name of the worker's sandbox; empty without a sandbox
  std::optional<std::int64_t>
      resident_before;  ///< resident bytes of the process after loading the world
  std::optional<std::int64_t> resident_after;
  std::optional<std::int64_t> peak_resident;  ///< peak of the resident bytes during the build
  std::optional<std::int64_t> scratch_bytes;  ///< largest reported scratch memory, in bytes
  int failures = 0;                           ///< number of times that the process failed
  std::optional<double> clock_ns;             ///< time of one clock reading in the process
  std::int64_t waited_ns = 0;  ///< time that the harness waited for the timed batches

  static void describe(auto& self, auto visit) {
    visit("status", self.status);
    visit("message", self.message);
    visit("program", self.program);
    visit("sandbox", self.sandbox);
    visit("ns", self.runs.empty() ? std::nullopt : std::optional(self.facts.ns));
    visit("parts", joined_names(self.parts));
    BuildFacts::describe(self.facts, visit);
    visit("resident_before", self.resident_before);
    visit("resident_after", self.resident_after);
    visit("peak_resident", self.peak_resident);
    visit("scratch_bytes", self.scratch_bytes);
    visit("failures", self.failures);
    visit("clock_ns", self.clock_ns);
    visit("waited_ns", self.waited_ns);
  }
};

/// The conditions under which a run measured the methods of a world: core, load, and time of each
/// activity.
struct MeasurementRecord {
  std::string started;
  std::optional<int> core;
  std::optional<double> load_before;  ///< average number of runnable tasks in the last minute
  std::optional<double> load_after;
  std::optional<double> mhz_before;  ///< frequency of the core in MHz
  std::optional<double> mhz_after;
  std::optional<double> others;  ///< mean number of cores kept busy by other processes
  std::vector<std::pair<std::string, std::int64_t>> expenses;  ///< activities and their nanoseconds
};

/// One timed repetition of a query.
struct TimingRecord {
  PhaseTimes phases;
  Usage usage;
  int repeated = 0;  ///< number of interrupted measurements that this measurement replaces

  static void describe(auto& self, auto visit) {
    describe_phases(self.phases, visit);
    Usage::describe(self.usage, visit);
    visit("repeated", self.repeated);
  }
};

struct AnswerRecord {
  Status status = Status::kError;
  std::string message;
  std::optional<Fault> fault;
  std::optional<std::size_t> fault_segment;  ///< first illegal segment of the returned path
  bool outdated = false;  ///< whether the illegal path was legal before the last burst
  std::optional<double> end_offset;
  std::optional<double> raw_length;
  std::optional<double> length;
  std::optional<double> cost;
  std::optional<double> gap;
  std::optional<double> corridor_gap;
  std::optional<double> slack;
  std::optional<std::int64_t> raw_points;
  std::optional<std::int64_t> points;
  std::optional<double> turning;
  std::optional<double> clearance;
  std::optional<std::uint64_t> expanded;
  std::optional<std::uint64_t> generated;
  std::optional<std::uint64_t> path_hash;   ///< hash of the returned path, if any
  std::optional<std::int64_t> reported_ns;  ///< query time stated in a recorded answer
  std::vector<Improvement> improvements;    ///< reported improvements of the judged path
  std::vector<TimingRecord> times;          ///< one timing per repetition

  static void describe(auto& self, auto visit) {
    visit("status", self.status);
    visit("message", self.message);
    visit("fault", self.fault);
    visit("fault_segment", self.fault_segment);
    visit("outdated", self.outdated);
    visit("end_offset", self.end_offset);
    visit("raw_length", self.raw_length);
    visit("length", self.length);
    visit("cost", self.cost);
    visit("gap", self.gap);
    visit("corridor_gap", self.corridor_gap);
    visit("slack", self.slack);
    visit("raw_points", self.raw_points);
    visit("points", self.points);
    visit("turning", self.turning);
    visit("clearance", self.clearance);
    visit("expanded", self.expanded);
    visit("generated", self.generated);
    visit("path_hash", hash_text(self.path_hash));
    visit("reported_ns", self.reported_ns);
  }
};

/// A stored path.
struct PathRecord {
  std::size_t query = 0;  ///< index among the queries of the world
  std::string_view kind;  ///< "raw", "smoothed" or "optimum"
  std::string points;     ///< coordinates as packed_points()
};

struct Segment {
  Point a;
  Point b;
};

/// The picture of a representation.
struct DrawingRecord {
  std::string_view kind;  ///< "cells" or "edges"
  std::vector<Segment> segments;
  std::size_t total = 0;
  Box window;
  std::string packed =
      {};  ///< packed segments, if the worker sent them packed; `segments` is then empty
};

/// The picture of a representation, as the store keeps it.
struct KeptDrawing {
  std::string_view kind;
  std::string segments;  ///< coordinates as packed_segments()
  std::size_t total = 0;
  Box window;
};

/// The report of a worker that applied a burst: the costs of the update of the index.
struct FollowCosts {
  bool repaired = false;      ///< whether the index was repaired, not rebuilt
  std::int64_t ns = 0;        ///< total time
  std::int64_t space_ns = 0;  ///< part of `ns` spent on the free space
  Usage usage;
  std::optional<std::int64_t> bytes;  ///< bytes of the index after the burst, if requested
  std::optional<std::int64_t> vertices;
  std::optional<std::int64_t> edges;

  static void describe(auto& self, auto visit) {
    visit("repaired", self.repaired);
    visit("ns", self.ns);
    visit("space_ns", self.space_ns);
    Usage::describe(self.usage, visit);
    visit("bytes", self.bytes);
    visit("vertices", self.vertices);
    visit("edges", self.edges);
  }
};

/// The costs of one burst for one method.
struct FollowRecord {
  int burst = 0;  ///< number of the burst
  FollowCosts costs;
  std::int64_t erosion_ns = 0;  ///< part of costs.ns spent on erosion
  /// Time from the burst to the first answer. No value if this answer is wrong or missing.
  std::optional<std::int64_t> first_answer_ns;

  static void describe(auto& self, auto visit) {
    visit("number", self.burst);
    FollowCosts::describe(self.costs, visit);
    visit("erosion_ns", self.erosion_ns);
    visit("first_answer_ns", self.first_answer_ns);
  }
};

/// All results of one method on one world. answers[i] belongs to query i of the world.
struct TrialRecord {
  BuildRecord build;
  std::vector<AnswerRecord> answers;
  std::vector<PathRecord> paths;
  std::optional<KeptDrawing> drawing;
  std::vector<FollowRecord>
      follows;  ///< one entry for each burst that the method applied without a failure
};

}  // namespace fairway
