#include <zlib.h>

#include "datasets/formats/image_world.hpp"
#include "tests/fuzz/accepted.hpp"
#include "tests/fuzz/world_checks.hpp"

namespace {

using namespace fairway;

/// Limit of pixels. Larger images are too slow for many runs.
constexpr std::size_t kMostPixels = 1 << 14;

/// Corrects the checksums of PNG chunks, which mutations break.
std::string with_sums(std::string text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  for (std::size_t at = 8; at + 12 <= text.size();) {
    std::size_t size = 0;
    for (std::size_t i = 0; i < 4; ++i) size = size * 256 + byte(at + i);
    if (size > text.size() - at - 12) break;
    const auto sum =
        crc32(0, reinterpret_cast<const Bytef*>(text.data() + at + 4), static_cast<uInt>(size + 4));
    for (std::size_t i = 0; i < 4; ++i) {
      text[at + 8 + size + i] = static_cast<char>(sum >> (24 - 8 * i) & 0xff);
    }
    at += size + 12;
  }
  return text;
}

void check_image(const TextFile& source) {
  const auto image = fuzz::accepted(source, read_image);
  if (!image || image->pixels() > kMostPixels) return;
  for (const char* const option : {"threshold=0.4", "scale=0.1"}) {
    const auto options = MapOptions::of_command_line({option});
    fuzz::check_world(source, make_image_world(source, *image, options));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const TextFile source = fuzz::text_of(data, size, "fuzzed.image");
  check_image(source);
  if (begins_as_png(source.text())) {
    check_image(TextFile("fuzzed.image", with_sums(std::string(source.text()))));
  }
  return 0;
}
