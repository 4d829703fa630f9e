#include <gmock/gmock.h>

#include <string>

#include "datasets/text.hpp"
#include "harness/method.hpp"

namespace fairway::test {
namespace {

TEST(DocumentedChoices, EveryNameThatAMethodCanGiveIsToldWhereSweepsAre) {
  const std::string folder = std::string(FAIRWAY_SOURCE_DIR) + "/";
  const TextFile page = TextFile::read(folder + "docs/sweeps.md");
  const TextFile sweep = TextFile::read(folder + "datasets/sweeps/default.toml");
  int choices = 0;
  for (const OptionInfo& setting : option_infos(SearchSettings{})) {
    EXPECT_THAT(std::string(page.text()), testing::HasSubstr("| `" + setting.name + "` |"));
    for (const std::string& choice : setting.choices) {
      EXPECT_THAT(std::string(page.text()), testing::HasSubstr('`' + choice + '`')) << setting.name;
      EXPECT_THAT(std::string(sweep.text()), testing::HasSubstr('"' + choice + '"'))
          << setting.name;
      ++choices;
    }
  }
  EXPECT_GT(choices, 10);
}

}  // namespace
}  // namespace fairway::test
