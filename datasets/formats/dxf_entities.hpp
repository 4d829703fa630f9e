#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "datasets/formats/dxf_drawing.hpp"
#include "datasets/formats/dxf_groups.hpp"

namespace fairway {

/// Makes entities of records: POLYLINE goes on in records VERTEX up to SEQEND. What cannot be a
/// border is left out, and counted.
class DxfEntityReader {
 public:
  DxfEntityReader(const DxfReader& reader, DxfDrawing& drawing)
      : reader_(reader), drawing_(drawing) {}

  /// Throws InputError with the line.
  void read(const DxfRecord& record, std::vector<DxfEntity>& entities);
  /// Throws InputError if a POLYLINE is not finished at a line.
  void expect_finished(int line) const;
  /// Appends what was left out: how many of what, and `where`.
  void add_notes(std::string_view where, std::vector<std::string>& notes) const;

 private:
  enum class Vertices { kNone, kPath, kSkipped };

  void leave_out(std::string_view kind) { ++left_out_[std::string(kind)]; }
  DxfEntity begin(const DxfRecord& record) const;
  void read_normal(const DxfRecord& record, DxfEntity& entity) const;
  Vector3 place(const DxfRecord& record, int code) const;
  void add_arc(const DxfRecord& record, bool circle, std::vector<DxfEntity>& entities);
  void add_ellipse(const DxfRecord& record, std::vector<DxfEntity>& entities);
  void add_spline(const DxfRecord& record, std::vector<DxfEntity>& entities);
  void add_light_polyline(const DxfRecord& record, std::vector<DxfEntity>& entities);
  void add_solid(const DxfRecord& record, std::vector<DxfEntity>& entities);
  void add_insert(const DxfRecord& record, std::vector<DxfEntity>& entities);
  void begin_polyline(const DxfRecord& record);
  void add_vertex(const DxfRecord& record);
  void end_polyline(std::vector<DxfEntity>& entities);
  void add_path(DxfEntity&& entity, DxfPath&& path, std::vector<DxfEntity>& entities);

  const DxfReader& reader_;
  DxfDrawing& drawing_;
  std::map<std::string, std::size_t> left_out_;  // by kind
  std::size_t paper_ = 0;
  std::size_t widths_ = 0;

  Vertices vertices_ = Vertices::kNone;
  DxfEntity polyline_;
  DxfPath path_;
  bool in_space_ = false;  // the polyline has a height at each vertex
  double elevation_ = 0;
};

}  // namespace fairway
