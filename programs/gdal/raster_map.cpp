#include <fmt/format.h>

#include <array>
#include <cmath>
#include <vector>

#include "datasets/formats/image.hpp"
#include "datasets/tile_table.hpp"
#include "programs/gdal/vector_map.hpp"

namespace fairway::gdal {

namespace {

/// Reads rows of a raster as numbers. If pixels are bytes, a number is the brightness from 0 to 1.
/// Otherwise it is the value of the pixel.
class RasterRows {
 public:
  RasterRows(const TextFile& source, GDALDataset& data) : source_(source), data_(data) {
    GDALRasterBand* const first = data.GetRasterBand(1);
    const bool bytes = first->GetRasterDataType() == GDT_Byte;
    palette_ = bytes ? first->GetColorTable() : nullptr;
    colours_ = bytes && palette_ == nullptr && data.GetRasterCount() >= 3;
    brightness_ = bytes;
  }

  bool is_brightness() const { return brightness_; }

  /// The numbers of a row; NaN for pixels without data.
  const std::vector<double>& read(int y) {
    const std::size_t width = static_cast<std::size_t>(data_.GetRasterXSize());
    values_.assign(width, 0);
    std::vector<double> band(width);
    constexpr std::array kShares{0.299, 0.587, 0.114};
    for (int b = 0; b < (colours_ ? 3 : 1); ++b) {
      read_band(*data_.GetRasterBand(b + 1), y, band);
      for (std::size_t x = 0; x < width; ++x) {
        const double value = palette_ != nullptr ? of_palette(static_cast<int>(band[x])) : band[x];
        values_[x] += colours_ ? kShares[static_cast<std::size_t>(b)] * value : value;
      }
    }
    mask_.resize(width);
    if (data_.GetRasterBand(1)->GetMaskBand()->RasterIO(GF_Read, 0, y, static_cast<int>(width), 1,
                                                        mask_.data(), static_cast<int>(width), 1,
                                                        GDT_Byte, 0, 0, nullptr) != CE_None) {
      expect_no_fault(source_);
    }
    for (std::size_t x = 0; x < width; ++x) {
      values_[x] = mask_[x] == 0 ? std::nan("") : values_[x] / (brightness_ ? 255 : 1);
    }
    return values_;
  }

 private:
  void read_band(GDALRasterBand& band, int y, std::vector<double>& values) const {
    const int width = static_cast<int>(values.size());
    if (band.RasterIO(GF_Read, 0, y, width, 1, values.data(), width, 1, GDT_Float64, 0, 0,
                      nullptr) != CE_None) {
      expect_no_fault(source_);
      source_.fail(0, fmt::format("row {} of the raster cannot be read", y));
    }
  }

  double of_palette(int index) const {
    const GDALColorEntry* entry = palette_->GetColorEntry(index);
    if (entry == nullptr) return std::nan("");
    return 0.299 * entry->c1 + 0.587 * entry->c2 + 0.114 * entry->c3;
  }

  const TextFile& source_;
  GDALDataset& data_;
  const GDALColorTable* palette_ = nullptr;
  bool colours_ = false;
  bool brightness_ = false;
  std::vector<double> values_;
  std::vector<GByte> mask_;
};

}  // namespace

WorldFile read_raster_map(const TextFile& source, GDALDataset& data, const MapOptions& options) {
  constexpr std::array<std::string_view, 3> kKnown{"threshold", "invert", "cells"};
  options.expect_known(kKnown, data.GetDriverName());
  const int width = data.GetRasterXSize();
  const int height = data.GetRasterYSize();
  if (data.GetRasterCount() == 0) {
    source.fail(0, "the raster has no bands; expected at least one band");
  }
  expect_image_size(source, 0, static_cast<std::size_t>(width), static_cast<std::size_t>(height),
                    1);
  RasterRows rows(source, data);
  const auto stated = options.number("threshold");
  if (!rows.is_brightness() && !stated) {
    options.fail("threshold",
                 "is not set, and the pixels of the raster are numbers, not colours; expected the "
                 "number above which a pixel is free");
  }
  const double threshold = stated.value_or(0.5);
  const bool invert = options.flag("invert");
  Raster raster(width, height);
  std::size_t free = 0;
  std::size_t without = 0;
  for (int y = 0; y < height; ++y) {
    const std::vector<double>& values = rows.read(y);
    for (int x = 0; x < width; ++x) {
      const double value = values[static_cast<std::size_t>(x)];
      without += std::isnan(value) ? 1 : 0;
      if (invert ? !(value < threshold) : !(value > threshold)) continue;
      raster.set(x, y, kGround);
      ++free;
    }
  }
  expect_no_fault(source);
  WorldFile world;
  world.file = source.file();
  world.notes = take_warnings();
  world.notes.push_back(fmt::format("{} of {} pixels are free, because they are {} than {}.", free,
                                    static_cast<std::size_t>(width) * height,
                                    invert ? "less" : "greater", threshold));
  if (without > 0) {
    world.notes.push_back(fmt::format("{} pixels have no data and are blocked.", without));
  }
  std::array<double, 6> place{};
  if (options.flag("cells") || data.GetGeoTransform(place.data()) != CE_None) {
    world.content = std::move(raster);
    world.units = {"pixels", "the upper left corner of the raster, y down"};
    return world;
  }
  const double size = place[1];
  if (place[2] != 0 || place[4] != 0 || !(size > 0) || std::abs(place[5] + size) > 1e-9 * size) {
    source.fail(0,
                fmt::format("the pixels measure {} by {}, or the raster is rotated; expected "
                            "square pixels in rows from north to south, or the option cells=true",
                            size, place[5]));
  }
  world.content =
      outlines_of_cells(raster, {{place[0], place[3] - height * size}, size, 0, height});
  const OGRSpatialReference* system = data.GetSpatialRef();
  const bool degrees = system != nullptr && system->IsGeographic();
  world.units = {degrees ? "degrees" : unit_of(system), ""};
  return world;
}

}  // namespace fairway::gdal
