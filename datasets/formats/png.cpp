#include <fmt/format.h>
#include <png.h>

#include <csetjmp>

#include "datasets/formats/image.hpp"

namespace fairway {

namespace {

constexpr std::string_view kPngSignature = "\x89PNG\r\n\x1a\n";

/// Reads a PNG image by libpng. libpng reports errors by longjmp(). Functions that call libpng
/// therefore have no variables with destructors.
class PngReader {
 public:
  explicit PngReader(const TextFile& source) : source_(source) {
    png_ = png_create_read_struct(PNG_LIBPNG_VER_STRING, this, on_error, on_warning);
    if (png_ != nullptr) info_ = png_create_info_struct(png_);
    if (info_ == nullptr) fail();
  }
  PngReader(const PngReader&) = delete;
  PngReader& operator=(const PngReader&) = delete;
  ~PngReader() { png_destroy_read_struct(&png_, &info_, nullptr); }

  Image read() {
    if (!read_header()) fail();
    expect_image_size(source_, 0, width_, height_, channels_ * sample_bytes_);
    const std::size_t packed = height_ * packed_row_;
    if (packed / kMostDeflated > source_.text().size()) {
      source_.fail_at_byte(source_.text().size(),
                           fmt::format("the file ends here; expected {} x {} pixels, which take "
                                       "more than {} bytes even if compressed as far as deflate "
                                       "can",
                                       width_, height_, packed / kMostDeflated));
    }
    image_.width = static_cast<int>(width_);
    image_.height = static_cast<int>(height_);
    image_.channels = static_cast<int>(channels_);
    image_.most = sample_bytes_ == 1 ? 255 : 65535;
    image_.bytes.resize(height_ * row_bytes_);
    for (std::size_t y = 0; y < height_; ++y) {
      rows_.push_back(image_.bytes.data() + y * row_bytes_);
    }
    if (!read_rows()) fail();
    if (!warning_.empty()) {
      image_.notes.push_back(fmt::format("libpng warns: {}.", escaped_controls(warning_)));
    }
    if (const std::size_t more = source_.text().size() - at_; more > 0) {
      image_.notes.push_back(
          fmt::format("{} bytes after the end of the image were left out.", more));
    }
    return std::move(image_);
  }

 private:
  /// The maximum number of bytes that deflate packs into one byte.
  static constexpr std::size_t kMostDeflated = 1032;

  static PngReader& self(png_structp png) {
    return *static_cast<PngReader*>(png_get_error_ptr(png));
  }
  static void on_error(png_structp png, png_const_charp what) {
    self(png).error_ = what;
    png_longjmp(png, 1);
  }
  static void on_warning(png_structp png, png_const_charp what) {
    if (self(png).warning_.empty()) self(png).warning_ = what;
  }
  static void on_read(png_structp png, png_bytep to, std::size_t count) {
    PngReader& reader = self(png);
    if (reader.source_.text().size() - reader.at_ < count) {
      reader.at_ = reader.source_.text().size();
      png_error(png, "the file ends here");
    }
    reader.source_.text().copy(reinterpret_cast<char*>(to), count, reader.at_);
    reader.at_ += count;
  }

  /// Reads the header. Makes libpng return rows with 8 or 16 bits per sample and without palettes.
  /// Returns false after an error.
  bool read_header() {
    if (setjmp(png_jmpbuf(png_)) != 0) return false;
    png_set_read_fn(png_, this, on_read);
    png_set_user_limits(png_, Image::kMostBytes, Image::kMostBytes);
    png_set_keep_unknown_chunks(png_, PNG_HANDLE_CHUNK_NEVER, nullptr, -1);
    png_read_info(png_, info_);
    width_ = png_get_image_width(png_, info_);
    height_ = png_get_image_height(png_, info_);
    packed_row_ = png_get_rowbytes(png_, info_);
    png_set_expand(png_);
    png_set_interlace_handling(png_);
    png_read_update_info(png_, info_);
    channels_ = png_get_channels(png_, info_);
    sample_bytes_ = png_get_bit_depth(png_, info_) / 8;
    row_bytes_ = png_get_rowbytes(png_, info_);
    return true;
  }

  bool read_rows() {
    if (setjmp(png_jmpbuf(png_)) != 0) return false;
    png_read_image(png_, rows_.data());
    png_read_end(png_, nullptr);
    return true;
  }

  [[noreturn]] void fail() const {
    source_.fail_at_byte(at_, fmt::format("{}; expected a valid PNG image",
                                          error_.empty() ? "libpng cannot start" : error_));
  }

  const TextFile& source_;
  std::size_t at_ = 0;
  png_structp png_ = nullptr;
  png_infop info_ = nullptr;
  std::string error_;
  std::string warning_;
  std::size_t width_ = 0;
  std::size_t height_ = 0;
  std::size_t channels_ = 0;
  std::size_t sample_bytes_ = 0;
  std::size_t row_bytes_ = 0;
  std::size_t packed_row_ = 0;  ///< bytes of a row before compression by deflate
  std::vector<png_bytep> rows_;
  Image image_;
};

}  // namespace

bool begins_as_png(std::string_view text) { return text.starts_with(kPngSignature); }

Image read_png(const TextFile& source) {
  if (!begins_as_png(source.text())) {
    source.fail_at_byte(0, fmt::format("begins with {}; expected a PNG image",
                                       in_quotes(source.text().substr(0, 8))));
  }
  return PngReader(source).read();
}

}  // namespace fairway
