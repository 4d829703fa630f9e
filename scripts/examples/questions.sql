-- SPDX-License-Identifier: MIT
-- Ten questions to a result store, in SQL (SQLite 3.35 with mathematical functions). questions.py and questions.R have the same
-- answers in pandas and R. Run all of them:
--   sqlite3 -header -column results/default/results.sqlite <scripts/examples/questions.sql
-- The view `tidy` has one row for each answer (results/README.md). Keep to one radius, one host, and maps with or without terrain.

CREATE TEMP VIEW asked AS SELECT * FROM tidy WHERE radius = 0 AND terrain = 0 AND status <> 'unsupported';
CREATE TEMP VIEW found AS SELECT * FROM asked WHERE truth = 'reachable' AND status = 'found';

-- 1. How large is the gap, and how often is the path the shortest?
SELECT method, COUNT(*) AS found, AVG(gap) AS mean, AVG(gap <= 1e-9) AS shortest FROM found GROUP BY method;

-- 2. What share of reachable queries is answered, on each map?
SELECT method, map, AVG(status = 'found') AS answered FROM asked WHERE truth = 'reachable' GROUP BY method, map;

-- 3. How long does a query take?
-- The median of `path_ns`. A query that timed out counts with the limit, any other query without a path as infinite.
WITH ranked AS (
  SELECT method, path_ns, ROW_NUMBER() OVER (PARTITION BY method ORDER BY path_ns) AS place, COUNT(*) OVER (PARTITION BY method) AS n
  FROM asked WHERE reachable AND path_ns IS NOT NULL
)
SELECT method, AVG(path_ns) AS median_ns FROM ranked WHERE place IN ((n + 1) / 2, (n + 2) / 2) GROUP BY method;

-- 4. How much time and memory do builds need, without and with the parts that methods share?
SELECT method, SUM(own_build_ns), SUM(total_build_ns), SUM(own_bytes), SUM(total_bytes) FROM (
  SELECT DISTINCT world, method, own_build_ns, total_build_ns, own_bytes, total_bytes FROM asked WHERE builds > 0)
GROUP BY method;

-- 5. How much slower is one method than another?
-- The geometric mean of time ratios on each map, then over maps, on one host.
WITH per_map AS (
  SELECT a.map, AVG(LN(a.ns / b.ns)) AS logarithm FROM found a JOIN found b USING (query, host)
  WHERE a.method = 'grid' AND b.method = 'quadtree' GROUP BY a.map
)
SELECT COUNT(*) AS maps, EXP(AVG(logarithm)) AS ratio FROM per_map;

-- 6. After how many queries has a slower build paid off, on each map?
-- A negative number means that the method with the slower build also has slower queries.
WITH cost AS (
  SELECT map, method, total_build_ns AS build, AVG(ns) AS query FROM asked
  WHERE truth = 'reachable' AND status IN ('found', 'timeout') GROUP BY map, method
)
SELECT a.map, (b.build - a.build) / (a.query - b.query) AS queries FROM cost a JOIN cost b USING (map)
WHERE a.method = 'grid' AND b.method = 'quadtree' ORDER BY a.map;

-- 7. Which paths of a method are worst?
-- `fairway path MAP --method quadtree --from X,Y --to X,Y --svg path.svg` draws them.
SELECT map, start_x, start_y, goal_x, goal_y, gap FROM found WHERE method = 'quadtree' ORDER BY gap DESC, query LIMIT 5;

-- 8. How does the time grow with the length of the shortest path?
-- One row for each power of two of the length.
SELECT method, FLOOR(LOG2(optimum)) AS doubling, COUNT(*) AS queries, AVG(ns) AS mean_ns FROM found
WHERE optimum > 0 GROUP BY method, doubling;

-- 9. Does a method pass obstacles on the wrong side, or zigzag?
SELECT method, AVG(corridor_gap) AS corridor_gap, AVG(slack) AS slack FROM found GROUP BY method;

-- 10. Which phase takes the most time?
SELECT method, SUM(locate_ns) / SUM(all_ns), SUM(attach_ns) / SUM(all_ns), SUM(search_ns) / SUM(all_ns),
  SUM(realise_ns) / SUM(all_ns), SUM(smooth_ns) / SUM(all_ns)
FROM (SELECT *, locate_ns + attach_ns + search_ns + realise_ns + smooth_ns AS all_ns FROM found) GROUP BY method;
