#pragma once

#include <vector>

#include "harness/store/sqlite.hpp"

namespace fairway {

/// The value at the share p of values, the mean of two if it lies between them; infinite values
/// sort last. (numpy.quantile with the method "averaged_inverted_cdf".) Precondition: there is a
/// value.
double quantile(std::vector<double> values, double p);

/// Adds the aggregate quantile(value, p) to what statements of this connection may use. It leaves
/// NULL out, and is NULL of no values. Throws DatabaseError.
void add_quantile(Database& database);

}  // namespace fairway
