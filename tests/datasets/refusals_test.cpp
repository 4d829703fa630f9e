#include <gtest/gtest.h>

#include <algorithm>

#include "datasets/freeciv.hpp"
#include "datasets/geojson.hpp"
#include "datasets/world.hpp"

namespace fairway::test {
namespace {

std::string refusal_of(const auto& parse, const std::string& text) {
  try {
    parse(TextFile("a", text));
  } catch (const InputError& error) {
    return error.what();
  }
  return "was read";
}

// Messages must quote printable text only, because a terminal interprets ESC. nlohmann's parser
// does not escape DEL.
TEST(Refusals, QuoteNoControlCharacters) {
  const std::string json = refusal_of(parse_geojson, "[1,\x7f]");
  EXPECT_NE(json.find("\\x7f"), std::string::npos) << json;
  const std::string identifier =
      refusal_of(parse_freeciv_ruleset, "[terrain_\x1b[2J]\nidentifier=\"a\"\nclass=\"\x1b[2J\"\n");
  EXPECT_NE(identifier.find("\\x1b"), std::string::npos) << identifier;
  const std::string section = refusal_of(parse_freeciv_ruleset, "[terrain_\x1b[2J]\n");
  EXPECT_NE(section.find("\\x1b"), std::string::npos) << section;
  for (const std::string& refusal : {json, identifier, section}) {
    EXPECT_TRUE(std::ranges::all_of(refusal, [](char c) { return c >= ' ' && c != '\x7f'; }));
  }
}

// Regression: the code assumed that a token is short. An unclosed string is as long as the rest of
// the file.
TEST(Refusals, QuoteTheBeginningOfLongTokens) {
  const std::string text(100'000, 'x');
  EXPECT_LT(refusal_of(parse_geojson, "[\"" + text).size(), 300U);
  EXPECT_LT(refusal_of(parse_freeciv_ruleset, "[terrain_a]\nclass=" + text).size(), 300U);
}

}  // namespace
}  // namespace fairway::test
