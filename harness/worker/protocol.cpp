#include "harness/worker/protocol.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "datasets/text.hpp"
#include "datasets/world.hpp"
#include "harness/points_json.hpp"

namespace fairway {

namespace {

using Json = OptionValues;

constexpr std::array<std::string_view, 5> kPlanStatusNames{"found", "no_path", "start_blocked",
                                                           "goal_blocked", "unsupported"};
constexpr std::array<std::string_view, 5> kPhaseNames{"locate", "attach", "search", "realise",
                                                      "smooth"};
constexpr std::array<std::int64_t PhaseTimes::*, 5> kPhases{
    &PhaseTimes::locate, &PhaseTimes::attach, &PhaseTimes::search, &PhaseTimes::realise,
    &PhaseTimes::smooth};

std::string begin_of(std::string_view line) {
  constexpr std::size_t kShown = 80;
  const std::string shown(line.substr(0, kShown));
  return Json(shown + (line.size() > kShown ? "..." : ""))
      .dump(-1, ' ', true, Json::error_handler_t::replace);
}

/// Deeper than what TOML may hold, whose options go into requests.
constexpr int kMaxDepth = 512;

/// Whether arrays and objects lie in each other so deep that copying them, which recurs, could
/// exhaust the stack.
bool is_nested_too_deep(std::string_view line) {
  int depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < line.size() && depth <= kMaxDepth; ++i) {
    if (in_string && line[i] == '\\') {
      ++i;
    } else if (line[i] == '"') {
      in_string = !in_string;
    } else if (!in_string && (line[i] == '[' || line[i] == '{')) {
      ++depth;
    } else if (!in_string && (line[i] == ']' || line[i] == '}')) {
      --depth;
    }
  }
  return depth > kMaxDepth;
}

/// Reads the fields of one line and knows how to complain of them.
class Fields {
 public:
  Fields(std::string_view line, const char* kind) : line_(line), kind_(kind) {
    if (is_nested_too_deep(line)) fail(fmt::format("nested deeper than {} levels", kMaxDepth));
    try {
      object_ = Json::parse(line);
    } catch (const Json::parse_error&) {
      fail("no JSON");
    } catch (const Json::out_of_range&) {
      fail("no JSON: it has a number that is too big");
    }
    if (!object_.is_object()) fail("no JSON object");
  }

  [[noreturn]] void fail(const std::string& what) const {
    throw ProtocolError(fmt::format("{} that is {}: {}", kind_, what, begin_of(line_)));
  }

  const Json* find(const char* key) const {
    const auto at = object_.find(key);
    return at == object_.end() || at->is_null() ? nullptr : &*at;
  }

  const Json& at(const char* key) const {
    const Json* value = find(key);
    if (value == nullptr) fail(fmt::format("without '{}'", key));
    return *value;
  }

  std::string text(const char* key) const {
    const Json& value = at(key);
    if (!value.is_string()) expect(key, "a string");
    return value.get<std::string>();
  }

  /// One line, safe to show.
  std::string optional_text(const char* key) const {
    return find(key) != nullptr ? escaped_controls(text(key)) : "";
  }

  bool flag(const char* key) const {
    const Json* value = find(key);
    if (value == nullptr) return false;
    if (!value->is_boolean()) expect(key, "true or false");
    return value->get<bool>();
  }

  /// A whole number of 0 or more; 0 where it is absent.
  std::int64_t count(const char* key) const {
    const Json* value = find(key);
    return value == nullptr ? 0 : count(key, *value);
  }

  std::int64_t count(const char* key, const Json& value) const {
    if (!value.is_number_integer() || value.get<std::int64_t>() < 0 ||
        (value.is_number_unsigned() && value.get<std::uint64_t>() > (1ULL << 62))) {
      expect(key, "a whole number of 0 or more");
    }
    return value.get<std::int64_t>();
  }

  /// Up to eleven days: sums of a few of them stay far below what their type holds.
  std::int64_t nanoseconds(const char* key, const Json& value) const {
    constexpr std::int64_t kMost = 1'000'000'000'000'000;
    const std::int64_t ns = count(key, value);
    if (ns > kMost) expect(key, "10^15 nanoseconds at most");
    return ns;
  }

  double number(const char* key, const Json& value) const {
    if (!value.is_number() || !std::isfinite(value.get<double>())) expect(key, "a finite number");
    return value.get<double>();
  }

  Point point(const char* key, const Json& value) const {
    if (!value.is_array() || value.size() != 2) expect(key, "points [x, y]");
    return {number(key, value[0]), number(key, value[1])};
  }

  void path(const char* key, Path& points) const {
    const Json& value = at(key);
    if (!value.is_array()) expect(key, "an array of points [x, y]");
    points.reserve(value.size());
    for (const Json& p : value) points.push_back(point(key, p));
  }

  /// Four numbers.
  std::array<double, 4> four(const char* key, const Json& value) const {
    if (!value.is_array() || value.size() != 4) expect(key, "four numbers");
    return {number(key, value[0]), number(key, value[1]), number(key, value[2]),
            number(key, value[3])};
  }

  Box box(const char* key) const {
    const auto [min_x, min_y, max_x, max_y] = four(key, at(key));
    return {{min_x, min_y}, {max_x, max_y}};
  }

  template <std::size_t n>
  std::size_t one_of(const char* key, const std::array<std::string_view, n>& names) const {
    const std::string name = text(key);
    for (std::size_t i = 0; i < n; ++i) {
      if (names[i] == name) return i;
    }
    expect(key, fmt::format("one of {}", fmt::join(names, ", ")).c_str());
  }

  [[noreturn]] void expect(const char* key, const char* expected) const {
    fail(fmt::format("wrong in '{}', expected {}", key, expected));
  }

 private:
  std::string_view line_;
  const char* kind_;
  Json object_;
};

/// A reply of one kind. Throws RequestRefused where it is a refusal.
Fields reply_fields(std::string_view line, std::string_view kind) {
  Fields fields(line, "a reply");
  const std::string reply = fields.text("reply");
  if (reply == "error") throw RequestRefused(fields.optional_text("message"));
  if (reply != kind) fields.fail(fmt::format("{}, expected '{}'", in_quotes(reply), kind));
  return fields;
}

std::string dump(const Json& object) {
  return object.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Json box_json(const Box& box) { return {box.min.x, box.min.y, box.max.x, box.max.y}; }

Method parse_method(const Fields& fields) {
  const Json& object = fields.at("method");
  if (!object.is_object()) fields.expect("method", "an object");
  const auto text = [&](const char* key) {
    const auto at = object.find(key);
    if (at == object.end() || !at->is_string()) {
      fields.expect("method", "an object with the strings 'name' and 'representation'");
    }
    return at->get<std::string>();
  };
  Method method;
  method.name = text("name");
  method.representation = text("representation");
  method.options = object.value("options", Json::object());
  const Json search = object.value("search", Json::object());
  if (!method.options.is_object() || !search.is_object()) {
    fields.expect("method", "'options' and 'search' to be objects");
  }
  try {
    method.search = with_search_values(SearchSettings{}, search);
  } catch (const OptionError& e) {
    throw ProtocolError(e.what());
  }
  return method;
}

struct RequestText {
  Json operator()(const HelloRequest& hello) const {
    return {{"request", "hello"}, {"protocol", hello.protocol}};
  }
  Json operator()(const LoadRequest& load) const {
    return {{"request", "load"}, {"file", load.file}};
  }
  Json operator()(const BuildRequest& build) const {
    const Method& method = build.method;
    Json described{{"name", method.name},
                   {"representation", method.representation},
                   {"options", method.options}};
    if (method.command.empty()) described["search"] = option_values(method.search);
    return {{"request", "build"}, {"method", std::move(described)}};
  }
  Json operator()(const AnswerRequest& answer) const {
    Json queries = Json::array();
    for (const Query& q : answer.queries) {
      queries.push_back({q.start.x, q.start.y, q.goal.x, q.goal.y});
    }
    return {{"request", "answer"}, {"queries", std::move(queries)}, {"raw", answer.raw}};
  }
  Json operator()(const DrawRequest& draw) const {
    return {{"request", "draw"},
            {"box", box_json(draw.box)},
            {"centre", {draw.centre.x, draw.centre.y}},
            {"limit", draw.limit}};
  }
};

}  // namespace

std::string to_line(const Request& request) { return dump(std::visit(RequestText{}, request)); }

Request parse_request(std::string_view line) {
  const Fields fields(line, "a request");
  const std::string kind = fields.text("request");
  if (kind == "hello") {
    const std::int64_t protocol = fields.count("protocol", fields.at("protocol"));
    if (protocol > 1'000'000) fields.expect("protocol", "a version of the protocol");
    return HelloRequest{static_cast<int>(protocol)};
  }
  if (kind == "load") return LoadRequest{fields.text("file")};
  if (kind == "build") return BuildRequest{parse_method(fields)};
  if (kind == "answer") {
    AnswerRequest request;
    request.raw = fields.flag("raw");
    const Json& queries = fields.at("queries");
    if (!queries.is_array()) fields.expect("queries", "an array of queries");
    for (const Json& query : queries) {
      const auto [start_x, start_y, goal_x, goal_y] = fields.four("queries", query);
      request.queries.push_back({{start_x, start_y}, {goal_x, goal_y}});
    }
    return request;
  }
  if (kind == "draw") {
    return DrawRequest{fields.box("box"), fields.point("centre", fields.at("centre")),
                       static_cast<std::size_t>(fields.count("limit", fields.at("limit")))};
  }
  fields.fail(fmt::format("{}, expected hello, load, build, answer or draw", in_quotes(kind)));
}

std::string to_line(const HelloReply& reply) {
  Json line{{"reply", "hello"}, {"protocol", reply.protocol}, {"program", reply.program}};
  if (reply.clock_ns) line["clock_ns"] = *reply.clock_ns;
  return dump(line);
}

std::string loaded_line() { return dump({{"reply", "load"}}); }

std::string to_line(const BuildReply& reply) {
  Json line{{"reply", "build"}, {"status", name_of(reply.status)}};
  if (reply.status != BuildStatus::kBuilt) {
    line["message"] = reply.message;
    return dump(line);
  }
  const PlannerFacts& facts = reply.facts;
  line["ns"] = facts.build_nanoseconds;
  line["bytes"] = facts.memory_bytes;
  line["vertices"] = facts.vertices;
  line["edges"] = facts.edges;
  line["coverage"] = facts.coverage;
  line["components"] = facts.components;
  line["phases"] = facts.build_phases;
  return dump(line);
}

void append_line(std::string& text, const AnswerReply& reply, bool raw) {
  if (reply.failure) {
    text += dump(
        {{"reply", "answer"}, {"status", name_of(*reply.failure)}, {"message", reply.message}});
    return;
  }
  const Answer& answer = reply.answer;
  text += fmt::format(R"({{"reply":"answer","status":"{}","expanded":{},"generated":{},"ns":{{)",
                      kPlanStatusNames[static_cast<std::size_t>(answer.status)], answer.expanded,
                      answer.generated);
  for (std::size_t i = 0; i < kPhases.size(); ++i) {
    text += fmt::format(R"({}"{}":{})", i > 0 ? "," : "", kPhaseNames[i], answer.times.*kPhases[i]);
  }
  text += '}';
  if (answer.status == PlanStatus::kFound) {
    text += R"(,"path":)";
    append_points_json(text, answer.path);
    if (raw) {
      text += R"(,"raw":)";
      append_points_json(text, answer.raw);
    }
  }
  text += "}\n";
}

std::string to_line(const DrawingRecord& drawing) {
  const Box& w = drawing.window;
  return fmt::format(
      R"({{"reply":"draw","kind":"{}","total":{},"window":[{},{},{},{}],"segments":{}}})"
      "\n",
      drawing.kind, drawing.total, w.min.x, w.min.y, w.max.x, w.max.y,
      segments_json(drawing.segments));
}

std::string refusal_line(std::string_view message) {
  return dump({{"reply", "error"}, {"message", message}});
}

HelloReply parse_hello_reply(std::string_view line) {
  const Fields fields = reply_fields(line, "hello");
  HelloReply reply;
  const std::int64_t protocol = fields.count("protocol", fields.at("protocol"));
  if (protocol != kProtocolVersion) {
    fields.fail(fmt::format("of protocol {}, expected {}", protocol, kProtocolVersion));
  }
  reply.program = fields.optional_text("program");
  if (const Json* clock = fields.find("clock_ns")) {
    reply.clock_ns = fields.number("clock_ns", *clock);
    if (*reply.clock_ns < 0) fields.expect("clock_ns", "0 or more");
  }
  return reply;
}

void parse_load_reply(std::string_view line) { reply_fields(line, "load"); }

BuildReply parse_build_reply(std::string_view line) {
  const Fields fields = reply_fields(line, "build");
  constexpr std::array<std::string_view, 4> kNames{"built", "unsupported", "out_of_memory",
                                                   "error"};
  constexpr std::array<BuildStatus, 4> kStatuses{BuildStatus::kBuilt, BuildStatus::kUnsupported,
                                                 BuildStatus::kOutOfMemory, BuildStatus::kError};
  BuildReply reply;
  reply.status = kStatuses[fields.one_of("status", kNames)];
  if (reply.status != BuildStatus::kBuilt) {
    reply.message = fields.optional_text("message");
    return reply;
  }
  PlannerFacts& facts = reply.facts;
  facts.build_nanoseconds = fields.nanoseconds("ns", fields.at("ns"));
  facts.memory_bytes = static_cast<std::size_t>(fields.count("bytes"));
  facts.vertices = static_cast<std::size_t>(fields.count("vertices"));
  facts.edges = static_cast<std::size_t>(fields.count("edges"));
  if (const Json* coverage = fields.find("coverage")) {
    facts.coverage = fields.number("coverage", *coverage);
    if (facts.coverage < 0 || facts.coverage > 1 + 1e-9) fields.expect("coverage", "0 to 1");
  }
  const std::int64_t components = fields.count("components");
  if (!std::in_range<int>(components)) fields.expect("components", "a smaller number");
  facts.components = static_cast<int>(components);
  if (const Json* phases = fields.find("phases")) {
    if (!phases->is_array()) fields.expect("phases", "an array of [name, ns]");
    for (const Json& phase : *phases) {
      if (!phase.is_array() || phase.size() != 2 || !phase[0].is_string()) {
        fields.expect("phases", "an array of [name, ns]");
      }
      facts.build_phases.emplace_back(phase[0].get<std::string>(),
                                      fields.nanoseconds("phases", phase[1]));
    }
  }
  return reply;
}

void parse_answer_reply(std::string_view line, AnswerReply& reply) {
  const Fields fields = reply_fields(line, "answer");
  constexpr std::array<std::string_view, 7> kNames{
      "found", "no_path", "start_blocked", "goal_blocked", "unsupported", "error", "out_of_memory"};
  const std::size_t status = fields.one_of("status", kNames);
  reply.message = fields.optional_text("message");
  reply.failure.reset();
  Answer& answer = reply.answer;
  answer.raw.clear();
  answer.path.clear();
  answer.times = {};
  if (status >= kPlanStatusNames.size()) {
    reply.failure = kNames[status] == "error" ? Status::kError : Status::kOutOfMemory;
    return;
  }
  answer.status = static_cast<PlanStatus>(status);
  answer.expanded = static_cast<std::uint64_t>(fields.count("expanded"));
  answer.generated = static_cast<std::uint64_t>(fields.count("generated"));
  const Json& ns = fields.at("ns");
  if (!ns.is_object()) fields.expect("ns", "an object of nanoseconds a phase");
  for (const auto& [phase, time] : ns.items()) {
    const auto known = std::find(kPhaseNames.begin(), kPhaseNames.end(), phase);
    if (known == kPhaseNames.end()) {
      fields.expect("ns", fmt::format("of {}", fmt::join(kPhaseNames, ", ")).c_str());
    }
    answer.times.*kPhases[static_cast<std::size_t>(known - kPhaseNames.begin())] =
        fields.nanoseconds("ns", time);
  }
  if (answer.status == PlanStatus::kFound) {
    fields.path("path", answer.path);
    if (fields.find("raw") != nullptr) {
      fields.path("raw", answer.raw);
    } else {
      answer.raw = answer.path;
    }
  }
}

DrawingRecord parse_draw_reply(std::string_view line) {
  const Fields fields = reply_fields(line, "draw");
  constexpr std::array<std::string_view, 2> kKinds{"cells", "edges"};
  DrawingRecord drawing;
  drawing.kind = kKinds[fields.one_of("kind", kKinds)];
  drawing.total = static_cast<std::size_t>(fields.count("total"));
  drawing.window = fields.box("window");
  const Json& segments = fields.at("segments");
  if (!segments.is_array()) fields.expect("segments", "an array of [x1, y1, x2, y2]");
  for (const Json& segment : segments) {
    const auto [ax, ay, bx, by] = fields.four("segments", segment);
    drawing.segments.push_back({{ax, ay}, {bx, by}});
  }
  return drawing;
}

}  // namespace fairway
