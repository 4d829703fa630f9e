#include "datasets/formats/dxf_groups.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace fairway {

namespace {

constexpr int kComment = 999;
constexpr int kLeastCode = -5;
constexpr int kMostCode = 1071;

std::string_view without_plus(std::string_view number) {
  if (number.starts_with('+')) number.remove_prefix(1);
  return number;
}

}  // namespace

const DxfGroup* DxfRecord::find(int code) const {
  const auto found =
      std::ranges::find_if(groups, [&](const DxfGroup& group) { return group.code == code; });
  return found == groups.end() ? nullptr : &*found;
}

bool DxfReader::next_group(DxfGroup& group) {
  std::string_view code;
  std::string_view value;
  do {
    if (!lines_.next(code)) return false;
    code = trim(code);
    group.code = static_cast<int>(
        source_.integer(code, lines_.number(), "a group code", kLeastCode, kMostCode));
    if (!lines_.next(value)) {
      source_.fail(lines_.number(),
                   fmt::format("the file ends after the group code {}; expected its value", code));
    }
  } while (group.code == kComment);
  group.value = trim(value);
  group.line = lines_.number();
  return true;
}

bool DxfReader::next(DxfRecord& record) {
  if (ended_) return false;
  record.groups.clear();
  DxfGroup group;
  if (!ahead_) {
    if (!next_group(group)) source_.fail(1, "the file is empty; expected a DXF drawing");
    if (group.code != 0) {
      source_.fail(group.line - 1, fmt::format("the group code {}; expected 0 and SECTION, with "
                                               "which a DXF drawing begins",
                                               group.code));
    }
    ahead_ = group;
  }
  record.kind = ahead_->value;
  record.line = ahead_->line;
  if (record.kind == "EOF") {
    ended_ = true;
    return false;
  }
  bool of_application = false;
  while (true) {
    if (!next_group(group)) {
      source_.fail(std::max(1, lines_.number()),
                   "the file ends without EOF; expected a drawing that was stored completely");
    }
    if (group.code == 0) break;
    if (group.code == 102) {
      of_application = group.value.starts_with('{');
    } else if (!of_application && group.code < 1000) {
      record.groups.push_back(group);
    }
  }
  ahead_ = group;
  return true;
}

const DxfGroup& DxfReader::expect(const DxfRecord& record, int code) const {
  const DxfGroup* const group = record.find(code);
  if (group == nullptr) {
    source_.fail(record.line,
                 fmt::format("{} has no group {}; expected one", in_quotes(record.kind), code));
  }
  return *group;
}

double DxfReader::number(const DxfRecord& record, int code, double standard) const {
  const DxfGroup* const group = record.find(code);
  if (group == nullptr) return standard;
  return source_.number(without_plus(group->value), group->line,
                        fmt::format("the value of group {}", code));
}

double DxfReader::coordinate(const DxfGroup& group) const {
  return source_.coordinate(without_plus(group.value), group.line,
                            fmt::format("a coordinate (group {})", group.code));
}

double DxfReader::coordinate(const DxfRecord& record, int code, double standard) const {
  const DxfGroup* const group = record.find(code);
  return group == nullptr ? standard : coordinate(*group);
}

double DxfReader::coordinate(const DxfRecord& record, int code) const {
  return coordinate(expect(record, code));
}

std::int64_t DxfReader::integer(const DxfRecord& record, int code, std::int64_t standard,
                                std::int64_t least, std::int64_t most) const {
  const DxfGroup* const group = record.find(code);
  if (group == nullptr) return standard;
  return source_.integer(group->value, group->line, fmt::format("the value of group {}", code),
                         least, most);
}

std::string_view DxfReader::text(const DxfRecord& record, int code) const {
  return expect(record, code).value;
}

}  // namespace fairway
