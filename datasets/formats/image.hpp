#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/freespace/raster.hpp"
#include "algorithms/freespace/world_input.hpp"
#include "algorithms/geometry/point.hpp"
#include "datasets/text.hpp"

namespace fairway {

/// A raster image, rows from the top. A pixel has one to four samples: grey, grey and alpha, RGB,
/// or RGB and alpha, each in one or two bytes, the higher first.
struct Image {
  /// Of the samples. 16384 x 16384 grey pixels have as many.
  static constexpr std::size_t kMostBytes = std::size_t{1} << 28;

  int width = 0;
  int height = 0;
  int channels = 1;
  int most = 255;  ///< the sample of white, and of what is opaque: 1 to 65535
  std::vector<std::uint8_t> bytes;
  std::vector<std::string> notes = {};  ///< as of a WorldFile

  std::size_t pixels() const {
    return static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
  }
  bool has_alpha() const { return channels % 2 == 0; }
  /// Precondition: both are inside. O(1).
  int sample(std::size_t pixel, int channel) const {
    const std::size_t i =
        pixel * static_cast<std::size_t>(channels) + static_cast<std::size_t>(channel);
    return most < 256 ? bytes[i] : bytes[2 * i] * 256 + bytes[2 * i + 1];
  }
  /// The brightness of a pixel that is laid over white, from 0 to 1: 0.299 red + 0.587 green +
  /// 0.114 blue (Recommendation ITU-R BT.601) of the stored samples, without regard to their gamma.
  double brightness(std::size_t pixel) const;
  /// The mean of the first `count` samples of a pixel, from 0 to 1.
  double mean(std::size_t pixel, int count) const;
  /// 1 minus that, rounded once.
  double mean_darkness(std::size_t pixel, int count) const;
  /// Whether a pixel is opaque black or white.
  bool is_black_or_white(std::size_t pixel) const;

 private:
  int sum(std::size_t pixel, int count) const;
};

/// Whether a text begins as a PNG image, or as a PBM, PGM or PPM image ('P1' to 'P6').
bool begins_as_png(std::string_view text);
bool begins_as_pnm(std::string_view text);

/// Reads a PNG image of any kind: 1 to 16 bits, palettes, transparency, interlaced. Chunks that do
/// not change the samples are not read. Throws InputError with the byte. Linear. Source: ISO/IEC
/// 15948, by libpng.
Image read_png(const TextFile& source);
/// Reads a PBM, PGM or PPM image, plain or raw. Throws InputError with the line, or the byte among
/// raw samples. Linear. Source: the manuals pbm(5), pgm(5) and ppm(5) of Netpbm.
Image read_pnm(const TextFile& source);
/// Reads either kind. Throws InputError, also for other files.
Image read_image(const TextFile& source);

/// Throws InputError unless there are pixels, and few enough. `line` is 0 for an image without
/// lines, which is refused at byte 0.
void expect_image_size(const TextFile& source, int line, std::size_t width, std::size_t height,
                       std::size_t bytes_per_pixel);

/// Where the pixels of an image lie in the plane, y up.
struct PixelFrame {
  Point origin;     ///< the lower left corner of the lower left pixel
  double size = 1;  ///< of a pixel
  double yaw = 0;   ///< by which the image is turned about the origin, anticlockwise, in radians
  int height = 0;   ///< of the image, in pixels

  /// The corner of pixels at a column and a row, counted from the left and the top. Rounded once to
  /// each coordinate if yaw is zero.
  Point corner(int column, int row) const;
};

/// The border of the free cells, in a plane. Cells that touch only at a corner do not connect.
/// Precondition: the corners of the cells stay apart by far more than they are rounded. O(cells + n
/// log n) for n corners of the border.
Polygons outlines_of_cells(const Raster& raster, const PixelFrame& frame);

}  // namespace fairway
