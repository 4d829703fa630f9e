#pragma once

#include <optional>
#include <string>
#include <type_traits>

#include "datasets/world.hpp"
#include "harness/worker/line_fields.hpp"

namespace fairway {

// Functions that requests and replies share.

/// Writes the fields of a record that have values.
template <class Record>
void add_fields(LineFields::Json& line, const Record& record) {
  Record::describe(record, [&](const char* name, const auto& value) {
    if constexpr (requires { value.has_value(); }) {
      if (value) line[name] = *value;
    } else {
      line[name] = value;
    }
  });
}

/// Reads the fields that the line contains into a record. Other fields of the record keep their
/// values.
template <class Record>
void read_fields(const LineFields& fields, Record& record) {
  Record::describe(record, [&](const char* name, auto& value) {
    using Type = std::remove_reference_t<decltype(value)>;
    const LineFields::Json* given = fields.find(name);
    if (given == nullptr) return;
    if constexpr (std::is_same_v<Type, bool>) {
      value = fields.flag(name);
    } else if constexpr (std::is_same_v<Type, std::optional<double>>) {
      value = fields.number(name, *given);
    } else {
      value = fields.count(name, *given);
    }
  });
}

inline std::string dump(const LineFields::Json& object) {
  return object.dump(-1, ' ', false, LineFields::Json::error_handler_t::replace) + "\n";
}

inline LineFields::Json box_json(const Box& box) {
  return {box.min.x, box.min.y, box.max.x, box.max.y};
}

}  // namespace fairway
