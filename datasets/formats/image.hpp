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

/// A raster image. Row 0 is the top row. A pixel has one to four samples: grey, grey and alpha,
/// RGB, or RGB and alpha. A sample has one or two bytes, the higher byte first.
struct Image {
  /// The maximum size of all samples in bytes. 16384 x 16384 grey pixels of one byte have this
  /// size.
  static constexpr std::size_t kMostBytes = std::size_t{1} << 28;

  int width = 0;
  int height = 0;
  int channels = 1;
  int most = 255;  ///< sample value of white and of opaque alpha: 1 to 65535
  std::vector<std::uint8_t> bytes;
  std::vector<std::string> notes = {};  ///< see WorldFile::notes

  std::size_t pixels() const {
    return static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
  }
  bool has_alpha() const { return channels % 2 == 0; }
  /// A sample of a pixel. Precondition: both indices are in range. O(1).
  int sample(std::size_t pixel, int channel) const {
    const std::size_t i =
        pixel * static_cast<std::size_t>(channels) + static_cast<std::size_t>(channel);
    return most < 256 ? bytes[i] : bytes[2 * i] * 256 + bytes[2 * i + 1];
  }
  /// The brightness of a pixel over a white background, from 0 to 1: 0.299 red + 0.587 green +
  /// 0.114 blue (Recommendation ITU-R BT.601) of the stored samples, without gamma correction.
  double brightness(std::size_t pixel) const;
  /// The mean of the first `count` samples of a pixel, from 0 to 1.
  double mean(std::size_t pixel, int count) const;
  /// 1 - mean(pixel, count), rounded once.
  double mean_darkness(std::size_t pixel, int count) const;
  /// Whether a pixel is opaque black or white.
  bool is_black_or_white(std::size_t pixel) const;

 private:
  int sum(std::size_t pixel, int count) const;
};

/// Whether a text begins like a PNG image, or like a PBM, PGM or PPM image ('P1' to 'P6').
bool begins_as_png(std::string_view text);
bool begins_as_pnm(std::string_view text);

/// Reads a PNG image of any kind: 1 to 16 bits, palettes, transparency, interlaced. Ignores chunks
/// that do not change the samples. Throws InputError with the position of the fault in bytes.
/// Linear. Uses libpng. Source of the format: ISO/IEC 15948.
Image read_png(const TextFile& source);
/// Reads a PBM, PGM or PPM image, plain or raw. Throws InputError with the line of the fault, or
/// with its position in bytes for raw samples. Linear. Source of the formats: the manuals pbm(5),
/// pgm(5) and ppm(5) of Netpbm.
Image read_pnm(const TextFile& source);
/// Reads a PNG, PBM, PGM or PPM image. Throws InputError if the file is faulty or of another kind.
Image read_image(const TextFile& source);

/// Throws InputError unless the image has at least one pixel and at most Image::kMostBytes bytes.
/// For an image format without lines, `line` is 0, and the error is reported at byte 0.
void expect_image_size(const TextFile& source, int line, std::size_t width, std::size_t height,
                       std::size_t bytes_per_pixel);

/// The position of an image in the plane; y points up.
struct PixelFrame {
  Point origin;     ///< lower left corner of the lower left pixel
  double size = 1;  ///< side of a pixel
  double yaw = 0;   ///< rotation about the origin, anticlockwise, in radians
  int height = 0;   ///< height of the image in pixels

  /// The point in the plane that is `column` pixels from the left and `row` pixels from the top of
  /// the image. Each coordinate is rounded once if yaw is 0.
  Point corner(int column, int row) const;
};

/// The border of the free cells in the plane. Cells that touch only at a corner are not connected.
/// Precondition: the side of a cell is far larger than rounding errors. O(cells + n log n) for n
/// corners of the border.
Polygons outlines_of_cells(const Raster& raster, const PixelFrame& frame);

}  // namespace fairway
