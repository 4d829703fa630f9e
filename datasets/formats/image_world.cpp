#include "datasets/formats/image_world.hpp"

#include <fmt/format.h>

#include "datasets/tile_table.hpp"

namespace fairway {

WorldFile make_image_world(const TextFile& source, const Image& image, const MapOptions& options) {
  const double threshold = options.number("threshold", 0, 1).value_or(0.5);
  const bool invert = options.flag("invert");
  const auto scale = options.number("scale", 1e-9, 1e9);
  Raster raster(image.width, image.height);
  std::size_t free = 0;
  std::size_t between = 0;
  std::size_t clear = 0;
  std::size_t pixel = 0;
  for (int y = 0; y < image.height; ++y) {
    for (Raster::Class& cell : raster.row(y)) {
      const double brightness = image.brightness(pixel);
      if (invert ? brightness < threshold : brightness > threshold) {
        cell = kGround;
        ++free;
      }
      if (!image.is_black_or_white(pixel)) ++between;
      if (image.has_alpha() && image.sample(pixel, image.channels - 1) < image.most) ++clear;
      ++pixel;
    }
  }
  WorldFile world;
  world.file = source.file();
  world.notes = image.notes;
  world.notes.push_back(fmt::format("{} of {} pixels are free, because they are {} than {}.", free,
                                    pixel, invert ? "darker" : "brighter", threshold));
  if (between > 0) {
    world.notes.push_back(
        fmt::format("{} pixels are neither black nor white; the threshold decides.", between));
  }
  if (clear > 0) {
    world.notes.push_back(
        fmt::format("{} pixels are not opaque; they were blended with white.", clear));
  }
  if (scale) {
    world.content = outlines_of_cells(raster, {{0, 0}, *scale, 0, image.height});
    world.units.origin = "the lower left corner of the image, y up";
  } else {
    world.content = std::move(raster);
    world.units = {"pixels", "the upper left corner of the image, y down"};
  }
  return world;
}

WorldFile parse_png(const TextFile& source, const MapOptions& options) {
  return make_image_world(source, read_png(source), options);
}

WorldFile parse_pnm(const TextFile& source, const MapOptions& options) {
  return make_image_world(source, read_pnm(source), options);
}

}  // namespace fairway
