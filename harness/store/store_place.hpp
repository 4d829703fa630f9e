#pragma once

#include <filesystem>

#include "harness/store/result_store.hpp"

namespace fairway {

/// Makes a folder with a new name below a folder. Throws OutputError.
std::filesystem::path make_folder_below(const std::filesystem::path& folder);

/// Where a run works on its result store. SQLite's write-ahead log does not work on network file
/// systems. So a run can work on a copy in a new folder below a local one, and replace the store in
/// its own folder by finished copies.
class StorePlace {
 public:
  /// An empty `scratch` means to work in the folder itself. Copies the store that the folder has,
  /// if any. Throws StoreUnavailable if that store is being written, and OutputError.
  StorePlace(const std::filesystem::path& folder, const std::filesystem::path& scratch);
  /// Removes the local copy, unless it holds more than could be published.
  ~StorePlace();
  StorePlace(const StorePlace&) = delete;
  StorePlace& operator=(const StorePlace&) = delete;

  /// The store to work on.
  const std::filesystem::path& file() const { return file_; }
  /// Replaces the folder's store by a copy of the one that is worked on: the copy is written beside
  /// it, to the disk, and renamed. Readers see the old store or the new one. Does nothing if the
  /// folder's store itself is worked on. Throws StoreUnavailable if another run has put a store
  /// there that has more measurements, and DatabaseError and OutputError, all of which leave the
  /// folder's store as it was. O(bytes of the store).
  void publish(ResultStore& store);

 private:
  std::filesystem::path published_;
  std::filesystem::path local_;  ///< empty if the folder's store itself is worked on
  std::filesystem::path file_;
  bool behind_ = false;  ///< whether the last copy failed
};

}  // namespace fairway
