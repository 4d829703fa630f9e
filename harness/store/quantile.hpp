#pragma once

#include <vector>

#include "harness/store/sqlite.hpp"

namespace fairway {

/// The p-quantile of values: the mean of two values if p is exactly between them. Infinite values
/// sort last. Equal to numpy.quantile with the method "averaged_inverted_cdf". Precondition: there
/// is a value.
double quantile(std::vector<double> values, double p);

/// Adds the SQL aggregate quantile(value, p) to this connection. It ignores NULL, and is NULL for
/// no values. Throws DatabaseError.
void add_quantile(Database& database);

}  // namespace fairway
