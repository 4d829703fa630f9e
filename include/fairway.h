/* SPDX-License-Identifier: MIT */
#ifndef FAIRWAY_H
#define FAIRWAY_H

/** @file
 * The C interface of Fairway. Example: the length of a path around a wall, and its gap.
 *
 *     #include <fairway.h>
 *     #include <stdio.h>
 *
 *     int main(void) {
 *       const fairway_point ring[] = {{0, 0}, {10, 0}, {10, 10}, {5, 1}, {0, 10}};
 *       const size_t size = 5;
 *       fairway_world* world = fairway_world_from_rings(ring, &size, 1, 0, NULL, 0);
 *       fairway_method* method = fairway_method_new(world, "hub-labels", NULL, 0);
 *       const fairway_path* path =
 *           fairway_method_path(method, (fairway_point){1, 2}, (fairway_point){9, 2}, 1);
 *       if (path == NULL) puts(fairway_error());
 *       else printf("length %g, gap %g\n", path->length, path->judgement.gap);
 *       fairway_method_free(method);
 *       fairway_world_free(world);
 *     }
 *
 * Units: coordinates and lengths are in map units; times are in nanoseconds; memory is in bytes.
 *
 * Errors: a function that returns a pointer returns NULL on failure, and a function that returns
 * int returns 0. Then fairway_error() names the argument and what was expected. A NULL handle is an
 * error. A failed call changes nothing.
 *
 * Ownership: the caller frees worlds and methods, in any order. The functions copy their arguments.
 * Results of a world are valid until the world is freed. Results of a method are valid until the
 * next call with this method.
 *
 * Threads: any number of threads may use one world. Only one thread at a time may use one method.
 */

#include <stddef.h>
#include <stdint.h>

/** Exports a function from the shared library. */
#if defined(__GNUC__)
#define FAIRWAY_API __attribute__((visibility("default")))
#else
#define FAIRWAY_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** Version of this header. It grows when a function or a struct changes or disappears. */
#define FAIRWAY_INTERFACE 1
/** Returns FAIRWAY_INTERFACE of the library. Compare it with the header's value. */
FAIRWAY_API int fairway_interface(void);
/** Returns the version of Fairway, such as "0.4.0". */
FAIRWAY_API const char* fairway_version(void);
/** Returns the message of the last failed call of this thread, or "". Valid until the next failure.
 */
FAIRWAY_API const char* fairway_error(void);

/** A world: closed free space with straight borders. It never changes. */
typedef struct fairway_world fairway_world;
/** A method with its index of a world, and scratch space for queries. */
typedef struct fairway_method fairway_method;

/** A point in map units. */
typedef struct fairway_point {
  double x; /**< first coordinate */
  double y; /**< second coordinate */
} fairway_point;

/** A table of numbers, row by row. */
typedef struct fairway_table {
  const double* values; /**< rows * columns numbers */
  size_t rows;          /**< number of rows */
  size_t columns;       /**< numbers in a row */
} fairway_table;

/* ---- Worlds ---- */

/**
 * Makes a world of rings. `points` has the points of all rings, `sizes` the number of points of
 * each ring. The first point of a ring is not repeated. The first `outlines` rings are outlines,
 * the next `holes` rings are holes. Rings may touch but not cross. `walls` has two points for each
 * of `wall_count` walls of zero width inside free space; it may be NULL. O(n log n).
 */
FAIRWAY_API fairway_world* fairway_world_from_rings(const fairway_point* points,
                                                    const size_t* sizes, size_t outlines,
                                                    size_t holes, const fairway_point* walls,
                                                    size_t wall_count);
/**
 * Makes a world of unit cells: cells[y * width + x] covers [x, x + 1] x [y, y + 1]. 0 is blocked. A
 * wall of zero width separates cells of different classes 1 to 255.
 */
FAIRWAY_API fairway_world* fairway_world_from_cells(const uint8_t* cells, size_t width,
                                                    size_t height);
/**
 * Reads a world from a file of any format that `fairway path` reads. `options` has a line
 * NAME=VALUE for each option of the reader; it may be NULL.
 */
FAIRWAY_API fairway_world* fairway_world_read(const char* file, const char* options);
/** Like fairway_world_read(), from memory. `name` is the file's name in messages; it helps to
 * detect the format. */
FAIRWAY_API fairway_world* fairway_world_parse(const char* name, const void* text, size_t size,
                                               const char* options);
/** Returns the places for the centre of a disc with this radius, as a world. 0 copies the world. */
FAIRWAY_API fairway_world* fairway_world_eroded(const fairway_world* world, double radius);
/**
 * Returns the world after a change of its cells: a block of new cells from cell (x, y). Only for
 * worlds of cells.
 */
FAIRWAY_API fairway_world* fairway_world_set_cells(const fairway_world* world, size_t x, size_t y,
                                                   size_t width, size_t height,
                                                   const uint8_t* cells);
/**
 * Returns the world after obstacles disappear and appear. `removed` has the ids of existing
 * obstacles. `added` has new ids; the insides of their rings are blocked. `points` and `sizes` give
 * the rings as in fairway_world_from_rings(). Only for worlds without cells.
 */
FAIRWAY_API fairway_world* fairway_world_set_obstacles(const fairway_world* world,
                                                       const int32_t* removed, size_t removed_count,
                                                       const int32_t* added, size_t added_count,
                                                       const fairway_point* points,
                                                       const size_t* sizes);
FAIRWAY_API void fairway_world_free(fairway_world* world); /**< NULL is permitted. */

/** Facts about a world. */
typedef struct fairway_world_facts {
  double min_x;      /**< box of free space */
  double min_y;      /**< box of free space */
  double max_x;      /**< box of free space */
  double max_y;      /**< box of free space */
  double area;       /**< free area in square map units */
  size_t components; /**< components of the interior */
  size_t width;      /**< width in cells; 0 without cells */
  size_t height;     /**< height in cells; 0 without cells */
  size_t bytes;      /**< memory of input and derived structures */
} fairway_world_facts;
/** Writes the facts about a world. */
FAIRWAY_API int fairway_world_describe(const fairway_world* world, fairway_world_facts* facts);
/** Returns 1 if the point lies in free space or on its border, 0 if not, -1 on failure. */
FAIRWAY_API int fairway_world_contains(const fairway_world* world, fairway_point point);
/**
 * Returns the rings of free space: a row x, y, ring, outline for each point. `ring` counts rings;
 * `outline` is 1 or 0. Walls of zero width follow as rings of two points with outline -1.
 */
FAIRWAY_API const fairway_table* fairway_world_rings(const fairway_world* world);
/** Returns width * height classes of cells, or NULL for a world without cells. */
FAIRWAY_API const uint8_t* fairway_world_cells(const fairway_world* world);
/** Returns the world as text of Fairway's world files (docs/world-file.md). */
FAIRWAY_API const char* fairway_world_text(const fairway_world* world);

/* ---- Judging ---- */

/** The judgement of a path. Numbers that do not exist are NaN. */
typedef struct fairway_judgement {
  int legal;       /**< 1 if the path is legal and leads from start to goal */
  int64_t segment; /**< first illegal segment, from 0; -1 if all segments are legal */
  /** "none", "corridor" or "slack": the larger part of the gap of a legal path. "ends" or "walls":
   * why the path is illegal. "no path": the path has no points. */
  const char* cause;
  char reason[128];    /**< why the path is illegal, or "" */
  double length;       /**< length of the path */
  double optimum;      /**< length of the shortest legal path; infinity if there is none */
  double gap;          /**< length / optimum - 1 */
  double corridor_gap; /**< shortest homotopic path / optimum - 1 */
  double slack;        /**< length / shortest homotopic path - 1 */
} fairway_judgement;

/**
 * Judges a path of `count` points by an exact checker and two exact solvers. The first call with a
 * world builds the solvers. Fails if start or goal lies outside free space.
 */
FAIRWAY_API int fairway_judge(const fairway_world* world, fairway_point start, fairway_point goal,
                              const fairway_point* points, size_t count,
                              fairway_judgement* judgement);
/**
 * Returns the shortest legal path as rows x, y, empty if there is none. The result belongs to the
 * thread; it is valid until the thread's next call of this function.
 */
FAIRWAY_API const fairway_table* fairway_optimal_path(const fairway_world* world,
                                                      fairway_point start, fairway_point goal);

/* ---- Methods ---- */

/** Returns a JSON array of methods: name, representation, smoother, search, options with help. */
FAIRWAY_API const char* fairway_methods(void);
/**
 * Builds a method. `options` is a JSON object of the representation's options and of search
 * settings (docs/sweeps.md); NULL means none. `may_change` 1 prepares fairway_method_follow(),
 * which takes memory and time.
 */
FAIRWAY_API fairway_method* fairway_method_new(const fairway_world* world, const char* name,
                                               const char* options, int may_change);
FAIRWAY_API void fairway_method_free(fairway_method* method); /**< NULL is permitted. */

/** Facts about the index of a method. */
typedef struct fairway_method_facts {
  int64_t build_ns;   /**< build time, with the structures of the world that the method uses */
  int64_t parts_ns;   /**< time of these structures */
  size_t bytes;       /**< memory, with these structures */
  size_t parts_bytes; /**< memory of these structures */
  size_t vertices;    /**< vertices of the graph */
  size_t edges;       /**< undirected edges of the graph */
  int64_t components; /**< connected components of the graph */
  double coverage;    /**< share of the free area that the method represents */
} fairway_method_facts;
/** Writes the facts about the current index of a method. */
FAIRWAY_API int fairway_method_describe(const fairway_method* method, fairway_method_facts* facts);

/** The answer to a query. */
typedef struct fairway_path {
  const fairway_point* points; /**< the path; empty if the method found none */
  size_t count;                /**< number of points */
  double length;               /**< infinity without a path */
  int64_t locate_ns;           /**< time to locate the ends */
  int64_t attach_ns;           /**< time to attach the ends to the graph */
  int64_t search_ns;           /**< time of the search */
  int64_t realise_ns;          /**< time to turn the result of the search into points */
  int64_t smooth_ns;           /**< time of the smoother */
  uint64_t expanded;           /**< vertices expanded */
  uint64_t generated;          /**< edges generated */
  fairway_judgement judgement; /**< all zero unless asked for */
} fairway_path;

/** Answers a query. `judged` 1 also judges the path. Fails if start or goal lies outside free
 * space. */
FAIRWAY_API const fairway_path* fairway_method_path(fairway_method* method, fairway_point start,
                                                    fairway_point goal, int judged);
/**
 * Writes the lengths of `count` paths; infinity means no path. Uses `threads` threads. Fails if an
 * end lies outside free space; then the content of `lengths` is undefined.
 */
FAIRWAY_API int fairway_method_lengths(fairway_method* method, const fairway_point* starts,
                                       const fairway_point* goals, size_t count, int threads,
                                       double* lengths);
/** Returns a picture of the index: rows x1, y1, x2, y2. Empty if the method has no picture. */
FAIRWAY_API const fairway_table* fairway_method_drawing(fairway_method* method);
/**
 * Answers a query and returns the steps of its search: rows kind, node, parent, g, h, x, y. kind is
 * 0 (reached), 1 (expanded) or 2 (closed). node -2 is the goal; parent -1 is the start. Empty if
 * the method records no steps.
 */
FAIRWAY_API const fairway_table* fairway_method_trace(fairway_method* method, fairway_point start,
                                                      fairway_point goal);

/** The cost of a change. */
typedef struct fairway_change_cost {
  int64_t world_ns;  /**< for the structures of the world that the method uses */
  int64_t method_ns; /**< for the index */
  int repaired;      /**< 1 if the index was repaired, 0 if it was rebuilt */
} fairway_change_cost;
/**
 * Repairs or rebuilds the method for `next`. fairway_world_set_cells() or
 * fairway_world_set_obstacles() must have made `next` from the method's current world. The method
 * must have been built with may_change 1. `cost` may be NULL.
 */
FAIRWAY_API int fairway_method_follow(fairway_method* method, const fairway_world* next,
                                      fairway_change_cost* cost);

#ifdef __cplusplus
}
#endif

#endif
