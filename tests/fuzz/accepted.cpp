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
  std::string_view after = std::string_view(refusal).substr(place.size());
  const bool names_byte = after.starts_with(" byte ");
  if (names_byte) after.remove_prefix(std::string_view(" byte ").size());
  std::size_t number = 0;
  const char* const end = after.data() + after.size();
  const auto [stop, error] = std::from_chars(after.data(), end, number);
  const bool has_number = error == std::errc() && std::string_view(stop, end).starts_with(": ");
  const auto last = static_cast<std::size_t>(last_line(source.text()));  // 0 if the text is empty
  require(has_number || (last == 0 && !names_byte), "a refusal without a line or byte: " + refusal);
  require(!has_number || (names_byte ? number <= source.text().size()
                                     : number >= std::min<std::size_t>(1, last) &&
                                           number <= std::max<std::size_t>(1, last)),
          "a refusal that names a place which the text has not: " + refusal);
  const auto control = [](unsigned char c) { return c < 0x20 || c == 0x7f; };
  require(std::none_of(refusal.begin(), refusal.end(), control),
          "a refusal with control characters: " + refusal);
}

}  // namespace fairway::fuzz
