#include "datasets/formats/image.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "algorithms/freespace/boundary.hpp"
#include "datasets/outlines.hpp"

namespace fairway {

double Image::brightness(std::size_t pixel) const {
  // The arithmetic uses integers, except for the last division. The largest value, 1000 * 65535^2,
  // fits into 64 bits.
  const std::int64_t white = most;
  std::int64_t sum = 1000 * std::int64_t{sample(pixel, 0)};
  if (channels >= 3) {
    sum = 299 * std::int64_t{sample(pixel, 0)} + 587 * std::int64_t{sample(pixel, 1)} +
          114 * std::int64_t{sample(pixel, 2)};
  }
  if (!has_alpha()) return static_cast<double>(sum) / static_cast<double>(1000 * white);
  const std::int64_t alpha = sample(pixel, channels - 1);
  const std::int64_t laid = sum * alpha + 1000 * white * (white - alpha);
  return static_cast<double>(laid) / static_cast<double>(1000 * white * white);
}

int Image::sum(std::size_t pixel, int count) const {
  int sum = 0;
  for (int c = 0; c < count; ++c) sum += sample(pixel, c);
  return sum;
}

double Image::mean(std::size_t pixel, int count) const {
  return static_cast<double>(sum(pixel, count)) / static_cast<double>(count * most);
}

double Image::mean_darkness(std::size_t pixel, int count) const {
  const int white = count * most;
  return static_cast<double>(white - sum(pixel, count)) / static_cast<double>(white);
}

bool Image::is_black_or_white(std::size_t pixel) const {
  const int first = sample(pixel, 0);
  if (first != 0 && first != most) return false;
  for (int c = 1; c < channels; ++c) {
    const bool alpha = c == channels - 1 && has_alpha();
    if (sample(pixel, c) != (alpha ? most : first)) return false;
  }
  return true;
}

Image read_image(const TextFile& source) {
  if (begins_as_png(source.text())) return read_png(source);
  if (begins_as_pnm(source.text())) return read_pnm(source);
  source.fail(1, fmt::format("begins with {}; expected a PNG, PBM, PGM or PPM image",
                             in_quotes(source.text().substr(0, 8))));
}

void expect_image_size(const TextFile& source, int line, std::size_t width, std::size_t height,
                       std::size_t bytes_per_pixel) {
  const auto refuse = [&](const std::string& what) {
    if (line == 0) source.fail_at_byte(0, what);
    source.fail(line, what);
  };
  const bool fits = width > 0 && height > 0 && width <= Image::kMostBytes &&
                    height <= Image::kMostBytes / width / bytes_per_pixel;
  if (fits) return;
  refuse(
      fmt::format("an image of {} x {} pixels, {} bytes each; expected at least one pixel and "
                  "at most {} bytes",
                  width, height, bytes_per_pixel, Image::kMostBytes));
}

Point PixelFrame::corner(int column, int row) const {
  const double across = column;
  const double up = height - row;
  if (yaw == 0) return {std::fma(across, size, origin.x), std::fma(up, size, origin.y)};
  const double cosine = std::cos(yaw);
  const double sine = std::sin(yaw);
  return {origin.x + size * (across * cosine - up * sine),
          origin.y + size * (across * sine + up * cosine)};
}

Polygons outlines_of_cells(const Raster& raster, const PixelFrame& frame) {
  const auto corner = [&](Point p) {
    return frame.corner(static_cast<int>(p.x), static_cast<int>(p.y));
  };
  std::vector<DirectedEdge> border;
  for (const BoundaryEdge& edge : boundary_of(raster)) {
    border.emplace_back(corner(edge.b), corner(edge.a));  // y points down in rasters
  }
  return trace_rings(border);
}

}  // namespace fairway
