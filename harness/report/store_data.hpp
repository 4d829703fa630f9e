#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace fairway {

/// A text of the page, packed, that its program finds by `id`.
struct PagePart {
  std::string id;
  std::string packed;
};

/// What the page knows of one result store.
struct StoreData {
  /// "facts" first: a JSON object of runs, worlds, methods, builds and the answers that need words.
  /// Then the columns of queries ("query-optimum") and of answers ("answer-ns", a value for each
  /// method and query, those of one method together), and "pictures-I" of the world I.
  std::vector<PagePart> parts;
  std::size_t answers = 0;
  std::size_t picture_bytes = 0;
};

/// Reads a store. Ids of parts begin with `prefix`. Throws DatabaseError, and StoreMismatch if the
/// file is not a result store of this version.
StoreData read_store_data(const std::filesystem::path& store, const std::string& prefix);

}  // namespace fairway
