#include "tests/fuzz/accepted.hpp"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>

namespace fairway::fuzz {

void report(const std::string& what) {
  std::fprintf(stderr, "FINDING: %s\n", what.c_str());
  std::abort();
}

void check_refusal(const TextFile& source, const std::string& refusal) {
  const std::string place = source.file().string() + ":";
  require(refusal.starts_with(place), "a refusal that does not name the file: " + refusal);
  int line = 0;
  const char* const end = refusal.data() + refusal.size();
  const auto [stop, error] = std::from_chars(refusal.data() + place.size(), end, line);
  const bool has_line = error == std::errc() && std::string_view(stop, end).starts_with(": ");
  const int last = last_line(source.text());  // 0 where there is none
  require(has_line || last == 0, "a refusal without a line: " + refusal);
  require(!has_line || (line >= std::min(1, last) && line <= std::max(1, last)),
          "a refusal that names a line which the text has not: " + refusal);
  const auto control = [](unsigned char c) { return c < 0x20 || c == 0x7f; };
  require(std::none_of(refusal.begin(), refusal.end(), control),
          "a refusal with control characters: " + refusal);
}

}  // namespace fairway::fuzz
