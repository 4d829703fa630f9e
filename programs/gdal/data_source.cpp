#include <cpl_conv.h>
#include <cpl_error.h>
#include <cpl_string.h>
#include <fmt/format.h>

#include <array>
#include <map>
#include <string>

#include "programs/gdal/vector_map.hpp"

namespace fairway::gdal {

namespace {

std::string& fault() {
  static std::string text;
  return text;
}

std::map<std::string, std::size_t>& warnings() {
  static std::map<std::string, std::size_t> counts;
  return counts;
}

void CPL_STDCALL on_error(CPLErr kind, CPLErrorNum, const char* message) {
  constexpr std::size_t kMostWarnings = 100;
  if (kind == CE_Warning) {
    if (warnings().size() < kMostWarnings || warnings().contains(message)) ++warnings()[message];
  } else if (kind >= CE_Failure && fault().empty()) {
    fault() = message;
  }
}

/// Whether a driver reads only the given file. Some drivers also read from servers, or from other
/// files to which the given file refers.
bool reads_files_only(GDALDriver& driver) {
  constexpr std::array kOthers{"VRT",     "OGR_VRT", "WMS",     "WMTS", "WCS",   "GMLAS",
                               "STACTA",  "STACIT",  "DERIVED", "HTTP", "OSM",   "CSV",
                               "GeoJSON", "XYZ",     "PDF",     "GTI",  "ISIS3", "ISIS2"};
  for (const char* other : kOthers) {
    if (EQUAL(driver.GetDescription(), other)) return false;
  }
  return driver.GetMetadataItem(GDAL_DMD_EXTENSIONS) != nullptr ||
         driver.GetMetadataItem(GDAL_DMD_EXTENSION) != nullptr;
}

}  // namespace

void expect_no_fault(const TextFile& source) {
  if (fault().empty()) return;
  const std::string text = std::move(fault());
  fault().clear();
  source.fail(0, fmt::format("GDAL: {}; expected a file that GDAL reads without errors", text));
}

std::vector<std::string> take_warnings() {
  std::vector<std::string> sentences;
  for (const auto& [text, count] : warnings()) {
    sentences.push_back(
        fmt::format("GDAL warned{}: {}", count > 1 ? fmt::format(" {} times", count) : "", text));
  }
  warnings().clear();
  return sentences;
}

GDALDatasetUniquePtr open_data(const TextFile& source, const std::string& file,
                               const std::vector<std::string>& drivers) {
  for (const auto& [name, value] : {
           std::pair("GDAL_PAM_ENABLED", "NO"),            // writes no .aux.xml
           std::pair("GDAL_VALIDATE_OPEN_OPTIONS", "NO"),  // the next options are for GML only
           std::pair("GML_DOWNLOAD_SCHEMA", "NO"),         //
           std::pair("GML_SKIP_RESOLVE_ELEMS", "ALL"),     // follows no links
           std::pair("GML_SAVE_RESOLVED_TO", "NO"),        //
           std::pair("OGR_GEOMETRY_ACCEPT_UNCLOSED_RING", "YES"),  // a note counts these rings
           std::pair("DXF_MERGE_BLOCK_GEOMETRIES", "FALSE"),       // each shape keeps its layer
           std::pair("DXF_INLINE_BLOCKS", "TRUE"),
           std::pair("SHAPE_RESTORE_SHX", "NO"),
           std::pair("SQLITE_LIST_ALL_TABLES", "NO"),
           std::pair("OGR_SQLITE_LOAD_EXTENSIONS", ""),
           std::pair("CPL_VSIL_CURL_ALLOWED_EXTENSIONS", "none"),
           std::pair("GDAL_MAX_DATASET_POOL_SIZE", "2"),
           std::pair("GDAL_CACHEMAX", "256"),
       }) {
    CPLSetConfigOption(name, value);
  }
  GDALAllRegister();
  CPLSetErrorHandler(on_error);
  CPLStringList names;
  for (const std::string& driver : drivers) names.AddString(driver.c_str());
  GDALDriverManager& manager = *GetGDALDriverManager();
  for (int i = 0; drivers.empty() && i < manager.GetDriverCount(); ++i) {
    GDALDriver& driver = *manager.GetDriver(i);
    if (reads_files_only(driver)) names.AddString(driver.GetDescription());
  }
  CPLStringList for_gml;
  for_gml.SetNameValue("WRITE_GFS", "NO");
  for_gml.SetNameValue("DOWNLOAD_SCHEMA", "NO");
  const auto open = [&](unsigned kind) {
    fault().clear();
    warnings().clear();
    return GDALDatasetUniquePtr(
        GDALDataset::Open(file.c_str(), kind | GDAL_OF_READONLY, names.List(), for_gml.List()));
  };
  GDALDatasetUniquePtr data = open(GDAL_OF_VECTOR);
  const bool vector = data && data->GetLayerCount() > 0;
  if (!vector) {
    const std::string text = fault();
    GDALDatasetUniquePtr raster = open(GDAL_OF_RASTER);
    if (raster && raster->GetRasterCount() > 0) return raster;
    if (!text.empty()) fault() = text;
    if (!data) {
      expect_no_fault(source);
      return nullptr;
    }
    expect_no_fault(source);
    source.fail(0, fmt::format("the {} file has no layers; expected areas, lines or a raster",
                               data->GetDriverName()));
  }
  return data;
}

}  // namespace fairway::gdal
