// SPDX-License-Identifier: MIT
#pragma once

/// @file
/// Parts of the C++20 standard library that Emscripten 3.1.6 lacks: range algorithms, bit_cast,
/// make_unique_for_overwrite, and decimal texts of doubles. The compiler option `-include` adds
/// this file to every source. It has only the overloads that Fairway uses.

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <memory>
#include <string>
#include <system_error>
#include <type_traits>

namespace std {

template <class To, class From>
constexpr To bit_cast(const From& from) noexcept {
  static_assert(sizeof(To) == sizeof(From));
  return __builtin_bit_cast(To, from);
}

template <class T>
unique_ptr<T> make_unique_for_overwrite(size_t size) {
  return unique_ptr<T>(new remove_extent_t<T>[size]);
}

/// Writes the shortest text of 1 to 17 digits that reads back as `value`.
inline to_chars_result to_chars(char* first, char* last, double value) {
  char text[40];
  int length = 0;
  for (int digits = 1; digits <= 17; ++digits) {
    length = snprintf(text, sizeof text, "%.*g", digits, value);
    if (strtod(text, nullptr) == value || isnan(value)) break;
  }
  if (last - first < length) return {last, errc::value_too_large};
  return {std::copy(text, text + length, first), errc{}};
}

/// Reads a decimal number. Like the standard function, it accepts no white space and no sign +.
inline from_chars_result from_chars(const char* first, const char* last, double& value) {
  const string text(first, last);
  const bool starts =
      !text.empty() && text[0] != '+' && !isspace(static_cast<unsigned char>(text[0]));
  char* end = nullptr;
  const double read = starts ? strtod(text.c_str(), &end) : 0;
  if (!starts || end == text.c_str()) return {first, errc::invalid_argument};
  const char* stop = first + (end - text.c_str());
  if (isinf(read) && text.find_first_of("0123456789") < static_cast<size_t>(stop - first)) {
    return {stop, errc::result_out_of_range};
  }
  value = read;
  return {stop, errc{}};
}

namespace ranges {
namespace detail {

/// Returns a comparison that applies `project` to both values before it compares them.
template <class Compare, class Project>
auto by(Compare& compare, Project& project) {
  return [&](auto&& a, auto&& b) -> bool {
    return std::invoke(compare, std::invoke(project, std::forward<decltype(a)>(a)),
                       std::invoke(project, std::forward<decltype(b)>(b)));
  };
}

/// Returns a condition that applies `project` to a value before it tests the value.
template <class Condition, class Project>
auto on(Condition& condition, Project& project) {
  return [&](auto&& a) -> bool {
    return std::invoke(condition, std::invoke(project, std::forward<decltype(a)>(a)));
  };
}

}  // namespace detail

#define FAIRWAY_ORDERING(NAME, RANGE_ALGORITHM)                                               \
  template <class Range, class Compare = std::less<>, class Project = identity>               \
  auto NAME(Range&& range, Compare compare = {}, Project project = {}) {                      \
    return RANGE_ALGORITHM(std::begin(range), std::end(range), detail::by(compare, project)); \
  }
FAIRWAY_ORDERING(sort, std::sort)
FAIRWAY_ORDERING(stable_sort, std::stable_sort)
FAIRWAY_ORDERING(push_heap, std::push_heap)
FAIRWAY_ORDERING(pop_heap, std::pop_heap)
FAIRWAY_ORDERING(max_element, std::max_element)
FAIRWAY_ORDERING(min_element, std::min_element)
#undef FAIRWAY_ORDERING

#define FAIRWAY_CONDITION(NAME)                                                           \
  template <class Range, class Condition, class Project = identity>                       \
  auto NAME(Range&& range, Condition condition, Project project = {}) {                   \
    return std::NAME(std::begin(range), std::end(range), detail::on(condition, project)); \
  }
FAIRWAY_CONDITION(all_of)
FAIRWAY_CONDITION(any_of)
FAIRWAY_CONDITION(none_of)
FAIRWAY_CONDITION(count_if)
FAIRWAY_CONDITION(find_if)
FAIRWAY_CONDITION(find_if_not)
#undef FAIRWAY_CONDITION

template <class Range, class Value, class Project = identity>
constexpr auto find(Range&& range, const Value& value, Project project = {}) {
  auto at = std::begin(range);
  for (const auto end = std::end(range); at != end; ++at) {
    if (std::invoke(project, *at) == value) break;
  }
  return at;
}

template <class Range, class Value, class Project = identity>
auto count(Range&& range, const Value& value, Project project = {}) {
  return std::count_if(std::begin(range), std::end(range),
                       [&](auto&& a) { return std::invoke(project, a) == value; });
}

template <class Range, class Compare = std::equal_to<>, class Project = identity>
auto adjacent_find(Range&& range, Compare compare = {}, Project project = {}) {
  return std::adjacent_find(std::begin(range), std::end(range), detail::by(compare, project));
}

template <class Range, class Value, class Compare = std::less<>, class Project = identity>
auto lower_bound(Range&& range, const Value& value, Compare compare = {}, Project project = {}) {
  return std::lower_bound(std::begin(range), std::end(range), value, [&](auto&& a, auto&& b) {
    return std::invoke(compare, std::invoke(project, a), b);
  });
}

template <class Iterator, class Value, class Compare = std::less<>, class Project = identity>
requires std::input_or_output_iterator<Iterator>
auto upper_bound(Iterator first, Iterator last, const Value& value, Compare compare = {},
                 Project project = {}) {
  return std::upper_bound(first, last, value, [&](auto&& a, auto&& b) {
    return std::invoke(compare, a, std::invoke(project, b));
  });
}

template <class Range, class Value, class Compare = std::less<>, class Project = identity>
requires(!std::input_or_output_iterator<std::remove_cvref_t<Range>>) auto upper_bound(
    Range&& range, const Value& value, Compare compare = {}, Project project = {}) {
  return ranges::upper_bound(std::begin(range), std::end(range), value, compare, project);
}

template <class Range, class Value, class Compare = std::less<>>
bool binary_search(Range&& range, const Value& value, Compare compare = {}) {
  return std::binary_search(std::begin(range), std::end(range), value, compare);
}

template <class A, class B, class Compare = std::equal_to<>, class ProjectA = identity,
          class ProjectB = identity>
bool equal(A&& a, B&& b, Compare compare = {}, ProjectA project_a = {}, ProjectB project_b = {}) {
  return std::equal(
      std::begin(a), std::end(a), std::begin(b), std::end(b), [&](auto&& x, auto&& y) {
        return std::invoke(compare, std::invoke(project_a, x), std::invoke(project_b, y));
      });
}

template <class Range, class Value>
constexpr void fill(Range&& range, const Value& value) {
  std::fill(std::begin(range), std::end(range), value);
}

template <class Range, class Out>
constexpr auto copy(Range&& range, Out out) {
  return std::copy(std::begin(range), std::end(range), out);
}

template <class Range, class Function>
void for_each(Range&& range, Function function) {
  for (auto&& item : range) std::invoke(function, item);
}

template <class Range, class Out, class Function>
auto transform(Range&& range, Out out, Function function) {
  return std::transform(std::begin(range), std::end(range), out,
                        [&](auto&& item) { return std::invoke(function, item); });
}

template <class Range, class Condition, class Value>
void replace_if(Range&& range, Condition condition, const Value& value) {
  std::replace_if(std::begin(range), std::end(range), condition, value);
}

template <class Range>
void reverse(Range&& range) {
  std::reverse(std::begin(range), std::end(range));
}

template <class A, class B, class Out, class Compare = std::less<>>
auto set_difference(A&& a, B&& b, Out out, Compare compare = {}) {
  return std::set_difference(std::begin(a), std::end(a), std::begin(b), std::end(b), out, compare);
}

}  // namespace ranges
}  // namespace std
