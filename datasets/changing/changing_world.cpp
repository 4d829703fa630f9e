#include "datasets/changing/changing_world.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "datasets/changing/formats.hpp"

namespace fairway {

bool states_changes(std::string_view text) {
  const auto next_token = [&] {
    const std::size_t begin = std::min(text.find_first_not_of(" \t\r\n"), text.size());
    text.remove_prefix(begin);
    const std::string_view token = text.substr(0, text.find_first_of(" \t\r\n"));
    text.remove_prefix(token.size());
    return token;
  };
  if (text.substr(std::min(text.find_first_not_of(" \t\r\n"), text.size())).starts_with('{')) {
    text.remove_prefix(text.find('{') + 1);
    return next_token().starts_with("\"fairway_changes\"");
  }
  return next_token() == "version" && next_token() == "2";
}

int line_of(const BurstStep& step, std::optional<std::size_t> added) {
  if (added && *added < step.added_lines.size()) return step.added_lines[*added];
  for (const auto* lines : {&step.patch_lines, &step.added_lines, &step.removed_lines}) {
    if (!lines->empty()) return lines->front();
  }
  return 0;
}

ChangingWorld parse_changing_world(const TextFile& source, const OpenFile& open) {
  LineReader lines(source.text());
  std::string_view line;
  while (lines.next(line) && is_blank(line)) {
  }
  const std::string_view begin = trim(line);
  if (begin.starts_with('{')) return parse_changes(source, open);
  if (begin.starts_with("version")) return parse_grid_changes(source, open);
  source.fail(1, fmt::format("{}: expected a scenario of version 2 ('version 2') or a file of "
                             "changes ('{{\"fairway_changes\"')",
                             in_quotes(begin)));
}

ChangingWorld read_changing_world(const std::filesystem::path& file) {
  return parse_changing_world(TextFile::read(file));
}

TextFile open_beside(const TextFile& source, int line, std::string_view name,
                     const OpenFile& open) {
  try {
    return open(source.file().parent_path() / name);
  } catch (const InputError& fault) {
    source.fail(line, fault.what());
  }
}

void PatchCheck::add(int line, int x, int y, int width, int height) {
  if (x > width_ - width || y > height_ - height) {
    source_.fail(line, fmt::format("a patch of {} x {} cells at ({}, {}); expected it inside the "
                                   "grid of {} x {} cells",
                                   width, height, x, y, width_, height_));
  }
  cells_ += std::int64_t{width} * height;
  if (cells_ > kMostPatchedCells) {
    source_.fail(line, fmt::format("more than {} cells in the patches so far; expected fewer",
                                   kMostPatchedCells));
  }
}

}  // namespace fairway
