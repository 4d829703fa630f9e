#pragma once

#include <gtest/gtest.h>

#include <string>

#include "datasets/world.hpp"

namespace fairway::test {

/// A text that a reader must refuse. The message must contain `words` and the number `line`. If
/// `line` is 0, the message names no line.
struct Fault {
  std::string text;
  int line;
  std::string words;
};

/// Expects `parse(text)` to throw an InputError whose message contains the words. The message must
/// begin with FILE:LINE:, or with FILE: for line 0.
template <class Parse>
void expect_fault(const std::string& file, const Fault& fault, Parse parse) {
  SCOPED_TRACE(fault.text.substr(0, 200));
  try {
    parse(fault.text);
    ADD_FAILURE() << "was read; expected: " << fault.words;
  } catch (const InputError& error) {
    const std::string what = error.what();
    const std::string line = fault.line == 0 ? "" : ":" + std::to_string(fault.line);
    const std::string place = file + line + ": ";
    EXPECT_EQ(what.substr(0, place.size()), place) << what;
    EXPECT_NE(what.find(fault.words), std::string::npos) << what;
    EXPECT_NE(what.find("expected"), std::string::npos) << what;
  }
}

}  // namespace fairway::test
