#pragma once

#include <gdal_priv.h>

#include <string>
#include <vector>

#include "datasets/map_options.hpp"
#include "datasets/text.hpp"
#include "datasets/world.hpp"

namespace fairway::gdal {

/// Makes a world of the areas and lines of all layers of a data set. The message of the InputError
/// that it throws names the layer and the feature.
WorldFile read_vector_map(const TextFile& source, GDALDataset& data, const MapOptions& options);

/// Makes a world of the first band of a data set, or of its colours. Pixels without data are
/// blocked. Throws InputError.
WorldFile read_raster_map(const TextFile& source, GDALDataset& data, const MapOptions& options);

/// Throws InputError if GDAL reported an error since the last call.
void expect_no_fault(const TextFile& source);
/// Returns the distinct warnings of GDAL since the last call, each with its count.
std::vector<std::string> take_warnings();

/// Opens a file with one of the drivers. If the list is empty, only drivers that read no other file
/// are tried. Returns null if no driver knows the format. Throws InputError if a driver reports a
/// fault.
GDALDatasetUniquePtr open_data(const TextFile& source, const std::string& file,
                               const std::vector<std::string>& drivers = {});

/// The linear unit of a reference system: "m", or GDAL's name of another unit. Empty if `system` is
/// null, or neither projected nor local.
std::string unit_of(const OGRSpatialReference* system);

}  // namespace fairway::gdal
