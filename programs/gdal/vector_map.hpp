#pragma once

#include <gdal_priv.h>

#include <string>
#include <vector>

#include "datasets/map_options.hpp"
#include "datasets/text.hpp"
#include "datasets/world.hpp"

namespace fairway::gdal {

/// Makes a world of the areas and lines of all layers of a data set. Throws InputError, with the
/// layer and the feature in the message.
WorldFile read_vector_map(const TextFile& source, GDALDataset& data, const MapOptions& options);

/// Makes a world of a raster: of the brightness of its colours, or of the values of its first band.
/// Pixels without data are blocked. Throws InputError.
WorldFile read_raster_map(const TextFile& source, GDALDataset& data, const MapOptions& options);

/// Throws InputError if GDAL reported an error since the last call.
void expect_no_fault(const TextFile& source);
/// Returns GDAL's warnings since the last call as sentences. Equal warnings become one sentence
/// with their count.
std::vector<std::string> take_warnings();

/// Opens a file with the first of `drivers` that knows its format. If the list is empty, tries all
/// drivers that read only the given file. Returns null if no driver knows the format. Throws
/// InputError if a driver reports a fault.
GDALDatasetUniquePtr open_data(const TextFile& source, const std::string& file,
                               const std::vector<std::string>& drivers = {});

/// The linear unit of a reference system: "m" for metres, otherwise GDAL's name of the unit. Empty
/// if `system` is null, or neither projected nor local.
std::string unit_of(const OGRSpatialReference* system);

}  // namespace fairway::gdal
