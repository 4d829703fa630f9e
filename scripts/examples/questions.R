# SPDX-License-Identifier: MIT
# The ten questions of questions.sql in R, without any package. First write tidy.csv:
#   sqlite3 -header -csv results.sqlite "SELECT * FROM tidy" > tidy.csv

asked <- subset(read.csv("tidy.csv"), radius == 0 & terrain == 0 & status != "unsupported")
reachable <- subset(asked, truth == "reachable")
found <- subset(reachable, status == "found")

# 1. How large is the gap, and how often is the path the shortest?
aggregate(gap ~ method, found, function(gap) c(found = length(gap), mean = mean(gap), shortest = mean(gap <= 1e-9)))

# 2. What share of reachable queries is answered, on each map?
aggregate(cbind(answered = status == "found") ~ method + map, reachable, mean)

# 3. How long does a query take?
aggregate(path_ns ~ method, reachable, median)

# 4. How much time and memory do builds need, without and with the parts that methods share?
cost <- c("own_build_ns", "total_build_ns", "own_bytes", "total_bytes")
built <- unique(subset(asked, builds > 0)[c("world", "method", cost)])
aggregate(built[cost], built["method"], sum)

# 5. How much slower is one method than another?
both <- merge(subset(found, method == "grid"), subset(found, method == "quadtree"), by = c("map", "host", "query"))
per_map <- aggregate(log(ns.x / ns.y) ~ map, both, mean)
c(maps = nrow(per_map), ratio = exp(mean(per_map[[2]])))

# 6. After how many queries has a slower build paid off, on each map?
spent <- subset(reachable, status %in% c("found", "timeout"))
cost <- aggregate(cbind(total_build_ns, ns) ~ map + method, spent, mean)
both <- merge(subset(cost, method == "grid"), subset(cost, method == "quadtree"), by = "map")
with(both, data.frame(map, queries = (total_build_ns.y - total_build_ns.x) / (ns.x - ns.y)))

# 7. Which paths of a method are worst?
own <- subset(found, method == "quadtree")
head(own[order(-own$gap, own$query), c("map", "start_x", "start_y", "goal_x", "goal_y", "gap")], 5)

# 8. How does the time grow with the length of the shortest path?
long <- transform(subset(found, optimum > 0), doubling = floor(log2(optimum)))
aggregate(ns ~ method + doubling, long, function(ns) c(queries = length(ns), mean_ns = mean(ns)))

# 9. Does a method pass obstacles on the wrong side, or zigzag?
aggregate(found[c("corridor_gap", "slack")], found["method"], mean, na.rm = TRUE)

# 10. Which phase takes the most time?
phases <- c("locate_ns", "attach_ns", "search_ns", "realise_ns", "smooth_ns")
sums <- aggregate(found[phases], found["method"], sum)
cbind(sums["method"], sums[phases] / rowSums(sums[phases]))
