#pragma once

#include <stdint.h>

/// The interface of libGPPCentry.so, the newer form of an entry of the grid competition (GPPC). The
/// binary layout is the competition's.

#ifdef __cplusplus
extern "C" {
#endif

struct gppc_point {
  uint16_t x;
  uint16_t y;
};

/// The answer to a query: `length` points, 0 if there is no path. `path` is valid until the next
/// call. If `incomplete` is 1, the next call of gppc_get_path() continues the path.
struct gppc_path {
  const struct gppc_point* path;
  uint32_t length;
  uint8_t incomplete;
};

/// A rectangle of cells. With i = y * width + x, cell (x, y) is bit i % 8 of byte i / 8; bit 0 is
/// the lowest. 1 means free. `pos` is the cell of the world at which the patch begins. The bits
/// stay valid until gppc_free_data() returns.
struct gppc_patch {
  const uint8_t* bitarray;
  uint16_t width;
  uint16_t height;
  struct gppc_point pos;
};

/// Writes the preprocessed data to a file. Called in a separate process.
void gppc_preprocess_init_map(struct gppc_patch init_map, const char* preprocess_filename);
/// Returns a pointer that the caller passes to the functions below as `data`. When the world
/// changes, the caller changes the bits of `active_map`.
void* gppc_search_init(struct gppc_patch active_map, const char* preprocess_filename);
/// Called after the bits of the world have changed.
void gppc_map_change(void* data, const struct gppc_patch* changes, uint32_t changes_length);
struct gppc_path gppc_get_path(void* data, struct gppc_point start, struct gppc_point goal);
void gppc_free_data(void* data);
const char* gppc_get_name(void);

#ifdef __cplusplus
}
#endif
