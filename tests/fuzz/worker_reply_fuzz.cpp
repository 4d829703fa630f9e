#include "harness/worker/protocol.hpp"
#include "tests/fuzz/protocol_checks.hpp"

namespace fairway {

namespace {

template <class Parse, class Write>
void check(const std::string& line, Parse parse, Write write) {
  const auto reply = fuzz::understood([&] { return parse(line); });
  if (!reply) return;
  const std::string written = fuzz::one_line(write(*reply));
  fuzz::require(write(parse(written)) == written, "a written reply reads back different");
}

AnswerReply parse_answer(const std::string& line) {
  // Values of an earlier reply must not matter.
  AnswerReply reply{Status::kError, "old", {}, {}, 1};
  reply.answer.path = reply.answer.raw = {{1, 2}, {3, 4}, {5, 6}};
  reply.answer.times.search = 7;
  parse_answer_reply(line, reply);
  return reply;
}

std::string answer_line(const AnswerReply& reply) {
  std::string text;
  append_line(text, reply, true);
  return text;
}

}  // namespace

}  // namespace fairway

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fairway;
  const std::string line(data, data + size);
  check(line, parse_hello_reply, [](const HelloReply& reply) { return to_line(reply); });
  check(line, parse_build_reply, [](const BuildReply& reply) { return to_line(reply); });
  for (const bool packed : {false, true}) {
    check(line, parse_draw_reply,
          [&](const DrawingRecord& reply) { return to_line(reply, packed); });
  }
  check(line, parse_answer, answer_line);
  fuzz::understood([&] {
    parse_load_reply(line);
    return true;
  });
  return 0;
}
