#include "harness/report/report.hpp"

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "datasets/output.hpp"
#include "generated/report_page.hpp"
#include "harness/report/store_data.hpp"

namespace fairway {

namespace {

/// Puts a text in the place of a mark, which the page has once.
void fill(std::string& page, std::string_view mark, std::string_view text) {
  page.replace(page.find(mark), mark.size(), text);
}

}  // namespace

ReportSize write_report(std::span<const std::filesystem::path> stores,
                        const std::filesystem::path& out) {
  ReportSize size;
  std::string data;
  for (std::size_t i = 0; i < stores.size(); ++i) {
    const StoreData store = read_store_data(stores[i], fmt::format("{}-", i));
    for (const PagePart& part : store.parts) {
      data += fmt::format("<script type=\"application/octet-stream\" id=\"{}\">{}</script>\n",
                          part.id, part.packed);
    }
    size.answers += store.answers;
    size.picture_bytes += store.picture_bytes;
  }
  std::string page(report_page::kHtml);
  fill(page, "/* style */", report_page::kStyle);
  fill(page, "<!-- data -->", data);
  fill(page, "/* library */", report_page::kLibrary);
  fill(page, "/* program */", report_page::kProgram);
  write_file(out, page);
  size.bytes = page.size();
  return size;
}

}  // namespace fairway
