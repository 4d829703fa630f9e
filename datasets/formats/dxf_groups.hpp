#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "datasets/text.hpp"

namespace fairway {

/// A group of a DXF file: two lines, its code and its value.
struct DxfGroup {
  int code = 0;
  int line = 0;            ///< of the value
  std::string_view value;  ///< without blanks at its ends
};

/// What a DXF file states from one group 0 to the next: an entity, or the beginning or end of
/// something.
struct DxfRecord {
  std::string_view kind;
  int line = 0;  ///< of the kind
  std::vector<DxfGroup> groups;

  /// The first group of a code, or none. Linear.
  const DxfGroup* find(int code) const;
};

/// Reads a DXF file record by record. Comments (999), data of applications (102) and extended data
/// (1000 and above) are left out.
class DxfReader {
 public:
  explicit DxfReader(const TextFile& source) : source_(source), lines_(source.text()) {}

  /// Returns false after EOF. Throws InputError with the line.
  bool next(DxfRecord& record);
  /// The line that was read last.
  int line() const { return lines_.number(); }
  const TextFile& source() const { return source_; }
  std::string_view rest() const { return lines_.rest(); }

  // Values of groups, which throw InputError if they are not as expected. A group that is not there
  // has the value that is standard.

  double number(const DxfRecord& record, int code, double standard) const;
  double coordinate(const DxfRecord& record, int code, double standard) const;
  /// Throws InputError if the group is not there.
  double coordinate(const DxfRecord& record, int code) const;
  std::int64_t integer(const DxfRecord& record, int code, std::int64_t standard, std::int64_t least,
                       std::int64_t most) const;
  /// Throws InputError if the group is not there.
  std::string_view text(const DxfRecord& record, int code) const;

  double coordinate(const DxfGroup& group) const;

 private:
  bool next_group(DxfGroup& group);
  const DxfGroup& expect(const DxfRecord& record, int code) const;

  const TextFile& source_;
  LineReader lines_;
  std::optional<DxfGroup> ahead_ = {};  ///< the group 0 of the record that follows
  bool ended_ = false;
};

}  // namespace fairway
