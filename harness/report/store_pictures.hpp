#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "harness/store/sqlite.hpp"

namespace fairway {

/// A text of the page, packed, that its program finds by `id`.
struct PagePart {
  std::string id;
  std::string packed;
};

/// Rows of a store in the order of the page: their ids, and from an id to its position.
struct Places {
  std::vector<std::int64_t> ids;
  std::unordered_map<std::int64_t, std::size_t> of;

  void add(std::int64_t id) {
    of[id] = ids.size();
    ids.push_back(id);
  }
};

/// An answer by the positions of its query and method.
struct AnswerPlace {
  std::size_t query = 0;
  std::size_t method = 0;
};

/// The bytes that are left for pictures, and what was spent.
struct PictureBudget {
  std::size_t left = 0;
  std::size_t paths = 0;
  std::size_t structures = 0;  ///< walls and structures
};

/// Walls, paths and structures of a store, packed for the page as far as a budget allows. What does
/// not fit is left out. Coordinates are relative to the lower corner of the world's box, in single
/// precision.
///
/// The page gets, for each of the numbered parts, columns of numbers: "walls-W" and "structure-I"
/// x1, y1, x2, y2 of all segments; "paths-I" the positions of query and method (kNoMethod: the
/// optimum), the kind (0 optimum, 1 raw, 2 returned) and the number of points of all paths, and
/// "points-I" x and y of all their points. Of a world that changes, "walls-W" has the walls of all
/// its moments, and "moments-W" after how many bursts each comes, then after how many it goes.
///
/// All functions throw DatabaseError, and std::runtime_error for damaged coordinates.
class StorePictures {
 public:
  static constexpr std::uint32_t kNoMethod = 0xffffffff;

  /// Keeps references to all but the prefix.
  StorePictures(Database& database, const Places& worlds, const Places& methods,
                const Places& queries, std::string prefix);

  void add_walls(PictureBudget& budget);
  /// Of the queries that are chosen for pictures, a part for each world.
  void add_drawn_paths(PictureBudget& budget);
  /// Of given answers, and of the answers at fault of each world.
  void add_worst_paths(const std::vector<AnswerPlace>& worst, PictureBudget& budget);
  /// The smallest first, until one does not fit.
  void add_structures(PictureBudget& budget);
  /// Of all other queries, a part for each world.
  void add_other_paths(PictureBudget& budget);

  /// What the page finds where, and how much was left out.
  const nlohmann::json& contents() const { return contents_; }
  std::vector<PagePart> take_parts() { return std::move(parts_); }

 private:
  struct Walls;

  Walls walls_of(std::int64_t world, std::string_view first);
  bool add(std::vector<PagePart> parts, PictureBudget& budget, std::size_t& spent);
  void add_paths(const std::string& condition, NamedValues values, nlohmann::json about,
                 PictureBudget& budget);

  Database& database_;
  const Places& worlds_;
  const Places& methods_;
  const Places& queries_;
  std::string prefix_;
  std::vector<PagePart> parts_;
  nlohmann::json contents_;
};

}  // namespace fairway
