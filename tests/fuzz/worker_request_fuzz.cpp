#include "harness/worker/protocol.hpp"
#include "tests/fuzz/protocol_checks.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fairway;
  const std::string line(data, data + size);
  const auto request = fuzz::understood([&] { return parse_request(line); });
  if (!request) return 0;
  const std::string written = fuzz::one_line(to_line(*request));
  fuzz::require(fuzz::one_line(to_line(parse_request(written))) == written,
                "a written request reads back different");
  return 0;
}
