#include "harness/sweep/problem_set.hpp"

#include <cmath>
#include <string>
#include <string_view>

#include "tests/fuzz/accepted.hpp"

namespace {

/// Replaces the hash in the text by the correct hash, because a fuzzer cannot guess it.
std::string with_fitting_hash(const fairway::TextFile& source) {
  constexpr std::string_view kKey = "\nhash ";
  constexpr std::string_view kFound = "have the hash ";
  std::string text(source.text());
  try {
    fairway::parse_problem_set(source);
  } catch (const fairway::InputError& fault) {
    const std::string_view message = fault.what();
    const std::size_t found = message.find(kFound);
    const std::size_t at = text.find(kKey);
    if (found == std::string_view::npos || at == std::string::npos) return text;
    const std::size_t begin = at + kKey.size();
    text.replace(begin, text.find('\n', begin) - begin, message.substr(found + kFound.size(), 64));
  }
  return text;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace fairway;
  const TextFile source("fuzzed.problems",
                        with_fitting_hash(fuzz::text_of(data, size, "fuzzed.problems")));
  const auto set = fuzz::accepted(source, parse_problem_set);
  if (!set) return 0;
  fuzz::require(std::isfinite(set->radius) && set->radius >= 0, "a radius that is none");
  fuzz::require(!set->problems.empty(), "a set without problems");
  for (const CertifiedProblem& p : set->problems) {
    const Query query = set->query(p);
    for (const Point end : {query.start, query.goal}) {
      fuzz::require(std::isfinite(end.x) && std::isfinite(end.y), "an end that is none");
    }
    fuzz::require(std::isfinite(set->certificate(p).length), "a length that is none");
  }
  const std::string written = format_problem_set(*set);
  fuzz::require(format_problem_set(parse_problem_set({"written.problems", written})) == written,
                "a set that changes when it is written and read");
  return 0;
}
