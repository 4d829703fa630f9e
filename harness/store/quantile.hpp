#pragma once

#include <vector>

#include "harness/store/sqlite.hpp"

namespace fairway {

/// The p-quantile of values. If p is exactly between two values, returns their mean. Infinite
/// values sort last. Equal to numpy.quantile with the method "averaged_inverted_cdf". Precondition:
/// `values` is not empty.
double quantile(std::vector<double> values, double p);

/// Adds the SQL aggregate quantile(value, p) to this connection. The aggregate ignores NULL, and is
/// NULL if no value is left. Throws DatabaseError.
void add_quantile(Database& database);

}  // namespace fairway
