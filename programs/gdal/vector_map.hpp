#pragma once

#include <gdal_priv.h>

#include <string>
#include <vector>

#include "datasets/map_options.hpp"
#include "datasets/text.hpp"
#include "datasets/world.hpp"

namespace fairway::gdal {

/// The world of the areas and lines of all layers of a data set. Throws InputError with the layer
/// and the feature.
WorldFile read_vector_map(const TextFile& source, GDALDataset& data, const MapOptions& options);

/// The world of the first band of a data set, or of its colours. Pixels without data are blocked.
/// Throws InputError.
WorldFile read_raster_map(const TextFile& source, GDALDataset& data, const MapOptions& options);

/// Throws InputError if GDAL reported an error since the last call.
void expect_no_fault(const TextFile& source);
/// Warnings that GDAL reported since the last call, each once, with the number of times.
std::vector<std::string> take_warnings();

/// Opens a file by one of the drivers, or if none are stated, of those that read files and nothing
/// else. Nothing if none knows it. Throws InputError if one finds faults in it.
GDALDatasetUniquePtr open_data(const TextFile& source, const std::string& file,
                               const std::vector<std::string>& drivers = {});

/// "m" of metre, "ft" of US survey foot and so on: the sign of a linear unit of a reference system.
std::string unit_of(const OGRSpatialReference* system);

}  // namespace fairway::gdal
