#include "algorithms/methods/option_fields.hpp"

namespace fairway {

void add_field(std::vector<OptionField>& fields, const OptionField& field) {
  fields.push_back(field);
}

}  // namespace fairway
