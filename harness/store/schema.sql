-- SPDX-License-Identifier: MIT
-- The result store of one sweep. results/README.md describes all tables and columns.
-- A change that old readers would misread must raise user_version.
-- Columns whose type contains VARIES depend on time, machine or wording. `fairway diff` compares all other columns.
PRAGMA user_version = 13;

CREATE TABLE run (
  id INTEGER PRIMARY KEY,
  version TEXT NOT NULL,
  "commit" TEXT NOT NULL,
  dirty INTEGER NOT NULL,
  compiler TEXT NOT NULL,
  flags TEXT NOT NULL,
  libraries TEXT NOT NULL,
  host TEXT NOT NULL,
  cpu TEXT NOT NULL,
  cores INTEGER NOT NULL,
  kernel TEXT NOT NULL,
  governor TEXT NOT NULL,
  calibration_ns INTEGER,
  sweep TEXT NOT NULL,
  seed INTEGER NOT NULL,
  queries INTEGER NOT NULL,
  repetitions INTEGER NOT NULL,
  builds INTEGER NOT NULL,
  timeout_ms INTEGER NOT NULL,
  build_timeout_ms INTEGER NOT NULL,
  memory_mb INTEGER NOT NULL,
  jobs INTEGER NOT NULL,
  shard TEXT,
  plan TEXT NOT NULL,
  started TEXT NOT NULL,
  finished TEXT
);

CREATE TABLE world (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  map TEXT NOT NULL,
  radius REAL NOT NULL,
  terrain INTEGER NOT NULL,
  optimum_by TEXT NOT NULL CHECK (optimum_by IN ('exact', 'grid')),
  family TEXT VARIES NOT NULL,
  file TEXT VARIES NOT NULL,
  sha256 TEXT NOT NULL,
  read TEXT NOT NULL DEFAULT '',
  unit TEXT NOT NULL DEFAULT '',
  content_hash TEXT NOT NULL,
  vertices INTEGER NOT NULL,
  holes INTEGER NOT NULL,
  components INTEGER NOT NULL,
  area REAL NOT NULL,
  min_x REAL NOT NULL,
  min_y REAL NOT NULL,
  max_x REAL NOT NULL,
  max_y REAL NOT NULL,
  y_down INTEGER NOT NULL,
  free_space_ns INTEGER VARIES NOT NULL,
  free_space_bytes INTEGER VARIES NOT NULL,
  exact_solver_ns INTEGER VARIES NOT NULL,
  witnessed INTEGER VARIES NOT NULL,
  sampled INTEGER,
  rejected INTEGER
);

CREATE TABLE query (
  id INTEGER PRIMARY KEY,
  world INTEGER NOT NULL REFERENCES world(id),
  source TEXT NOT NULL CHECK (source IN ('scen', 'generated')),
  number INTEGER NOT NULL,
  start_x REAL NOT NULL,
  start_y REAL NOT NULL,
  goal_x REAL NOT NULL,
  goal_y REAL NOT NULL,
  truth TEXT NOT NULL
    CHECK (truth IN ('reachable', 'unreachable', 'start_blocked', 'goal_blocked')),
  optimum REAL,
  octile REAL,
  drawn INTEGER VARIES,
  bursts INTEGER NOT NULL DEFAULT 0,
  UNIQUE (world, number)
);

-- Changes of a world between its queries.

CREATE TABLE burst (
  world INTEGER NOT NULL REFERENCES world(id),
  number INTEGER NOT NULL,
  points INTEGER NOT NULL,
  area REAL NOT NULL,
  content_hash TEXT NOT NULL,
  PRIMARY KEY (world, number)
) WITHOUT ROWID;

CREATE TABLE method (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  representation TEXT NOT NULL,
  options TEXT NOT NULL,
  heuristic TEXT NOT NULL,
  weight REAL NOT NULL,
  smoother TEXT NOT NULL,
  pruning TEXT,
  search TEXT NOT NULL,
  command TEXT,
  recorded INTEGER NOT NULL DEFAULT 0
);

CREATE TABLE build (
  world INTEGER NOT NULL REFERENCES world(id),
  method INTEGER NOT NULL REFERENCES method(id),
  run INTEGER NOT NULL REFERENCES run(id),
  status TEXT NOT NULL
    CHECK (status IN ('built', 'unsupported', 'timeout', 'out_of_memory', 'crashed', 'error')),
  message TEXT VARIES,
  program TEXT VARIES,
  sandbox TEXT VARIES,
  ns INTEGER VARIES,
  bytes INTEGER,
  parts TEXT,
  resident_before INTEGER VARIES,
  resident_after INTEGER VARIES,
  peak_resident INTEGER VARIES,
  scratch_bytes INTEGER VARIES,
  vertices INTEGER,
  edges INTEGER,
  coverage REAL,
  components INTEGER,
  failures INTEGER NOT NULL,
  clock_ns REAL VARIES,
  waited_ns INTEGER VARIES,
  PRIMARY KEY (world, method)
) WITHOUT ROWID;

CREATE TABLE build_phase (
  world INTEGER NOT NULL,
  method INTEGER NOT NULL,
  position INTEGER NOT NULL,
  name TEXT NOT NULL,
  ns INTEGER NOT NULL,
  PRIMARY KEY (world, method, position),
  FOREIGN KEY (world, method) REFERENCES build(world, method)
) WITHOUT ROWID;

CREATE TABLE build_run (
  world INTEGER NOT NULL,
  method INTEGER NOT NULL,
  number INTEGER NOT NULL,
  ns INTEGER NOT NULL,
  cpu_ns INTEGER,
  switches INTEGER,
  faults INTEGER,
  PRIMARY KEY (world, method, number),
  FOREIGN KEY (world, method) REFERENCES build(world, method)
) WITHOUT ROWID;

CREATE TABLE part (
  world INTEGER NOT NULL REFERENCES world(id),
  name TEXT NOT NULL,
  build_ns INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  PRIMARY KEY (world, name)
) WITHOUT ROWID;

-- The costs of a method to follow a burst.

CREATE TABLE follow (
  world INTEGER NOT NULL,
  method INTEGER NOT NULL,
  number INTEGER NOT NULL,
  repaired INTEGER NOT NULL,
  ns INTEGER VARIES NOT NULL,
  space_ns INTEGER VARIES NOT NULL,
  erosion_ns INTEGER VARIES NOT NULL DEFAULT 0,
  first_answer_ns INTEGER VARIES,
  cpu_ns INTEGER VARIES,
  switches INTEGER VARIES,
  faults INTEGER VARIES,
  bytes INTEGER,
  vertices INTEGER,
  edges INTEGER,
  PRIMARY KEY (world, method, number),
  FOREIGN KEY (world, method) REFERENCES build(world, method),
  FOREIGN KEY (world, number) REFERENCES burst(world, number)
) WITHOUT ROWID;

CREATE TABLE answer (
  query INTEGER NOT NULL REFERENCES query(id),
  method INTEGER NOT NULL REFERENCES method(id),
  status TEXT NOT NULL
    CHECK (status IN ('found', 'unreachable', 'start_blocked', 'goal_blocked', 'missed',
                      'invalid_path', 'unsupported', 'timeout', 'out_of_memory', 'crashed',
                      'error')),
  message TEXT VARIES,
  fault TEXT CHECK (fault IN ('ends', 'walls', 'ends and walls')),
  fault_segment INTEGER,
  outdated INTEGER NOT NULL DEFAULT 0,
  end_offset REAL,
  raw_length REAL,
  length REAL,
  cost REAL,
  optimum REAL,
  gap REAL,
  corridor_gap REAL,
  slack REAL,
  raw_points INTEGER,
  points INTEGER,
  turning REAL,
  clearance REAL,
  expanded INTEGER,
  generated INTEGER,
  path_hash TEXT,
  reported_ns INTEGER VARIES,
  PRIMARY KEY (query, method)
) WITHOUT ROWID;

CREATE TABLE timing (
  query INTEGER NOT NULL,
  method INTEGER NOT NULL,
  repetition INTEGER NOT NULL,
  locate_ns INTEGER NOT NULL,
  attach_ns INTEGER NOT NULL,
  search_ns INTEGER NOT NULL,
  realise_ns INTEGER NOT NULL,
  smooth_ns INTEGER NOT NULL,
  cpu_ns INTEGER,
  switches INTEGER,
  faults INTEGER,
  repeated INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (query, method, repetition),
  FOREIGN KEY (query, method) REFERENCES answer(query, method)
) WITHOUT ROWID;

-- The successive paths of a method before its answer.

CREATE TABLE improvement (
  query INTEGER NOT NULL,
  method INTEGER NOT NULL,
  ns INTEGER NOT NULL,
  length REAL NOT NULL,
  PRIMARY KEY (query, method, ns),
  FOREIGN KEY (query, method) REFERENCES answer(query, method)
) WITHOUT ROWID;

-- The conditions under which a run measured the methods of a world.

CREATE TABLE measurement (
  id INTEGER PRIMARY KEY,
  run INTEGER NOT NULL REFERENCES run(id),
  world INTEGER NOT NULL REFERENCES world(id),
  started TEXT NOT NULL,
  core INTEGER,
  load_before REAL,
  load_after REAL,
  mhz_before REAL,
  mhz_after REAL,
  others REAL
);

-- Maps of the sweep that could not be measured.

CREATE TABLE refusal (
  run INTEGER NOT NULL REFERENCES run(id),
  name TEXT NOT NULL,
  message TEXT NOT NULL,
  PRIMARY KEY (run, name)
) WITHOUT ROWID;

CREATE TABLE expense (
  measurement INTEGER NOT NULL REFERENCES measurement(id),
  activity TEXT NOT NULL,
  ns INTEGER NOT NULL,
  PRIMARY KEY (measurement, activity)
) WITHOUT ROWID;

-- Data for pictures. Coordinates are doubles in byte planes, in the format of zlib.

CREATE TABLE outline (
  world INTEGER PRIMARY KEY REFERENCES world(id),
  walls BLOB NOT NULL
);

CREATE TABLE outline_change (
  world INTEGER NOT NULL REFERENCES world(id),
  number INTEGER NOT NULL,
  gone BLOB NOT NULL,
  come BLOB NOT NULL,
  PRIMARY KEY (world, number)
) WITHOUT ROWID;

CREATE TABLE path (
  query INTEGER NOT NULL REFERENCES query(id),
  method INTEGER REFERENCES method(id),
  kind TEXT NOT NULL CHECK (kind IN ('raw', 'smoothed', 'optimum')),
  points BLOB NOT NULL,
  UNIQUE (query, method, kind)
);

CREATE TABLE drawing (
  world INTEGER NOT NULL REFERENCES world(id),
  method INTEGER NOT NULL REFERENCES method(id),
  kind TEXT NOT NULL CHECK (kind IN ('cells', 'edges')),
  segments BLOB NOT NULL,
  total INTEGER NOT NULL,
  min_x REAL NOT NULL,
  min_y REAL NOT NULL,
  max_x REAL NOT NULL,
  max_y REAL NOT NULL,
  PRIMARY KEY (world, method, kind)
) WITHOUT ROWID;

-- The rows of every analysis: the summary of the terminal, the Python package and the report.

-- Averages never mix strata.
CREATE VIEW stratum AS
SELECT id AS world, printf('radius %g', radius) || CASE terrain WHEN 1 THEN ', terrain' ELSE '' END AS stratum
FROM world;

-- Machines with equal processor, cores, kernel and governor count as one host.
CREATE VIEW run_host AS
WITH kind AS (
  SELECT cpu, cores, kernel, governor, MIN(host) || CASE COUNT(DISTINCT host) WHEN 1 THEN ''
    ELSE ' and ' || (COUNT(DISTINCT host) - 1) || ' more' END AS name
  FROM run GROUP BY cpu, cores, kernel, governor
), named AS (SELECT name, COUNT(DISTINCT cpu) AS cpus FROM kind GROUP BY name)
SELECT r.id AS run, r.host AS machine, CASE n.cpus WHEN 1 THEN k.name ELSE k.name || ', ' || k.cpu END AS host
FROM run r
JOIN kind k ON k.cpu = r.cpu AND k.cores = r.cores AND k.kernel = r.kernel AND k.governor = r.governor
JOIN named n ON n.name = k.name;

-- The costs of a build: own costs, costs of the parts of the free space that the method uses, scratch space of a
-- thread, and total.
CREATE VIEW build_cost AS
WITH ranked AS (
  SELECT world, method, ns, ROW_NUMBER() OVER (PARTITION BY world, method ORDER BY ns) AS place,
    COUNT(*) OVER (PARTITION BY world, method) AS builds
  FROM build_run
), own AS (
  SELECT world, method, builds, MIN(ns) AS least, MAX(ns) AS most,
    AVG(CASE WHEN place IN ((builds + 1) / 2, (builds + 2) / 2) THEN ns END) AS median
  FROM ranked GROUP BY world, method
), parts AS (
  SELECT b.world, b.method, SUM(p.build_ns) AS ns, SUM(p.bytes) AS bytes
  FROM build b JOIN part p
    ON p.world = b.world AND INSTR(' ' || b.parts || ' ', ' ' || p.name || ' ') > 0
  GROUP BY b.world, b.method
)
SELECT b.world, b.method, COALESCE(own.builds, 1) AS builds,
  COALESCE(own.median, b.ns) AS own_build_ns, COALESCE(own.least, b.ns) AS own_build_min_ns,
  COALESCE(own.most, b.ns) AS own_build_max_ns, b.bytes AS own_bytes,
  COALESCE(parts.ns, 0) AS parts_build_ns, COALESCE(parts.bytes, 0) AS parts_bytes,
  COALESCE(own.median, b.ns) + COALESCE(parts.ns, 0) AS total_build_ns, b.scratch_bytes,
  b.bytes + COALESCE(parts.bytes, 0) + COALESCE(b.scratch_bytes, 0) AS total_bytes
FROM build b
LEFT JOIN own ON own.world = b.world AND own.method = b.method
LEFT JOIN parts ON parts.world = b.world AND parts.method = b.method
WHERE b.status = 'built';

-- A trial: status, build costs and timings of a method in a world. `built`: the method can answer queries.
CREATE VIEW trial AS
WITH timed AS (
  SELECT q.world, t.method, COUNT(*) AS timings, SUM(t.switches > 0) AS interrupted, SUM(t.repeated) AS repeated,
    SUM(t.locate_ns + t.attach_ns + t.search_ns + t.realise_ns + t.smooth_ns) AS timed_ns
  FROM timing t JOIN query q ON q.id = t.query GROUP BY q.world, t.method
)
SELECT b.world, b.method, b.run, h.host, b.status, b.status = 'built' AS built, b.message, b.program, b.sandbox,
  b.vertices, b.edges, b.coverage, b.components, b.failures, b.clock_ns, b.waited_ns,
  b.resident_before, b.resident_after, b.peak_resident, c.builds, c.own_build_ns, c.own_build_min_ns, c.own_build_max_ns,
  c.parts_build_ns, c.total_build_ns, c.own_bytes, c.parts_bytes, c.scratch_bytes, c.total_bytes,
  t.timings, t.timed_ns, t.interrupted, t.repeated
FROM build b
JOIN run_host h ON h.run = b.run
LEFT JOIN build_cost c ON c.world = b.world AND c.method = b.method
LEFT JOIN timed t ON t.world = b.world AND t.method = b.method;

-- The repetition with the median total. Of an even number of repetitions, the median is the lower middle one. Its
-- phases sum to its total. A total of 0 counts as 1. Times are reals, so that their ratios are reals. To find the
-- median, the view counts the repetitions with lower (total, number): for few repetitions this is faster than a window
-- function.
CREATE VIEW median_timing AS
WITH total AS NOT MATERIALIZED (
  SELECT *, locate_ns + attach_ns + search_ns + realise_ns + smooth_ns AS ns FROM timing
)
SELECT t.query, t.method,
  (SELECT COUNT(*) FROM timing o WHERE o.query = t.query AND o.method = t.method) AS repetitions,
  MAX(1.0 * t.ns, 1.0) AS ns,
  (SELECT MAX(1.0 * MIN(o.ns), 1.0) FROM total o WHERE o.query = t.query AND o.method = t.method) AS least_ns,
  1.0 * t.locate_ns AS locate_ns, 1.0 * t.attach_ns AS attach_ns, 1.0 * t.search_ns AS search_ns,
  1.0 * t.realise_ns AS realise_ns, 1.0 * t.smooth_ns AS smooth_ns, 1.0 * t.cpu_ns AS cpu_ns
FROM total t
WHERE (
  SELECT SUM(CASE WHEN (o.ns, o.repetition) < (t.ns, t.repetition) THEN 1 ELSE -1 END)
  FROM total o WHERE o.query = t.query AND o.method = t.method
) IN (-1, -2);

-- An answer with its time, by ids. `reachable`: the method supports the world, and a path exists.
-- `path_ns`: time to a legal path. After a timeout: the time limit. Without a path: infinity. For recorded answers: the time
-- that the program reported, or NULL.
CREATE VIEW timed_answer AS
SELECT a.*, q.world, q.truth, b.run,
  q.truth = 'reachable' AND a.status <> 'unsupported' AS reachable, a.status = 'found' AS answered,
  a.status = 'timeout' AND b.status = 'built' AS censored,
  CASE WHEN a.status = 'timeout' AND b.status = 'built' THEN 1000000.0 * r.timeout_ms ELSE t.ns END AS ns,
  CASE WHEN a.status = 'timeout' AND b.status = 'built' THEN 1000000.0 * r.timeout_ms
    WHEN a.status = 'found' OR m.recorded THEN t.ns ELSE 9e999 END AS path_ns,
  t.least_ns, COALESCE(t.repetitions, 0) AS repetitions,
  t.locate_ns, t.attach_ns, t.search_ns, t.realise_ns, t.smooth_ns, t.cpu_ns
FROM answer a
JOIN query q ON q.id = a.query
JOIN build b ON b.world = q.world AND b.method = a.method
JOIN method m ON m.id = a.method
JOIN run r ON r.id = b.run
LEFT JOIN median_timing t ON t.query = a.query AND t.method = a.method;

CREATE VIEW answer_time AS
SELECT m.name AS method, w.map, w.family, w.radius, w.terrain, s.stratum, w.name AS world, h.host,
  t.query, q.number, t.truth, t.status, t.reachable, t.answered, t.censored, t.ns, t.path_ns, t.least_ns,
  t.repetitions, t.locate_ns, t.attach_ns, t.search_ns, t.realise_ns, t.smooth_ns
FROM timed_answer t
JOIN query q ON q.id = t.query
JOIN world w ON w.id = t.world
JOIN stratum s ON s.world = t.world
JOIN method m ON m.id = t.method
JOIN run_host h ON h.run = t.run;

-- All facts about an answer in one wide row.
CREATE VIEW tidy AS
WITH load AS (
  SELECT query, method, SUM(switches) AS switches, SUM(faults) AS faults, SUM(repeated) AS repeated
  FROM timing GROUP BY query, method
)
SELECT w.map, w.family, w.radius, w.terrain, s.stratum, w.name AS world, m.name AS method, m.representation,
  m.options, m.heuristic, m.weight, m.smoother, m.pruning, m.search, h.host, t.query, q.number, q.source,
  q.start_x, q.start_y, q.goal_x, q.goal_y, t.truth, q.optimum, t.status, t.message, t.fault,
  t.outdated, t.raw_length, t.length, t.cost, t.gap, t.corridor_gap, t.slack, t.raw_points, t.points,
  t.turning, t.clearance, t.expanded, t.generated, t.reachable, t.answered, t.censored, t.ns, t.path_ns,
  t.least_ns, t.repetitions, t.locate_ns, t.attach_ns, t.search_ns, t.realise_ns, t.smooth_ns, t.cpu_ns,
  l.switches, l.faults, l.repeated, b.status AS build_status, c.builds, c.own_build_ns, c.own_build_min_ns,
  c.own_build_max_ns, c.parts_build_ns, c.total_build_ns, c.own_bytes, c.parts_bytes, c.scratch_bytes,
  c.total_bytes, b.vertices, b.edges, b.coverage, b.components
FROM timed_answer t
JOIN query q ON q.id = t.query
JOIN world w ON w.id = t.world
JOIN stratum s ON s.world = t.world
JOIN method m ON m.id = t.method
JOIN run_host h ON h.run = t.run
JOIN build b ON b.world = t.world AND b.method = t.method
LEFT JOIN build_cost c ON c.world = t.world AND c.method = t.method
LEFT JOIN load l ON l.query = t.query AND l.method = t.method;

-- The costs of a method to follow a burst. `share`: changed area, or number of cells, over the area of the world's box.
CREATE VIEW follow_cost AS
SELECT f.*, f.ns - f.space_ns AS own_ns, u.points, u.area,
  u.area / ((w.max_x - w.min_x) * (w.max_y - w.min_y)) AS share, m.name AS method_name, w.name AS world_name,
  w.map, w.family, s.stratum, h.host
FROM follow f
JOIN burst u ON u.world = f.world AND u.number = f.number
JOIN world w ON w.id = f.world
JOIN stratum s ON s.world = f.world
JOIN method m ON m.id = f.method
JOIN build b ON b.world = f.world AND b.method = f.method
JOIN run_host h ON h.run = b.run;

-- The successive paths of a method before its answer.
CREATE VIEW progress AS
SELECT m.name AS method, w.map, w.family, w.radius, w.terrain, s.stratum, w.name AS world, i.query, q.number,
  i.ns, i.length, CASE w.optimum_by WHEN 'exact' THEN i.length / q.optimum - 1 END AS gap
FROM improvement i
JOIN query q ON q.id = i.query
JOIN world w ON w.id = q.world
JOIN stratum s ON s.world = w.id
JOIN method m ON m.id = i.method;
