-- The result store of one sweep. Every table and column is explained in results/README.md.
-- A change here that old readers would misread raises user_version.
PRAGMA user_version = 4;

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
  sha256 TEXT NOT NULL,
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
  exact_solver_ns INTEGER NOT NULL
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
  UNIQUE (world, number)
);

CREATE TABLE method (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  representation TEXT NOT NULL,
  options TEXT NOT NULL,
  heuristic TEXT NOT NULL,
  weight REAL NOT NULL,
  smoother TEXT NOT NULL,
  search TEXT NOT NULL,
  command TEXT
);

CREATE TABLE build (
  world INTEGER NOT NULL REFERENCES world(id),
  method INTEGER NOT NULL REFERENCES method(id),
  run INTEGER NOT NULL REFERENCES run(id),
  status TEXT NOT NULL
    CHECK (status IN ('built', 'unsupported', 'timeout', 'out_of_memory', 'crashed', 'error')),
  message TEXT,
  program TEXT,
  ns INTEGER,
  bytes INTEGER,
  resident_before INTEGER,
  resident_after INTEGER,
  peak_resident INTEGER,
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

CREATE TABLE answer (
  query INTEGER NOT NULL REFERENCES query(id),
  method INTEGER NOT NULL REFERENCES method(id),
  status TEXT NOT NULL
    CHECK (status IN ('found', 'unreachable', 'start_blocked', 'goal_blocked', 'missed',
                      'invalid_path', 'unsupported', 'timeout', 'out_of_memory', 'crashed',
                      'error')),
  message TEXT,
  fault TEXT CHECK (fault IN ('ends', 'walls', 'ends and walls')),
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
  PRIMARY KEY (query, method, repetition),
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
  mhz_after REAL
);

CREATE TABLE expense (
  measurement INTEGER NOT NULL REFERENCES measurement(id),
  activity TEXT NOT NULL,
  ns INTEGER NOT NULL,
  PRIMARY KEY (measurement, activity)
) WITHOUT ROWID;

-- What pictures are drawn from: a few queries and the first method of each representation.

CREATE TABLE outline (
  world INTEGER PRIMARY KEY REFERENCES world(id),
  walls TEXT NOT NULL
);

CREATE TABLE path (
  query INTEGER NOT NULL REFERENCES query(id),
  method INTEGER REFERENCES method(id),
  kind TEXT NOT NULL CHECK (kind IN ('raw', 'smoothed', 'optimum')),
  points TEXT NOT NULL,
  UNIQUE (query, method, kind)
);

CREATE TABLE drawing (
  world INTEGER NOT NULL REFERENCES world(id),
  method INTEGER NOT NULL REFERENCES method(id),
  kind TEXT NOT NULL CHECK (kind IN ('cells', 'edges')),
  segments TEXT NOT NULL,
  total INTEGER NOT NULL,
  min_x REAL NOT NULL,
  min_y REAL NOT NULL,
  max_x REAL NOT NULL,
  max_y REAL NOT NULL,
  PRIMARY KEY (world, method, kind)
) WITHOUT ROWID;
