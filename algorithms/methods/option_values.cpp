#include "algorithms/methods/option_values.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <variant>

namespace fairway {

namespace {

using Integer = OptionField::Integer;
using Choice = OptionField::Choice;

/// Returns a value as ASCII text for a message, cut after kMost characters.
std::string shown(const OptionValues& value) {
  constexpr std::size_t kMost = 80;
  if (value.is_number_float() && !std::isfinite(value.get<double>())) {
    return short_text(value.get<double>());  // JSON writes infinity as null
  }
  std::string text = value.dump(-1, ' ', true, OptionValues::error_handler_t::replace);
  if (text.size() > kMost) text = text.substr(0, kMost) + "...";
  return text;
}

[[noreturn]] void refuse_option(std::string_view option, std::string_view expected,
                                const OptionValues& found) {
  throw OptionError(std::string(option), "option '" + std::string(option) + "': expected " +
                                             std::string(expected) + ", found " + shown(found));
}

[[noreturn]] void refuse_unknown_option(const std::string& option,
                                        const std::vector<OptionField>& known) {
  std::string quoted = shown(option);
  quoted.front() = quoted.back() = '\'';
  std::vector<std::string> names;
  for (const OptionField& field : known) names.emplace_back(field.name);
  throw OptionError(option, "unknown option " + quoted + ", expected one of " +
                                (names.empty() ? "none (there are no options)" : joined(names)));
}

std::vector<std::string> choices_of(const OptionField& field) {
  const auto* choice = std::get_if<Choice>(&field.value);
  if (choice == nullptr) return {};
  return {choice->names.begin(), choice->names.end()};
}

/// The value of an option, and the name of its type for users.
struct Shown {
  std::string_view type;
  OptionValues value;
};

Shown value_of(const OptionField& field) {
  if (const auto* flag = std::get_if<bool*>(&field.value)) return {"bool", **flag};
  if (const auto* integer = std::get_if<Integer>(&field.value)) {
    return {"int", integer->get(integer->at)};
  }
  if (const auto* number = std::get_if<double*>(&field.value)) return {"number", **number};
  if (const auto* text = std::get_if<std::string*>(&field.value)) return {"text", **text};
  const auto& choice = std::get<Choice>(field.value);
  return {"choice", std::string(choice.names[choice.get(choice.at)])};
}

/// Sets a field from JSON. Throws OptionError.
struct SetField {
  const OptionField& field;
  const OptionValues& from;

  [[noreturn]] void refuse(std::string_view expected) const {
    refuse_option(field.name, expected, from);
  }
  void operator()(bool* flag) const {
    if (!from.is_boolean()) refuse("true or false");
    *flag = from.get<bool>();
  }
  void operator()(const Integer& integer) const {
    if (!from.is_number_integer()) refuse("an integer");
    const bool fits =
        !from.is_number_unsigned() || std::in_range<std::int64_t>(from.get<std::uint64_t>());
    const std::int64_t value = fits ? from.get<std::int64_t>() : 0;
    if (!fits || value < integer.least || value > integer.most ||
        !field.range.contains(from.get<double>())) {
      const std::string text = text_of(field.range);
      refuse(text.empty() ? "a smaller number" : text);
    }
    integer.set(integer.at, value);
  }
  void operator()(double* number) const {
    if (!from.is_number() || !std::isfinite(from.get<double>())) refuse("a finite number");
    if (!field.range.contains(from.get<double>())) refuse(text_of(field.range));
    *number = from.get<double>();
  }
  void operator()(std::string* text) const {
    if (!from.is_string()) refuse("a text");
    *text = from.get<std::string>();
  }
  void operator()(const Choice& choice) const {
    if (from.is_string()) {
      const auto found = std::ranges::find(choice.names, from.get_ref<const std::string&>());
      if (found != choice.names.end()) {
        choice.set(choice.at, static_cast<std::size_t>(found - choice.names.begin()));
        return;
      }
    }
    refuse("one of " + joined(choices_of(field)));
  }
};

}  // namespace

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) {
    if (!text.empty()) text += ", ";
    text += name;
  }
  return text;
}

std::vector<OptionInfo> option_infos(AnyOptions& options) {
  std::vector<OptionInfo> infos;
  for (const OptionField& field : options.fields()) {
    auto [type, default_value] = value_of(field);
    infos.push_back({std::string(field.name), std::string(type), std::move(default_value),
                     choices_of(field), text_of(field.range), std::string(field.help)});
  }
  return infos;
}

OptionValues json_of(const OptionInfo& info) {
  OptionValues json{{"name", info.name}, {"type", info.type}, {"default", info.standard}};
  if (!info.choices.empty()) json["choices"] = info.choices;
  if (!info.range.empty()) json["range"] = info.range;
  json["help"] = info.help;
  return json;
}

OptionValues option_values(AnyOptions& options) {
  OptionValues values = OptionValues::object();
  for (const OptionField& field : options.fields()) {
    values[std::string(field.name)] = value_of(field).value;
  }
  return values;
}

void set_option_values(AnyOptions& options, const OptionValues& values) {
  const std::vector<OptionField> fields = options.fields();
  for (const OptionField& field : fields) {
    if (const auto at = values.find(std::string(field.name)); at != values.end()) {
      std::visit(SetField{field, *at}, field.value);
    }
  }
  for (const auto& [name, value] : values.items()) {
    if (std::ranges::find(fields, name, &OptionField::name) == fields.end()) {
      refuse_unknown_option(name, fields);
    }
  }
  options.check_together([&](std::string_view name, std::string_view expected) {
    const auto field = std::ranges::find(fields, name, &OptionField::name);
    refuse_option(name, expected, value_of(*field).value);
  });
}

}  // namespace fairway
