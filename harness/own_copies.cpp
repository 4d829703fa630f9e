// Copies of fmt and toml++ inside the program. Debian has no static libraries of them.
#define TOML_IMPLEMENTATION
#include <fmt/format-inl.h>
#include <toml++/toml.h>

// Instantiates the templates that fmt/format.h declares as extern or leaves undefined.
FMT_BEGIN_NAMESPACE
namespace detail {
template auto dragonbox::to_decimal(float) -> dragonbox::decimal_fp<float>;
template auto dragonbox::to_decimal(double) -> dragonbox::decimal_fp<double>;
template auto locale_ref::get<std::locale>() const -> std::locale;
template auto thousands_sep_impl(locale_ref) -> thousands_sep_result<char>;
template auto decimal_point_impl(locale_ref) -> char;
}  // namespace detail
FMT_END_NAMESPACE
