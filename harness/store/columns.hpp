#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/records/records.hpp"
#include "harness/store/sqlite.hpp"

namespace fairway {

/// The columns of a record in which two runs of a sweep are equal.
template <class Record>
std::vector<std::string> repeatable_columns() {
  std::vector<std::string> columns;
  const Record any{};
  Record::describe(any, [&](const char* name, auto&&, bool measured = false) {
    if (!measured) columns.emplace_back(name);
  });
  return columns;
}

/// The columns of the tables `world`, `method` and `query` in which two stores of a sweep are
/// equal: all but ids, what they are matched by, and what depends on the machine or on where files
/// lie. `schema` is the name of an attached store.
std::vector<std::string> comparable_columns(Database& database, std::string_view table,
                                            std::string_view schema = "a");

}  // namespace fairway
