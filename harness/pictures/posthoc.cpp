#include "harness/pictures/posthoc.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string_view>
#include <unordered_set>

namespace fairway {

namespace {

using Json = nlohmann::ordered_json;

struct Look {
  std::string_view type;
  std::string_view fill;
  /// The type of event that hides this event. The hiding event comes later at the same node. The
  /// value is false if no event hides this event.
  Json clear;
};

/// The types of events and their colours. Later entries are painted over earlier ones. path_svg()
/// uses the same colours.
const std::array<Look, 7>& looks() {
  static const std::array<Look, 7> kLooks{{{"generating", "#e69f00", false},
                                           {"updating", "#e69f00", false},
                                           {"expanding", "#d55e00", "closing"},
                                           {"closing", "#56b4e9", false},
                                           {"source", "#009e73", false},
                                           {"destination", "#cc79a7", false},
                                           {"end", "#cc79a7", false}}};
  return kLooks;
}

std::string expression(std::string_view text) { return fmt::format("${{{{ {} }}}}", text); }

/// The components that draw an event: a disc and a line from its parent.
Json views(bool y_down, double unit) {
  const auto at = [&](std::string_view node) {
    return Json{{"x", expression(fmt::format("{}.x", node))},
                {"y", expression(fmt::format("{}{}.y", y_down ? "" : "-", node))}};
  };
  Json components = Json::array();
  components.push_back({{"$", "path"},
                        {"$if", expression("!!parent")},
                        {"points", {at("parent"), at("$")}},
                        {"fill", "#999999"},
                        {"lineWidth", unit / 5},
                        {"clear", false}});
  for (const Look& look : looks()) {
    Json disc{{"$", "circle"}, {"$if", expression(fmt::format("$.type == '{}'", look.type))}};
    disc.update(at("$"));
    disc.update({{"radius", unit / 2}, {"fill", look.fill}, {"clear", look.clear}});
    components.push_back(disc);
  }
  return {{"main", components}};
}

std::string name_of_node(std::int32_t node) {
  if (node == kStartNode) return "\"start\"";
  return node == kGoalNode ? "\"goal\"" : std::to_string(node);
}

std::string number(double value) {
  return std::isfinite(value) ? fmt::format("{}", value) : "null";
}

/// Writes events, one per line.
class EventWriter {
 public:
  explicit EventWriter(std::string& text) : text_(text) {}

  void end_of_query(std::string_view type, std::int32_t node, Point at) {
    begin(type, node);
    fmt::format_to(std::back_inserter(text_), ",\"x\":{},\"y\":{}}}", at.x, at.y);
  }

  void step(const TraceStep& step) {
    switch (step.kind) {
      case TraceStep::Kind::kReached:
        return step_of(reached_.insert(step.node).second ? "generating" : "updating", step);
      case TraceStep::Kind::kExpanded:
        return step_of("expanding", step);
      case TraceStep::Kind::kClosed:
        return step_of("closing", step);
    }
  }

  void step_of(std::string_view type, const TraceStep& step) {
    begin(type, step.node);
    fmt::format_to(std::back_inserter(text_),
                   ",\"pId\":{},\"f\":{},\"g\":{},\"h\":{},\"x\":{},\"y\":{}}}",
                   name_of_node(step.parent), number(step.g + step.h), number(step.g),
                   number(step.h), step.at.x, step.at.y);
  }

 private:
  void begin(std::string_view type, std::int32_t node) {
    text_ += text_.back() == '[' ? "\n" : ",\n";
    fmt::format_to(std::back_inserter(text_), "{{\"type\":\"{}\",\"id\":{}", type,
                   name_of_node(node));
  }

  std::string& text_;
  std::unordered_set<std::int32_t> reached_;
};

}  // namespace

std::string posthoc_trace(const Query& query, const Answer& answer, const SearchTrace& trace,
                          bool y_down, double unit) {
  const Json pivot{
      {"x", expression("$.x")}, {"y", expression(y_down ? "$.y" : "-$.y")}, {"scale", unit}};
  std::string text =
      fmt::format("{{\"version\":\"1.4.0\",\n\"views\":{},\n\"pivot\":{},\n\"events\":[",
                  views(y_down, unit).dump(), pivot.dump());
  EventWriter writer(text);
  writer.end_of_query("source", kStartNode, query.start);
  writer.end_of_query("destination", kGoalNode, query.goal);
  const TraceStep* last = nullptr;
  for (const TraceStep& step : trace) {
    writer.step(step);
    if (step.node == kGoalNode) last = &step;
  }
  if (answer.status == PlanStatus::kFound && last != nullptr) writer.step_of("end", *last);
  return text + "\n]}\n";
}

}  // namespace fairway
