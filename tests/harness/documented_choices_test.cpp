#include <gmock/gmock.h>

#include <string>

#include "algorithms/methods/method.hpp"
#include "datasets/text.hpp"
#include "tests/support/project.hpp"

namespace fairway::test {
namespace {

TEST(DocumentedChoices, EveryNameThatAMethodCanGiveIsToldWhereSweepsAre) {
  const std::string folder = project_file("");
  const TextFile page = TextFile::read(folder + "docs/sweeps.md");
  const TextFile sweep = TextFile::read(folder + "datasets/sweeps/default.toml");
  int choices = 0;
  for (const OptionInfo& setting : option_infos(SearchSettings{})) {
    EXPECT_THAT(std::string(page.text()), testing::HasSubstr("- `" + setting.name + "`:"));
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
