#include "harness/worker/protocol.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "datasets/text.hpp"
#include "harness/worker/burst_fields.hpp"
#include "harness/worker/line_records.hpp"

namespace fairway {

namespace {

using Json = LineFields::Json;

Method parse_method(const LineFields& fields) {
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
  method.adapter = text("representation");
  method.options = object.value("options", Json::object());
  const Json search = object.value("search", Json::object());
  if (!method.options.is_object() || !search.is_object()) {
    fields.expect("method", "'options' and 'search' to be objects");
  }
  try {
    method.search = with_option_values(SearchSettings{}, search);
  } catch (const OptionError& e) {
    throw ProtocolError(e.what());
  }
  return method;
}

Json queries_json(std::span<const Query> queries) {
  Json array = Json::array();
  for (const Query& q : queries) {
    Json query{q.start.x, q.start.y, q.goal.x, q.goal.y};
    if (q.radius > 0) query.push_back(q.radius);
    array.push_back(std::move(query));
  }
  return array;
}

std::vector<Query> parse_queries(const LineFields& fields) {
  const Json& array = fields.at("queries");
  if (!array.is_array()) fields.expect("queries", "an array of queries");
  std::vector<Query> queries;
  for (const Json& query : array) {
    Json ends = query;
    double radius = 0;
    if (query.is_array() && query.size() == 5) {
      radius = fields.number("queries", query[4]);
      if (radius < 0) fields.expect("queries", "a radius of 0 or more as fifth number");
      ends.erase(4);
    }
    const auto [start_x, start_y, goal_x, goal_y] = fields.four("queries", ends);
    queries.push_back({{start_x, start_y}, {goal_x, goal_y}, radius});
  }
  return queries;
}

Json method_json(const Method& method) {
  Json described{
      {"name", method.name}, {"representation", method.adapter}, {"options", method.options}};
  if (method.command.empty()) described["search"] = option_values(method.search);
  return described;
}

std::array<std::string, 3> parse_ends(const LineFields& fields) {
  const Json& array = fields.at("ends");
  if (!array.is_array() || array.size() != 3) fields.expect("ends", "three file names");
  return {fields.name("ends", array[0]), fields.name("ends", array[1]),
          fields.name("ends", array[2])};
}

struct RequestText {
  Json operator()(const HelloRequest& hello) const {
    return {{"request", "hello"}, {"protocol", hello.protocol}, {"newest", hello.newest}};
  }
  Json operator()(const LoadRequest& load) const {
    Json line{{"request", "load"}, {"file", load.file}};
    if (load.changes) line["changes"] = true;
    if (load.frame) line["frame"] = box_json(*load.frame);
    return line;
  }
  Json operator()(const BuildRequest& build) const {
    return {{"request", "build"}, {"method", method_json(build.method)}};
  }
  Json operator()(const AnswerRequest& answer) const {
    Json line{
        {"request", "answer"}, {"queries", queries_json(answer.queries)}, {"raw", answer.raw}};
    if (answer.hash) line["hash"] = true;
    return line;
  }
  Json operator()(const ChangeRequest& change) const {
    Json line{{"request", "change"}};
    add_burst(line, change.burst);
    if (change.facts) line["facts"] = true;
    return line;
  }
  Json operator()(const InspectRequest& inspect) const {
    return {{"request", "inspect"}, {"queries", queries_json(inspect.queries)}};
  }
  Json operator()(const DrawRequest& draw) const {
    Json line{{"request", "draw"},
              {"box", box_json(draw.box)},
              {"centre", {draw.centre.x, draw.centre.y}},
              {"limit", draw.limit},
              {"packed", draw.packed}};
    if (!draw.file.empty()) line["file"] = draw.file;
    return line;
  }
  Json operator()(const ForkRequest& fork) const {
    return {{"request", "fork"}, {"method", method_json(fork.method)}, {"ends", fork.ends}};
  }
};

}  // namespace

std::string to_line(const Request& request) { return dump(std::visit(RequestText{}, request)); }

Request parse_request(std::string_view line) {
  const LineFields fields(line, "request");
  const std::string kind = fields.text("request");
  if (kind == "hello") {
    const auto version = [&](const char* key) {
      const std::int64_t number = fields.count(key, fields.at(key));
      if (number > 1'000'000) fields.expect(key, "a protocol version");
      return static_cast<int>(number);
    };
    const int protocol = version("protocol");
    return HelloRequest{protocol, fields.find("newest") ? version("newest") : protocol};
  }
  if (kind == "load") {
    LoadRequest load{fields.text("file"), fields.flag("changes")};
    if (fields.find("frame") != nullptr) {
      load.frame = fields.box("frame");
      if (!load.changes) fields.expect("changes", "true together with 'frame'");
    }
    return load;
  }
  if (kind == "build") return BuildRequest{parse_method(fields)};
  if (kind == "answer") {
    return AnswerRequest{parse_queries(fields), fields.flag("raw"), fields.flag("hash")};
  }
  if (kind == "change") return ChangeRequest{parse_burst(fields), fields.flag("facts")};
  if (kind == "inspect") return InspectRequest{parse_queries(fields)};
  if (kind == "draw") {
    return DrawRequest{fields.box("box"), fields.point("centre", fields.at("centre")),
                       static_cast<std::size_t>(fields.count("limit", fields.at("limit"))),
                       fields.flag("packed"),
                       fields.find("file") != nullptr ? fields.text("file") : ""};
  }
  if (kind == "fork") return ForkRequest{parse_method(fields), parse_ends(fields)};
  fields.fail(fmt::format(
      "unknown request {}, expected hello, load, build, answer, change, inspect or draw",
      in_quotes(kind)));
}

}  // namespace fairway
