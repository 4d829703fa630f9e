#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <utility>

#include "datasets/text.hpp"
#include "harness/records/packed_numbers.hpp"
#include "harness/records/path_hash.hpp"
#include "harness/records/points_json.hpp"
#include "harness/worker/line_records.hpp"
#include "harness/worker/protocol.hpp"

namespace fairway {

namespace {

using Json = LineFields::Json;

std::string phase_names() {
  std::string names;
  const PhaseTimes any;
  describe_phases(any, [&](const char* column, std::int64_t) {
    names += fmt::format("{}{}", names.empty() ? "" : ", ", phase_name(column));
  });
  return names;
}

template <std::size_t n>
Status status_in(const LineFields& fields, const std::array<Status, n>& expected) {
  std::array<std::string_view, n> names;
  std::ranges::transform(expected, names.begin(), [](Status status) { return name_of(status); });
  return expected[fields.one_of("status", names)];
}

std::vector<PartRecord> parse_parts(const LineFields& fields) {
  std::vector<PartRecord> parts;
  const Json* given = fields.find("parts");
  if (given == nullptr) return parts;
  const auto check = [&](bool holds) {
    if (!holds) fields.expect("parts", "an array of [name without spaces, ns, bytes]");
  };
  check(given->is_array());
  for (const Json& part : *given) {
    check(part.is_array() && part.size() == 3 && part[0].is_string());
    const std::string name = fields.name("parts", part[0]);
    check(name.find(' ') == std::string::npos);
    parts.push_back({name, fields.count("parts", part[1]), fields.count("parts", part[2])});
  }
  return parts;
}

std::uint64_t parse_hash(const LineFields& fields) {
  const std::string text = fields.text("path_hash");
  std::uint64_t hash = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), hash, 16);
  if (text.size() != 16 || error != std::errc() || end != text.data() + text.size()) {
    fields.expect("path_hash", "16 hexadecimal digits");
  }
  return hash;
}

/// Reads the improvements of a found path. Precondition: `answer` has its points and times.
void parse_improvements(const LineFields& fields, Answer& answer) {
  const Json* given = fields.find("improved");
  if (given == nullptr) return;
  const auto check = [&](bool holds, const std::string& expected) {
    if (!holds) fields.expect("improved", expected.c_str());
  };
  check(given->is_array(), "an array of [ns, length]");
  check(given->size() <= kMostImprovements, fmt::format("at most {} pairs", kMostImprovements));
  for (const Json& pair : *given) {
    check(pair.is_array() && pair.size() == 2, "an array of [ns, length]");
    const Improvement next{fields.count("improved", pair[0]), fields.number("improved", pair[1])};
    if (!answer.improvements.empty()) {
      check(next.ns > answer.improvements.back().ns, "ascending nanoseconds");
      check(next.length < answer.improvements.back().length, "descending lengths");
    }
    answer.improvements.push_back(next);
  }
  if (answer.improvements.empty()) return;
  const auto [ns, last] = answer.improvements.back();
  check(ns <= answer.times.total(), "at most the sum of 'ns'");
  const double whole = length(answer.path);
  check(std::abs(last - whole) <= kLengthRounding * whole,
        fmt::format("a last length of {}, the length of the path", whole));
}

/// The fields of a reply of one kind. Throws RequestRefused if the line is a refusal.
LineFields reply_fields(std::string_view line, std::string_view kind) {
  LineFields fields(line, "reply");
  const std::string reply = fields.text("reply");
  if (reply == "error") throw RequestRefused(fields.optional_text("message"));
  if (reply != kind) fields.fail(fmt::format("{}, expected '{}'", in_quotes(reply), kind));
  return fields;
}

}  // namespace

std::string to_line(const HelloReply& reply) {
  Json line{{"reply", "hello"}, {"protocol", reply.protocol}, {"program", reply.program}};
  if (reply.clock_ns) line["clock_ns"] = *reply.clock_ns;
  return dump(line);
}

std::string loaded_line() { return dump({{"reply", "load"}}); }

std::string to_line(const BuildReply& reply) {
  Json line{{"reply", "build"}, {"status", name_of(reply.status)}};
  if (reply.status != Status::kBuilt) {
    line["message"] = reply.message;
    return dump(line);
  }
  const BuildFacts& facts = reply.facts;
  line["ns"] = facts.ns;
  add_fields(line, facts);
  line["phases"] = facts.phases;
  add_fields(line, reply.usage);
  for (const PartRecord& part : reply.parts) {
    line["parts"].push_back({part.name, part.build_ns, part.bytes});
  }
  if (reply.varies) line["varies"] = true;
  return dump(line);
}

std::string to_line(const FollowCosts& costs) {
  Json line{{"reply", "change"}};
  add_fields(line, costs);
  return dump(line);
}

void append_line(std::string& text, const AnswerReply& reply, bool raw, bool hash) {
  if (reply.failure) {
    text += dump(
        {{"reply", "answer"}, {"status", name_of(*reply.failure)}, {"message", reply.message}});
    return;
  }
  const Answer& answer = reply.answer;
  text += fmt::format(R"({{"reply":"answer","status":"{}","expanded":{},"generated":{},"ns":{{)",
                      kPlanStatusNames[static_cast<std::size_t>(answer.status)], answer.expanded,
                      answer.generated);
  const char* comma = "";
  describe_phases(answer.times, [&](const char* column, std::int64_t ns) {
    text += fmt::format(R"({}"{}":{})", std::exchange(comma, ","), phase_name(column), ns);
  });
  text += '}';
  Usage::describe(reply.usage, [&](const char* name, const auto& value) {
    if (value) text += fmt::format(R"(,"{}":{})", name, *value);
  });
  if (reply.scratch_bytes) text += fmt::format(R"(,"scratch_bytes":{})", *reply.scratch_bytes);
  if (answer.status == PlanStatus::kFound && hash) {
    text += fmt::format(R"(,"path_hash":"{:016x}")", path_hash(answer.path));
  } else if (answer.status == PlanStatus::kFound) {
    text += R"(,"path":)";
    append_points_json(text, answer.path);
    if (raw && !same_bits(answer.raw, answer.path)) {
      text += R"(,"raw":)";
      append_points_json(text, answer.raw);
    }
    for (std::size_t i = 0; i < answer.improvements.size(); ++i) {
      const auto [ns, length] = answer.improvements[i];
      text += fmt::format("{}[{},{}]", i > 0 ? "," : R"(,"improved":[)", ns, length);
    }
    if (!answer.improvements.empty()) text += ']';
  }
  text += "}\n";
}

std::string to_line(const DrawingRecord& drawing, bool packed) {
  std::string segments;
  if (!drawing.packed.empty()) {
    segments = '"' + base64(drawing.packed) + '"';
  } else if (packed) {
    segments = '"' + base64(packed_segments(drawing.segments)) + '"';
  } else {
    segments = segments_json(drawing.segments);
  }
  return fmt::format(R"({{"reply":"draw","kind":"{}","total":{},"window":{},"segments":{}}})"
                     "\n",
                     drawing.kind, drawing.total, box_json(drawing.window).dump(), segments);
}

std::string to_line(const Findings& findings) {
  Json checks = Json::object();
  for (const PromiseInfo& info : promises()) {
    if (findings.checked(info.promise) > 0) checks[info.name] = findings.checked(info.promise);
  }
  Json breaches = Json::array();
  for (const Breach& breach : findings.breaches()) {
    Json& line = breaches.emplace_back(
        Json{{"promise", info_of(breach.promise).name}, {"message", breach.message}});
    if (breach.query) line["query"] = *breach.query;
    Json path = Json::array();
    for (const Point p : breach.path) path.push_back({p.x, p.y});
    line["path"] = std::move(path);
  }
  return dump({{"reply", "inspect"}, {"checks", checks}, {"breaches", breaches}});
}

std::string forked_line(std::int64_t process) {
  return dump({{"reply", "fork"}, {"process", process}});
}

std::string refusal_line(std::string_view message) {
  return dump({{"reply", "error"}, {"message", message}});
}

HelloReply parse_hello_reply(std::string_view line) {
  const LineFields fields = reply_fields(line, "hello");
  HelloReply reply;
  const std::int64_t protocol = fields.count("protocol", fields.at("protocol"));
  if (protocol < kOldestProtocolVersion || protocol > kProtocolVersion) {
    fields.fail(fmt::format("protocol {}, expected {} to {}", protocol, kOldestProtocolVersion,
                            kProtocolVersion));
  }
  reply.protocol = static_cast<int>(protocol);
  reply.program = fields.optional_text("program");
  if (const Json* clock = fields.find("clock_ns")) {
    reply.clock_ns = fields.number("clock_ns", *clock);
    constexpr double kSecond = 1e9;
    if (!(*reply.clock_ns >= 0 && *reply.clock_ns <= kSecond)) {
      fields.expect("clock_ns", "0 to 10^9");
    }
  }
  return reply;
}

void parse_load_reply(std::string_view line) { reply_fields(line, "load"); }

BuildReply parse_build_reply(std::string_view line) {
  const LineFields fields = reply_fields(line, "build");
  constexpr std::array kExpected{Status::kBuilt, Status::kUnsupported, Status::kTimeout,
                                 Status::kOutOfMemory, Status::kError};
  BuildReply reply;
  reply.status = status_in(fields, kExpected);
  if (reply.status != Status::kBuilt) {
    reply.message = fields.optional_text("message");
    return reply;
  }
  BuildFacts& facts = reply.facts;
  facts.ns = fields.count("ns", fields.at("ns"));
  read_fields(fields, facts);
  if (facts.coverage && (*facts.coverage < 0 || *facts.coverage > 1 + 1e-9)) {
    fields.expect("coverage", "0 to 1");
  }
  if (const Json* phases = fields.find("phases")) {
    if (!phases->is_array()) fields.expect("phases", "an array of [name, ns]");
    std::int64_t left = facts.ns;
    for (const Json& phase : *phases) {
      if (!phase.is_array() || phase.size() != 2) fields.expect("phases", "an array of [name, ns]");
      facts.phases.emplace_back(fields.name("phases", phase[0]), fields.count("phases", phase[1]));
      left -= facts.phases.back().second;
      if (left < 0) fields.expect("phases", "a sum of at most 'ns'");
    }
  }
  read_fields(fields, reply.usage);
  reply.parts = parse_parts(fields);
  reply.varies = fields.flag("varies");
  return reply;
}

FollowCosts parse_change_reply(std::string_view line) {
  const LineFields fields = reply_fields(line, "change");
  fields.at("ns");
  FollowCosts costs;
  read_fields(fields, costs);
  if (costs.space_ns > costs.ns) fields.expect("space_ns", "at most 'ns'");
  return costs;
}

void parse_answer_reply(std::string_view line, AnswerReply& reply, bool hash) {
  const LineFields fields = reply_fields(line, "answer");
  constexpr std::array<std::string_view, 7> kNames{
      "found", "no_path", "start_blocked", "goal_blocked", "unsupported", "error", "out_of_memory"};
  const std::size_t status = fields.one_of("status", kNames);
  reply.message = fields.optional_text("message");
  reply.failure.reset();
  Answer& answer = reply.answer;
  answer.raw.clear();
  answer.path.clear();
  answer.times = {};
  answer.improvements.clear();
  reply.path_hash.reset();
  reply.usage = {};
  read_fields(fields, reply.usage);
  reply.scratch_bytes.reset();
  if (const Json* given = fields.find("scratch_bytes")) {
    reply.scratch_bytes = fields.count("scratch_bytes", *given);
  }
  if (status >= kPlanStatusNames.size()) {
    reply.failure = kNames[status] == "error" ? Status::kError : Status::kOutOfMemory;
    return;
  }
  answer.status = static_cast<PlanStatus>(status);
  answer.expanded = static_cast<std::uint64_t>(fields.count("expanded"));
  answer.generated = static_cast<std::uint64_t>(fields.count("generated"));
  const Json& ns = fields.at("ns");
  if (!ns.is_object()) fields.expect("ns", "an object of nanoseconds per phase");
  for (const auto& entry : ns.items()) {
    bool known = false;
    describe_phases(answer.times, [&](const char* column, std::int64_t& value) {
      if (entry.key() != phase_name(column)) return;
      value = fields.count("ns", entry.value());
      known = true;
    });
    if (!known) fields.expect("ns", ("of " + phase_names()).c_str());
  }
  if (answer.status == PlanStatus::kFound && hash && fields.find("path_hash") != nullptr) {
    reply.path_hash = parse_hash(fields);
  } else if (answer.status == PlanStatus::kFound) {
    fields.points("path", fields.at("path"), answer.path);
    if (fields.find("raw") != nullptr) {
      fields.points("raw", fields.at("raw"), answer.raw);
    } else {
      answer.raw = answer.path;
    }
    parse_improvements(fields, answer);
  }
}

Findings parse_inspect_reply(std::string_view line) {
  const LineFields fields = reply_fields(line, "inspect");
  const auto promise_in = [&](const char* key, const Json& name) {
    const auto promise =
        name.is_string() ? promise_named(name.get_ref<const std::string&>()) : std::nullopt;
    if (!promise) fields.expect(key, "names of promises");
    return *promise;
  };
  Findings findings;
  const Json& checks = fields.at("checks");
  if (!checks.is_object()) fields.expect("checks", "an object of counts");
  for (const auto& [name, count] : checks.items()) {
    findings.note(promise_in("checks", name),
                  static_cast<std::size_t>(fields.count("checks", count)));
  }
  const Json& breaches = fields.at("breaches");
  if (!breaches.is_array()) fields.expect("breaches", "an array of objects");
  for (const Json& given : breaches) {
    if (!given.is_object() || !given.contains("promise") || !given.contains("message") ||
        !given["message"].is_string()) {
      fields.expect("breaches", "objects with 'promise' and 'message'");
    }
    Breach breach{promise_in("breaches", given["promise"]),
                  escaped_controls(given["message"].get_ref<const std::string&>()), std::nullopt};
    if (given.contains("query")) {
      breach.query = static_cast<std::size_t>(fields.count("breaches", given["query"]));
    }
    if (given.contains("path")) fields.points("breaches", given["path"], breach.path);
    findings.add(std::move(breach));
  }
  return findings;
}

DrawingRecord parse_draw_reply(std::string_view line) {
  const LineFields fields = reply_fields(line, "draw");
  constexpr std::array<std::string_view, 2> kKinds{"cells", "edges"};
  DrawingRecord drawing;
  drawing.kind = kKinds[fields.one_of("kind", kKinds)];
  drawing.total = static_cast<std::size_t>(fields.count("total"));
  drawing.window = fields.box("window");
  const Json& segments = fields.at("segments");
  if (segments.is_string()) {
    try {
      drawing.packed = from_base64(segments.get_ref<const std::string&>());
      check_packed_segments(drawing.packed);
    } catch (const std::runtime_error& e) {
      fields.fail(fmt::format("'segments': {}", e.what()));
    }
    return drawing;
  }
  if (!segments.is_array())
    fields.expect("segments", "an array of [x1, y1, x2, y2], or packed segments");
  for (const Json& segment : segments) {
    const auto [ax, ay, bx, by] = fields.four("segments", segment);
    drawing.segments.push_back({{ax, ay}, {bx, by}});
  }
  return drawing;
}

std::int64_t parse_fork_reply(std::string_view line) {
  const LineFields fields = reply_fields(line, "fork");
  return fields.count("process", fields.at("process"));
}

}  // namespace fairway
