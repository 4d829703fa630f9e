#include <fmt/format.h>

#include <algorithm>

#include "datasets/formats/image.hpp"

namespace fairway {

namespace {

bool is_pnm_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

class PnmReader {
 public:
  explicit PnmReader(const TextFile& source) : source_(source), text_(source.text()) {}

  Image read() {
    const int kind = text_[1] - '0';
    at_ = 2;
    is_bitmap_ = kind == 1 || kind == 4;
    const int width = number("a width", 1, kMostSide);
    const int height = number("a height", 1, kMostSide);
    image_.width = width;
    image_.height = height;
    image_.channels = kind == 3 || kind == 6 ? 3 : 1;
    image_.most = is_bitmap_ ? 1 : number("a greatest value", 1, 65535);
    sample_bytes_ = image_.most < 256 ? 1 : 2;
    row_samples_ = static_cast<std::size_t>(width) * static_cast<std::size_t>(image_.channels);
    expect_image_size(source_, line_, static_cast<std::size_t>(width),
                      static_cast<std::size_t>(height),
                      static_cast<std::size_t>(image_.channels) * sample_bytes_);
    if (kind >= 4) {
      read_raw();
    } else {
      read_plain();
    }
    return std::move(image_);
  }

 private:
  static constexpr int kMostSide = 1 << 28;

  void skip_space() {
    for (; at_ < text_.size(); ++at_) {
      if (text_[at_] == '\n') ++line_;
      if (text_[at_] == '#') {
        at_ = std::min(text_.find('\n', at_), text_.size());
        if (at_ == text_.size()) return;
        ++line_;
      } else if (!is_pnm_space(text_[at_])) {
        return;
      }
    }
  }

  int number(std::string_view name, int least, int most) {
    skip_space();
    if (at_ == text_.size()) {
      source_.fail(std::max(1, std::min(line_, last_line(text_))),
                   fmt::format("the file ends here; expected {}", name));
    }
    std::size_t end = at_;
    while (end < text_.size() && !is_pnm_space(text_[end]) && text_[end] != '#') ++end;
    const std::string_view token = text_.substr(at_, end - at_);
    at_ = end;
    return static_cast<int>(source_.integer(token, line_, name, least, most));
  }

  /// Throws InputError if the image needs more bytes than the file has. Readers call it before they
  /// allocate the image.
  void expect_bytes(std::size_t needed) {
    const std::size_t left = text_.size() - at_;
    if (left >= needed) return;
    source_.fail_at_byte(
        text_.size(),
        fmt::format("the file ends here; expected {} x {} pixels, which take {}{} "
                    "bytes from byte {} on",
                    image_.width, image_.height, is_raw_ ? "" : "at least ", needed, at_));
  }

  void read_raw() {
    is_raw_ = true;
    if (at_ == text_.size() || !is_pnm_space(text_[at_])) {
      source_.fail(line_, "expected a blank or a line end before the pixels");
    }
    ++at_;
    const auto rows = static_cast<std::size_t>(image_.height);
    const std::size_t row_bytes =
        is_bitmap_ ? (row_samples_ + 7) / 8 : row_samples_ * sample_bytes_;
    expect_bytes(rows * row_bytes);
    const std::string_view raw = text_.substr(at_, rows * row_bytes);
    if (is_bitmap_) {
      image_.bytes.reserve(rows * row_samples_);
      for (std::size_t y = 0; y < rows; ++y) {
        for (std::size_t x = 0; x < row_samples_; ++x) {
          const auto byte = static_cast<unsigned char>(raw[y * row_bytes + x / 8]);
          image_.bytes.push_back((byte >> (7 - x % 8) & 1) == 0 ? 1 : 0);
        }
      }
    } else {
      image_.bytes.assign(raw.begin(), raw.end());
      check_raw();
    }
    at_ += raw.size();
    for (std::size_t i = at_; i < text_.size(); ++i) {
      if (is_pnm_space(text_[i])) continue;
      source_.fail_at_byte(i, fmt::format("{} bytes follow the last pixel; expected one image and "
                                          "the end of the file",
                                          text_.size() - at_));
    }
  }

  void check_raw() const {
    if (image_.most == 255 || image_.most == 65535) return;
    const std::size_t count = image_.bytes.size() / sample_bytes_;
    const auto channels = static_cast<std::size_t>(image_.channels);
    for (std::size_t i = 0; i < count; ++i) {
      const int value = image_.sample(i / channels, static_cast<int>(i % channels));
      if (value <= image_.most) continue;
      source_.fail_at_byte(
          at_ + i * sample_bytes_,
          fmt::format("a value of {}; expected at most {}, the greatest value in the header", value,
                      image_.most));
    }
  }

  void read_plain() {
    const std::size_t count = row_samples_ * static_cast<std::size_t>(image_.height);
    expect_bytes(is_bitmap_ ? count : 2 * count);  // a blank precedes each number
    image_.bytes.reserve(count * sample_bytes_);
    for (std::size_t i = 0; i < count; ++i) {
      const int value = is_bitmap_ ? bit() : number("a value of a pixel", 0, image_.most);
      if (sample_bytes_ == 2) image_.bytes.push_back(static_cast<std::uint8_t>(value / 256));
      image_.bytes.push_back(static_cast<std::uint8_t>(value % 256));
    }
    skip_space();
    if (at_ == text_.size()) return;
    source_.fail(line_,
                 fmt::format("{}: more than the {} values of {} x {} pixels; expected one "
                             "image and the end of the file",
                             in_quotes(text_.substr(at_, 8)), count, image_.width, image_.height));
  }

  /// Reads a bit and inverts it. In the file, 0 is white; in an Image, 1 is white. Bits need no
  /// blanks between them.
  int bit() {
    skip_space();
    const std::string_view token = text_.substr(at_, 1);
    if (token == "0" || token == "1") {
      ++at_;
      return token == "0" ? 1 : 0;
    }
    if (token.empty()) {
      source_.fail(last_line(text_), "the file ends here; expected a pixel, 0 or 1");
    }
    source_.fail(line_, fmt::format("{}: expected a pixel, 0 or 1", in_quotes(token)));
  }

  const TextFile& source_;
  std::string_view text_;
  std::size_t at_ = 0;
  int line_ = 1;
  Image image_;
  std::size_t row_samples_ = 0;
  std::size_t sample_bytes_ = 1;
  bool is_bitmap_ = false;
  bool is_raw_ = false;
};

}  // namespace

bool begins_as_pnm(std::string_view text) {
  return text.size() > 2 && text[0] == 'P' && text[1] >= '1' && text[1] <= '6' &&
         (is_pnm_space(text[2]) || text[2] == '#');
}

Image read_pnm(const TextFile& source) {
  if (!begins_as_pnm(source.text())) {
    source.fail(1, fmt::format("begins with {}; expected 'P1' to 'P6' and a blank",
                               in_quotes(source.text().substr(0, 8))));
  }
  return PnmReader(source).read();
}

}  // namespace fairway
