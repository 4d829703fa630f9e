-- The result store of one sweep. Every table and column is explained in results/README.md.
-- A change here that old readers would misread raises user_version.
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
  family TEXT NOT NULL,
  file TEXT NOT NULL,
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
  free_space_ns INTEGER NOT NULL,
  free_space_bytes INTEGER NOT NULL,
  exact_solver_ns INTEGER NOT NULL,
  witnessed INTEGER NOT NULL,
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
  drawn INTEGER,
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
  message TEXT,
  program TEXT,
  sandbox TEXT,
  ns INTEGER,
  bytes INTEGER,
  parts TEXT,
  resident_before INTEGER,
  resident_after INTEGER,
  peak_resident INTEGER,
  scratch_bytes INTEGER,
  vertices INTEGER,
  edges INTEGER,
  coverage REAL,
  components INTEGER,
  failures INTEGER NOT NULL,
  clock_ns REAL,
  waited_ns INTEGER,
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

-- How a method followed a burst.

CREATE TABLE follow (
  world INTEGER NOT NULL,
  method INTEGER NOT NULL,
  number INTEGER NOT NULL,
  repaired INTEGER NOT NULL,
  ns INTEGER NOT NULL,
  space_ns INTEGER NOT NULL,
  erosion_ns INTEGER NOT NULL DEFAULT 0,
  first_answer_ns INTEGER,
  cpu_ns INTEGER,
  switches INTEGER,
  faults INTEGER,
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
  message TEXT,
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
  reported_ns INTEGER,
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

-- The paths that a method found one after the other before it gave its answer.

CREATE TABLE improvement (
  query INTEGER NOT NULL,
  method INTEGER NOT NULL,
  ns INTEGER NOT NULL,
  length REAL NOT NULL,
  PRIMARY KEY (query, method, ns),
  FOREIGN KEY (query, method) REFERENCES answer(query, method)
) WITHOUT ROWID;

-- Under which conditions a run measured the methods of a world in turns, and what its time went on.

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

-- What pictures are drawn from. Coordinates are doubles in byte planes, in the format of zlib.

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

-- What questions are asked of most often, joined.

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
  COALESCE(own.median, b.ns) + COALESCE(parts.ns, 0) AS total_build_ns,
  COALESCE(parts.bytes, 0) AS parts_bytes, b.scratch_bytes,
  b.bytes + COALESCE(parts.bytes, 0) + COALESCE(b.scratch_bytes, 0) AS total_bytes
FROM build b
LEFT JOIN own ON own.world = b.world AND own.method = b.method
LEFT JOIN parts ON parts.world = b.world AND parts.method = b.method
WHERE b.status = 'built';

CREATE VIEW answer_time AS
WITH summed AS (
  SELECT query, method, locate_ns + attach_ns + search_ns + realise_ns + smooth_ns AS ns
  FROM timing
), ranked AS (
  SELECT query, method, ns, ROW_NUMBER() OVER (PARTITION BY query, method ORDER BY ns) AS place,
    COUNT(*) OVER (PARTITION BY query, method) AS repetitions
  FROM summed
), timed AS (
  SELECT query, method, repetitions, MIN(ns) AS least,
    AVG(CASE WHEN place IN ((repetitions + 1) / 2, (repetitions + 2) / 2) THEN ns END) AS median
  FROM ranked GROUP BY query, method
)
SELECT m.name AS method, w.map, w.family, w.radius, w.terrain, w.name AS world, a.query, q.number,
  q.truth, a.status,
  CASE WHEN a.status = 'timeout' AND b.status = 'built' THEN 1000000.0 * r.timeout_ms
    ELSE timed.median END AS ns,
  timed.least AS least_ns, COALESCE(timed.repetitions, 0) AS repetitions,
  a.status = 'timeout' AND b.status = 'built' AS censored
FROM answer a
JOIN query q ON q.id = a.query
JOIN world w ON w.id = q.world
JOIN method m ON m.id = a.method
JOIN build b ON b.world = q.world AND b.method = a.method
JOIN run r ON r.id = b.run
LEFT JOIN timed ON timed.query = a.query AND timed.method = a.method;

CREATE VIEW tidy AS
WITH phases AS (
  SELECT query, method, AVG(locate_ns) AS locate_ns, AVG(attach_ns) AS attach_ns,
    AVG(search_ns) AS search_ns, AVG(realise_ns) AS realise_ns, AVG(smooth_ns) AS smooth_ns,
    AVG(cpu_ns) AS cpu_ns, SUM(switches) AS switches, SUM(faults) AS faults,
    SUM(repeated) AS repeated
  FROM timing GROUP BY query, method
)
SELECT t.map, t.family, t.radius, t.terrain, t.world, t.method, m.representation, m.options,
  m.heuristic, m.weight, m.smoother, m.pruning, m.search, r.host, t.query, t.number, q.source,
  q.start_x, q.start_y, q.goal_x, q.goal_y, t.truth, q.optimum, t.status, a.message, a.fault,
  a.outdated, a.raw_length, a.length, a.cost, a.gap, a.corridor_gap, a.slack, a.raw_points, a.points,
  a.turning, a.clearance, a.expanded, a.generated, t.ns, t.least_ns, t.censored, t.repetitions,
  p.locate_ns, p.attach_ns, p.search_ns, p.realise_ns, p.smooth_ns, p.cpu_ns, p.switches,
  p.faults, p.repeated, b.status AS build_status, c.builds, c.own_build_ns, c.own_build_min_ns,
  c.own_build_max_ns, c.total_build_ns, c.own_bytes, c.parts_bytes, c.scratch_bytes,
  c.total_bytes, b.vertices, b.edges, b.coverage, b.components
FROM answer_time t
JOIN method m ON m.name = t.method
JOIN query q ON q.id = t.query
JOIN answer a ON a.query = t.query AND a.method = m.id
JOIN build b ON b.world = q.world AND b.method = m.id
JOIN run r ON r.id = b.run
LEFT JOIN build_cost c ON c.world = q.world AND c.method = m.id
LEFT JOIN phases p ON p.query = t.query AND p.method = m.id;

CREATE VIEW progress AS
SELECT m.name AS method, w.map, w.family, w.radius, w.terrain, w.name AS world, i.query, q.number,
  i.ns, i.length, CASE w.optimum_by WHEN 'exact' THEN i.length / q.optimum - 1 END AS gap
FROM improvement i
JOIN query q ON q.id = i.query
JOIN world w ON w.id = q.world
JOIN method m ON m.id = i.method;
