/* Tests the C interface from plain C: c_interface [CALLS]. With CALLS, repeats the calls, and fails
 * if the resident memory grows. */
#include <fairway.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int failures = 0;

#define EXPECT(condition)                                                            \
  do {                                                                               \
    if (!(condition)) {                                                              \
      printf("%s:%d: expected %s; last error: %s\n", __FILE__, __LINE__, #condition, \
             fairway_error());                                                       \
      ++failures;                                                                    \
    }                                                                                \
  } while (0)

/* The call must fail, and its message must contain both texts. */
#define EXPECT_ERROR(call, name, expectation)             \
  do {                                                    \
    EXPECT(!(call));                                      \
    EXPECT(strstr(fairway_error(), name) != NULL);        \
    EXPECT(strstr(fairway_error(), expectation) != NULL); \
  } while (0)

static const fairway_point kRing[] = {{0, 0}, {10, 0}, {10, 10}, {0, 10},
                                      {4, 0}, {6, 0},  {6, 8},   {4, 8}};
static const size_t kSizes[] = {4, 4};
static const fairway_point kStart = {1, 1};
static const fairway_point kGoal = {9, 1};

static fairway_world* room(void) { return fairway_world_from_rings(kRing, kSizes, 1, 1, NULL, 0); }

static fairway_world* cells(void) {
  uint8_t grid[10 * 10];
  memset(grid, 1, sizeof grid);
  for (int y = 0; y < 8; ++y) grid[10 * y + 4] = grid[10 * y + 5] = 0;
  return fairway_world_from_cells(grid, 10, 10);
}

/* Over the top of the hole: twice the way to its corner, and its width. */
static double optimum(void) { return 2 * hypot(3, 7) + 2; }

static void test_paths(void) {
  fairway_world* world = room();
  EXPECT(world != NULL);
  fairway_method* method = fairway_method_new(world, "hub-labels", NULL, 0);
  EXPECT(method != NULL);
  const fairway_path* path = fairway_method_path(method, kStart, kGoal, 1);
  EXPECT(path != NULL && path->count == 4 && fabs(path->length - optimum()) < 1e-12);
  EXPECT(path->points[1].x == 4 && path->points[1].y == 8);
  EXPECT(path->judgement.legal == 1 && path->judgement.gap == 0);
  EXPECT(strcmp(path->judgement.cause, "none") == 0 && path->judgement.segment == -1);
  EXPECT(path->search_ns >= 0 && path->locate_ns > 0);
  fairway_method* grid =
      fairway_method_new(world, "grid", "{\"cell_size\": 1, \"smoother\": \"none\"}", 0);
  fairway_world_free(world); /* methods keep it */
  const fairway_path* longer = fairway_method_path(grid, kStart, kGoal, 1);
  EXPECT(longer != NULL && longer->judgement.gap > 0.01 && longer->expanded > 0);
  EXPECT(strcmp(longer->judgement.cause, "slack") == 0 && longer->judgement.corridor_gap < 1e-9);
  EXPECT(fabs(longer->judgement.optimum - optimum()) < 1e-12);
  fairway_method_facts facts;
  EXPECT(fairway_method_describe(grid, &facts) && facts.build_ns > facts.parts_ns);
  EXPECT(facts.bytes > facts.parts_bytes && facts.vertices > 0 && facts.components == 1);
  const fairway_table* drawing = fairway_method_drawing(grid);
  EXPECT(drawing != NULL && drawing->rows > 0 && drawing->columns == 4);
  const fairway_table* trace = fairway_method_trace(grid, kStart, kGoal);
  EXPECT(trace != NULL && trace->rows > 10 && trace->columns == 7);
  fairway_method_free(method);
  fairway_method_free(grid);
}

static void test_lengths(void) {
  fairway_world* world = room();
  fairway_method* method = fairway_method_new(world, "polyanya", NULL, 0);
  enum { kCount = 1000 };
  fairway_point starts[kCount], goals[kCount];
  double lengths[kCount];
  for (int i = 0; i < kCount; ++i) {
    starts[i] = (fairway_point){1 + i * 0.002, 1};
    goals[i] = (fairway_point){9, 1 + i * 0.008};
  }
  for (int threads = 1; threads <= 3; ++threads) {
    memset(lengths, 0, sizeof lengths);
    EXPECT(fairway_method_lengths(method, starts, goals, kCount, threads, lengths));
    for (int i = 0; i < kCount; ++i) {
      const fairway_path* path = fairway_method_path(method, starts[i], goals[i], 0);
      EXPECT(path != NULL && path->length == lengths[i]);
    }
  }
  goals[700].x = 5;
  EXPECT_ERROR(fairway_method_lengths(method, starts, goals, kCount, 2, lengths), "goals[700]",
               "free space");
  goals[700].x = NAN;
  EXPECT_ERROR(fairway_method_lengths(method, starts, goals, kCount, 2, lengths),
               "goals[700]: found (nan,", "expected coordinates");
  EXPECT_ERROR(fairway_method_lengths(method, starts, goals, 0, 2, lengths), "count", "at least");
  EXPECT_ERROR(fairway_method_lengths(method, starts, goals, kCount, 0, lengths), "threads",
               "1 to");
  EXPECT_ERROR(fairway_method_lengths(method, NULL, goals, kCount, 1, lengths), "starts",
               "an array of 1000");
  fairway_method_free(method);
  fairway_world_free(world);
}

static void test_judgements(void) {
  fairway_world* world = room();
  fairway_judgement judgement;
  const fairway_point through[] = {{1, 1}, {2, 1}, {9, 1}};
  EXPECT(fairway_judge(world, kStart, kGoal, through, 3, &judgement));
  EXPECT(!judgement.legal && judgement.segment == 1 && strcmp(judgement.cause, "walls") == 0);
  EXPECT(judgement.reason[0] != '\0' && isnan(judgement.gap) && judgement.length == 8);
  const fairway_point over[] = {{1, 1}, {1, 9}, {9, 9}, {9, 1}};
  EXPECT(fairway_judge(world, kStart, kGoal, over, 4, &judgement));
  EXPECT(judgement.legal && fabs(judgement.gap - (24 / optimum() - 1)) < 1e-12);
  EXPECT(fairway_judge(world, kStart, kGoal, over, 3, &judgement));
  EXPECT(!judgement.legal && strcmp(judgement.cause, "ends") == 0 && judgement.segment == -1);
  EXPECT(fairway_judge(world, kStart, kGoal, NULL, 0, &judgement));
  EXPECT(!judgement.legal && strcmp(judgement.cause, "no path") == 0 &&
         fabs(judgement.optimum - optimum()) < 1e-12);
  const fairway_point lost[] = {{1, 1}, {NAN, 1}};
  EXPECT_ERROR(fairway_judge(world, kStart, kGoal, lost, 2, &judgement), "points[1]",
               "expected coordinates");
  EXPECT_ERROR(fairway_judge(world, (fairway_point){5, 5}, kGoal, over, 4, &judgement), "start",
               "a point in free space");
  const fairway_table* best = fairway_optimal_path(world, kStart, kGoal);
  EXPECT(best != NULL && best->rows == 4 && best->values[2] == 4 && best->values[3] == 8);
  fairway_world_free(world);
}

static void test_worlds(void) {
  fairway_world* world = cells();
  fairway_world_facts facts;
  EXPECT(fairway_world_describe(world, &facts));
  EXPECT(facts.area == 84 && facts.width == 10 && facts.components == 1 && facts.max_y == 10);
  EXPECT(fairway_world_contains(world, kStart) == 1);
  EXPECT(fairway_world_contains(world, (fairway_point){5, 1}) == 0);
  EXPECT(fairway_world_contains(world, (fairway_point){INFINITY, 1}) == -1);
  EXPECT(fairway_world_cells(world)[4] == 0 && fairway_world_cells(world)[3] == 1);
  const fairway_table* rings = fairway_world_rings(world);
  EXPECT(rings != NULL && rings->rows == 8 && rings->columns == 4);
  const char* text = fairway_world_text(world);
  fairway_world* again = fairway_world_parse("again.world", text, strlen(text), NULL);
  EXPECT(again != NULL && strcmp(fairway_world_text(again), text) == 0);
  fairway_world* narrow = fairway_world_eroded(world, 0.5);
  EXPECT(narrow != NULL && fairway_world_contains(narrow, (fairway_point){0.4, 5}) == 0);
  EXPECT_ERROR(fairway_world_eroded(world, -1), "radius", "0 or more");
  EXPECT_ERROR(fairway_world_eroded(world, 6), "", "free space");
  EXPECT_ERROR(fairway_world_set_cells(narrow, 0, 0, 1, 1, (const uint8_t*)"\1"), "world",
               "expected");
  fairway_world_free(again);
  fairway_world_free(narrow);
  fairway_world_free(world);
}

static void test_changes(void) {
  fairway_world* world = cells();
  fairway_method* method = fairway_method_new(world, "polyanya", NULL, 1);
  const uint8_t open[] = {1, 1};
  fairway_world* next = fairway_world_set_cells(world, 4, 1, 2, 1, open);
  EXPECT(next != NULL);
  fairway_change_cost cost;
  EXPECT(fairway_method_follow(method, next, &cost) && cost.repaired == 1);
  const fairway_path* path =
      fairway_method_path(method, (fairway_point){1, 1.5}, (fairway_point){9, 1.5}, 1);
  EXPECT(path != NULL && path->length == 8 && path->judgement.gap == 0);
  EXPECT_ERROR(fairway_method_follow(method, next, NULL), "next", "one change");
  EXPECT_ERROR(fairway_world_set_cells(world, 9, 1, 2, 1, open), "width",
               "inside the 10 x 10 cells");
  fairway_method_free(method);
  method = fairway_method_new(world, "grid", NULL, 0);
  EXPECT_ERROR(fairway_method_follow(method, next, NULL), "may_change", "may_change 1");
  fairway_method_free(method);
  fairway_world_free(next);
  fairway_world_free(world);

  world = room();
  method = fairway_method_new(world, "visibility-graph-rebuilt", NULL, 1);
  const fairway_point ring[] = {{3, 8}, {7, 8}, {7, 9}, {3, 9}};
  const int32_t id = 7;
  const size_t size = 4;
  next = fairway_world_set_obstacles(world, NULL, 0, &id, 1, ring, &size);
  EXPECT(next != NULL && fairway_method_follow(method, next, &cost) && cost.repaired == 0);
  path = fairway_method_path(method, kStart, kGoal, 1);
  EXPECT(path != NULL && path->length > optimum() && path->judgement.gap < 1e-12);
  EXPECT_ERROR(fairway_world_set_obstacles(next, NULL, 0, &id, 1, ring, &size), "7", "exists");
  fairway_world* back = fairway_world_set_obstacles(next, &id, 1, NULL, 0, NULL, NULL);
  EXPECT(back != NULL && fairway_method_follow(method, back, NULL));
  path = fairway_method_path(method, kStart, kGoal, 1);
  EXPECT(path != NULL && fabs(path->length - optimum()) < 1e-12);
  fairway_world_free(back);
  fairway_world_free(next);
  fairway_method_free(method);
  fairway_world_free(world);
}

static void test_wrong_inputs(void) {
  const fairway_point bow[] = {{0, 0}, {9, 9}, {9, 0}, {0, 9}};
  const fairway_point lost[] = {{0, 0}, {9, NAN}, {9, 9}};
  const size_t four = 4, three = 3, two = 2;
  EXPECT_ERROR(fairway_world_from_rings(bow, &four, 1, 0, NULL, 0), "rings[0]", "cross");
  EXPECT_ERROR(fairway_world_from_rings(lost, &three, 1, 0, NULL, 0), "rings[0][1]: found (9, nan)",
               "expected coordinates");
  EXPECT_ERROR(fairway_world_from_rings(bow, &two, 1, 0, NULL, 0), "rings[0]", "at least 3 points");
  EXPECT_ERROR(fairway_world_from_rings(NULL, NULL, 0, 0, NULL, 0), "outlines",
               "at least one outline");
  EXPECT_ERROR(fairway_world_from_rings(NULL, &four, 1, 0, NULL, 0), "points", "pointer");
  EXPECT_ERROR(fairway_world_from_cells(NULL, 0, 3), "cells", "1 to 2^30 cells");
  EXPECT_ERROR(fairway_world_from_cells((const uint8_t*)"\0\0", 2, 1), "no free space", "expected");
  EXPECT_ERROR(fairway_world_read("/does/not/exist.map", NULL), "/does/not/exist.map", "");
  EXPECT_ERROR(fairway_world_parse("x.map", "type octile\nheight x\n", 21, NULL), "x.map:2",
               "expected");
  EXPECT_ERROR(fairway_world_describe(NULL, NULL), "world", "pointer");
  fairway_world* world = room();
  EXPECT_ERROR(fairway_method_new(world, "gird", NULL, 0), "name", "grid");
  EXPECT_ERROR(fairway_method_new(world, "grid", "{\"size\": 1}", 0), "options: found 'size'",
               "cell_size");
  EXPECT_ERROR(fairway_method_new(world, "grid", "{\"cell_size\": -1}", 0), "cell_size",
               "expected");
  EXPECT_ERROR(fairway_method_new(world, "grid", "cell_size", 0), "options", "a JSON object");
  EXPECT_ERROR(fairway_method_new(world, "polyanya", "{\"weight\": 2}", 0), "'weight'",
               "own search");
  EXPECT_ERROR(fairway_method_new(world, "anya", NULL, 0), "anya", "expected a method");
  EXPECT_ERROR(fairway_method_new(NULL, "grid", NULL, 0), "world", "pointer");
  fairway_method* method = fairway_method_new(world, "grid", NULL, 0);
  EXPECT_ERROR(fairway_method_path(method, (fairway_point){-1, 0}, kGoal, 0),
               "start: found (-1, 0)", "a point in free space");
  EXPECT_ERROR(fairway_method_path(method, kStart, (fairway_point){5, 1}, 0), "goal: found (5, 1)",
               "a point in free space");
  EXPECT_ERROR(fairway_method_path(method, kStart, (fairway_point){NAN, 1}, 0), "goal",
               "expected coordinates");
  fairway_method_free(method);
  fairway_world_free(world);
  fairway_method_free(NULL);
  fairway_world_free(NULL);
}

static long resident_pages(void) {
  long size = 0, resident = 0;
  FILE* file = fopen("/proc/self/statm", "r");
  if (file == NULL || fscanf(file, "%ld %ld", &size, &resident) != 2) resident = -1;
  if (file != NULL) fclose(file);
  return resident;
}

/* Every tenth of the calls makes and frees a world and a method. */
static void test_leaks(long calls) {
  fairway_world* world = room();
  fairway_method* method = fairway_method_new(world, "hub-labels", NULL, 0);
  long before = 0;
  for (long i = 0; i < calls; ++i) {
    if (i == calls / 10) before = resident_pages();
    if (i % 10 == 0) {
      fairway_method* other = fairway_method_new(world, "polyanya", NULL, 0);
      EXPECT(other != NULL && fairway_method_path(other, kStart, kGoal, 1) != NULL);
      fairway_method_free(other);
      EXPECT(fairway_world_from_rings(kRing, kSizes, 1, 0, kRing, 1) == NULL);
      fairway_world* more = fairway_world_from_rings(kRing, kSizes, 1, 1, NULL, 0);
      EXPECT(more != NULL);
      fairway_world_free(more);
    } else {
      EXPECT(fairway_method_path(method, kStart, kGoal, i % 3 == 0) != NULL);
    }
  }
  const long grown = resident_pages() - before;
  printf("%ld calls; the resident memory grew by %ld pages after the first tenth\n", calls, grown);
  EXPECT(calls < 1000 || grown < 64);
  fairway_method_free(method);
  fairway_world_free(world);
}

int main(int argc, char** argv) {
  EXPECT(fairway_interface() == FAIRWAY_INTERFACE);
  EXPECT(strlen(fairway_version()) > 4);
  EXPECT(strstr(fairway_methods(), "\"hub-labels\"") != NULL);
  test_paths();
  test_lengths();
  test_judgements();
  test_worlds();
  test_changes();
  test_wrong_inputs();
  test_leaks(argc > 1 ? atol(argv[1]) : 1000);
  printf("%d failures\n", failures);
  return failures == 0 ? 0 : 1;
}
