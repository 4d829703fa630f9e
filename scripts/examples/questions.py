# SPDX-License-Identifier: MIT
"""The ten questions of questions.sql in pandas. Run it in the top folder, line by line, in a Python session."""

import sys
import numpy as np
sys.path.insert(0, "scripts")
import fairway_results

t = fairway_results.tidy("results/default/results.sqlite")
asked = t[(t.radius == 0) & (t.terrain == 0) & (t.status != "unsupported")]
reachable = asked[asked.truth == "reachable"]
found = reachable[reachable.status == "found"]

# 1. How large is the gap, and how often is the path the shortest?
found.groupby("method").gap.agg(found="size", mean="mean", shortest=lambda gap: (gap <= 1e-9).mean())

# 2. What share of reachable queries is answered, on each map?
(reachable.status == "found").groupby([reachable.method, reachable.map]).mean()

# 3. How long does a query take?
reachable.groupby("method").path_ns.median()

# 4. How much time and memory do builds need, without and with the parts that methods share?
built = asked[asked.builds > 0].drop_duplicates(["world", "method"])
built.groupby("method")[["own_build_ns", "total_build_ns", "own_bytes", "total_bytes"]].sum()

# 5. How much slower is one method than another?
ns = found.pivot(index=["map", "host", "query"], columns="method", values="ns")
per_map = np.log(ns["grid"] / ns["quadtree"]).dropna().groupby("map").mean()
len(per_map), np.exp(per_map.mean())

# 6. After how many queries has a slower build paid off, on each map?
spent = reachable[reachable.status.isin(["found", "timeout"])].groupby(["map", "method"])
cost = spent.agg(build=("total_build_ns", "first"), query=("ns", "mean")).unstack()
(cost.build.quadtree - cost.build.grid) / (cost["query"].grid - cost["query"].quadtree)

# 7. Which paths of a method are worst?
worst = found[found.method == "quadtree"].sort_values(["gap", "query"], ascending=[False, True])
worst[["map", "start_x", "start_y", "goal_x", "goal_y", "gap"]].head(5)

# 8. How does the time grow with the length of the shortest path?
long = found[found.optimum > 0]
long.groupby(["method", np.floor(np.log2(long.optimum))]).ns.agg(["size", "mean"])

# 9. Does a method pass obstacles on the wrong side, or zigzag?
found.groupby("method")[["corridor_gap", "slack"]].mean()

# 10. Which phase takes the most time?
sums = found.groupby("method")[["locate_ns", "attach_ns", "search_ns", "realise_ns", "smooth_ns"]].sum()
sums.div(sums.sum(axis=1), axis=0)
