#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "datasets/formats/dxf_drawing.hpp"
#include "datasets/formats/dxf_entities.hpp"
#include "datasets/formats/dxf_groups.hpp"

namespace fairway {

namespace {

constexpr std::string_view kBinaryDxf = "AutoCAD Binary DXF";
/// Flags of a BLOCK that stands for another drawing (group 70).
constexpr std::int64_t kExternal = 4 + 8;

/// DWG files begin with the version, such as AC1027, as DXF files never do.
bool begins_as_dwg(std::string_view text) {
  return text.size() >= 6 && text.starts_with("AC") &&
         std::ranges::all_of(text.substr(2, 4), [](char c) { return c >= '0' && c <= '9'; });
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

class DxfFileReader {
 public:
  explicit DxfFileReader(const TextFile& source)
      : source_(source),
        reader_(source),
        entities_(reader_, drawing_),
        of_blocks_(reader_, drawing_) {}

  DxfDrawing read() {
    DxfRecord record;
    bool found = false;
    while (reader_.next(record)) {
      if (record.kind != "SECTION") {
        source_.fail(record.line,
                     fmt::format("{}; expected SECTION or EOF", in_quotes(record.kind)));
      }
      const std::string_view section = reader_.text(record, 2);
      if (section == "HEADER") {
        read_header(record);
        skip();
      } else if (section == "TABLES") {
        read_tables();
      } else if (section == "BLOCKS") {
        read_blocks();
      } else if (section == "ENTITIES") {
        if (found) source_.fail(record.line, "a second section ENTITIES; expected one");
        found = true;
        read_section([&](const DxfRecord& entity) { entities_.read(entity, drawing_.entities); });
        entities_.expect_finished(end_of_section_);
      } else {
        skip();
      }
    }
    if (!found) source_.fail(reader_.line(), "the file has no entities; expected their section");
    drawing_.layers.resize(drawing_.layer_names.size());
    for (std::size_t i = 0; i < drawing_.layers.size(); ++i) {
      drawing_.layers[i].name = drawing_.layer_names.name(static_cast<std::int32_t>(i));
    }
    drawing_.blocks.resize(drawing_.block_names.size());
    entities_.add_notes("", drawing_.notes);
    of_blocks_.add_notes(" of blocks", drawing_.notes);
    if (!std::ranges::all_of(reader_.rest(), [](char c) { return is_blank(c) || c == '\n'; })) {
      drawing_.notes.emplace_back("What follows EOF was left out.");
    }
    return std::move(drawing_);
  }

 private:
  /// Calls item(record) for each record of a section.
  template <class Item>
  void read_section(const Item& item) {
    DxfRecord record;
    while (next_of_section(record)) item(record);
    end_of_section_ = record.line;
  }
  void skip() {
    read_section([](const DxfRecord&) {});
  }

  /// Returns false at ENDSEC.
  bool next_of_section(DxfRecord& record) {
    if (!reader_.next(record)) source_.fail(reader_.line(), "a section at EOF; expected ENDSEC");
    if (record.kind == "SECTION")
      source_.fail(record.line, "a section in another; expected ENDSEC");
    return record.kind != "ENDSEC";
  }

  /// A variable is a group 9 with its name, and the groups of its value.
  void read_header(const DxfRecord& section) {
    for (std::size_t i = 1; i < section.groups.size(); ++i) {
      const DxfGroup& name = section.groups[i - 1];
      const DxfGroup& value = section.groups[i];
      if (name.code == 9 && name.value == "$INSUNITS" && value.code == 70) {
        drawing_.unit = source_.integer(value.value, value.line, "the unit", 0, 1000);
      }
    }
  }

  void read_tables() {
    read_section([&](const DxfRecord& record) {
      if (record.kind != "LAYER") return;
      const std::int32_t number = drawing_.layer_names.number(reader_.text(record, 2));
      drawing_.layers.resize(drawing_.layer_names.size());
      DxfLayer& layer = drawing_.layers[static_cast<std::size_t>(number)];
      layer.frozen = (reader_.integer(record, 70, 0, -32768, 65535) & 1) != 0;
      layer.off = reader_.integer(record, 62, 7, INT32_MIN, INT32_MAX) < 0;
    });
  }

  void read_blocks() {
    DxfBlock* block = nullptr;
    int begun = 0;
    const auto expect_ended = [&](int line) {
      if (block == nullptr) return;
      source_.fail(line, fmt::format("the block of line {} does not end; expected ENDBLK", begun));
    };
    read_section([&](const DxfRecord& record) {
      if (record.kind == "BLOCK") {
        expect_ended(record.line);
        block = &begin_block(record);
        begun = record.line;
      } else if (record.kind == "ENDBLK") {
        if (block == nullptr) source_.fail(record.line, "ENDBLK outside; expected BLOCK before it");
        of_blocks_.expect_finished(record.line);
        block = nullptr;
      } else if (block == nullptr) {
        source_.fail(record.line,
                     fmt::format("{} between blocks; expected BLOCK", in_quotes(record.kind)));
      } else {
        of_blocks_.read(record, block->entities);
      }
    });
    expect_ended(end_of_section_);
  }

  DxfBlock& begin_block(const DxfRecord& record) {
    const std::string_view name = reader_.text(record, 2);
    const auto number = static_cast<std::size_t>(drawing_.block_names.number(name));
    if (drawing_.blocks.size() <= number) drawing_.blocks.resize(number + 1);
    DxfBlock& block = drawing_.blocks[number];
    if (block.line != 0) {
      source_.fail(record.line,
                   fmt::format("a second block {}, after that of line {}; expected one",
                               in_quotes(name), block.line));
    }
    block.line = record.line;
    block.base = {reader_.coordinate(record, 10, 0), reader_.coordinate(record, 20, 0),
                  reader_.coordinate(record, 30, 0)};
    block.external = (reader_.integer(record, 70, 0, -32768, 65535) & kExternal) != 0;
    return block;
  }

  const TextFile& source_;
  DxfReader reader_;
  DxfDrawing drawing_;
  DxfEntityReader entities_;
  DxfEntityReader of_blocks_;
  int end_of_section_ = 1;
};

}  // namespace

std::int32_t DxfNames::number(std::string_view name) {
  const auto [place, added] =
      numbers_.emplace(lower_case(name), static_cast<std::int32_t>(names_.size()));
  if (added) names_.emplace_back(name);
  return place->second;
}

std::optional<std::int32_t> DxfNames::find(std::string_view name) const {
  const auto found = numbers_.find(lower_case(name));
  return found == numbers_.end() ? std::nullopt : std::optional(found->second);
}

bool begins_as_dxf(std::string_view text) {
  if (text.starts_with(kBinaryDxf) || begins_as_dwg(text)) return true;
  LineReader lines(text);
  std::string_view line;
  while (lines.next(line)) {
    const std::string_view code = trim(line);
    if (!lines.next(line)) return false;
    if (code == "999") continue;
    return code == "0" && trim(line) == "SECTION";
  }
  return false;
}

DxfDrawing parse_dxf_drawing(const TextFile& source) {
  if (source.text().starts_with(kBinaryDxf)) {
    source.fail_at_byte(0, "a binary DXF drawing; expected one in text: store it as ASCII DXF");
  }
  if (begins_as_dwg(source.text())) {
    source.fail_at_byte(0,
                        "a DWG drawing; expected DXF in text: store it as ASCII DXF, or turn it "
                        "into one with dwg2dxf of LibreDWG");
  }
  return DxfFileReader(source).read();
}

}  // namespace fairway
