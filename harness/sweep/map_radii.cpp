#include "harness/sweep/map_radii.hpp"

#include <stdexcept>
#include <utility>

#include "algorithms/freespace/narrow_places.hpp"
#include "datasets/read_world.hpp"

namespace fairway {

double radius_unit_length(WorldFile map, RadiusUnit unit) {
  const FreeSpace space = make_free_space(std::move(map));
  if (unit == RadiusUnit::kCell) {
    if (!space.made_of_cells()) {
      throw std::invalid_argument("the radius unit 'cell': expected a map of cells");
    }
    return 1;
  }
  const auto passage = narrowest_passage(space);
  if (!passage) {
    throw std::invalid_argument(
        "the radius unit 'passage': the map has no narrowest passage; expected the unit 'map' or "
        "'cell'");
  }
  return passage->width;
}

}  // namespace fairway
