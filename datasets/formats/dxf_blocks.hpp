#pragma once

#include <cstdint>
#include <vector>

#include "datasets/formats/dxf_drawing.hpp"

namespace fairway {

/// What the blocks of a drawing come to.
class DxfBlockSizes {
 public:
  static constexpr double kMostPoints = 1e7;

  /// Throws InputError if a block contains itself, if one that is inserted is not defined, or if
  /// all that is inserted has more than kMostPoints points. Linear.
  DxfBlockSizes(const TextFile& source, const DxfDrawing& drawing);

  /// How many points the drawing has, with what it inserts.
  double all() const { return all_; }
  /// How many points a block has, with what it inserts. 0 if it has none.
  double of(std::int32_t block) const { return sizes_[static_cast<std::size_t>(block)]; }

 private:
  double size_of(const std::vector<DxfEntity>& entities);
  double block_size(const DxfEntity& insert, std::int32_t number);

  const TextFile& source_;
  const DxfDrawing& drawing_;
  int depth_ = 0;
  double all_ = 0;
  std::vector<double> sizes_;  // -1: not known yet, -2: being found
};

}  // namespace fairway
