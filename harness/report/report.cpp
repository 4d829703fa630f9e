#include "harness/report/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <list>
#include <string>
#include <string_view>
#include <utility>

#include "algorithms/methods/registry.hpp"
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
                        const std::filesystem::path& out, const ReportLimits& limits,
                        TraceChoice traces) {
  std::string page(report_page::kHtml);
  fill(page, "/* style */", report_page::kStyle);
  fill(page, "/* library */", report_page::kLibrary);
  fill(page, "/* program */", report_page::kProgram);

  ReportSize size;
  std::list<StoreData> data;
  std::vector<std::string> unfit = limits.maps;
  std::size_t numbers = 0;
  for (const std::filesystem::path& store : stores) {
    data.emplace_back(store, fmt::format("{}-", data.size()), limits.maps, unfit);
    numbers += data.back().number_bytes();
    size.answers += data.back().answers();
  }
  if (!unfit.empty()) {
    throw UnknownName("no map of the results fits '" + unfit.front() +
                      "', expected a name, a file or a pattern of one");
  }
  PictureBudget budget;
  budget.left = limits.bytes - std::min(limits.bytes, page.size() + numbers);
  for (StoreData& store : data) store.pictures().add_walls(budget);
  for (StoreData& store : data) store.pictures().add_drawn_paths(budget);
  for (StoreData& store : data) store.pictures().add_worst_paths(store.worst(), budget);
  for (StoreData& store : data) store.pictures().add_structures(budget);

  std::string parts;
  const auto add = [&](const PagePart& part) {
    parts += fmt::format("<script type=\"application/octet-stream\" id=\"{}\">{}</script>\n",
                         part.id, part.packed);
  };
  traces.room = budget.left;
  for (auto [store, i] = std::pair(data.begin(), std::size_t{0});
       !traces.empty() && store != data.end(); ++store, ++i) {
    for (const PagePart& part :
         read_traces(stores[i], fmt::format("{}-", i), store->worlds(), traces)) {
      add(part);
      size.trace_bytes += part.packed.size();
    }
  }
  expect_known(traces);
  budget.left -= std::min(budget.left, size.trace_bytes);
  for (StoreData& store : data) store.pictures().add_other_paths(budget);

  for (StoreData& store : data) {
    for (const auto& [kind, count] : store.pictures().contents()["left_out"].items()) {
      size.left_out += count.get<std::size_t>();
    }
    for (const PagePart& part : store.take_parts()) add(part);
  }
  size.path_bytes = budget.paths;
  size.structure_bytes = budget.structures;
  size.number_bytes = parts.size() - budget.paths - budget.structures - size.trace_bytes;
  fill(page, "<!-- data -->", parts);
  write_file(out, page);
  size.bytes = page.size();
  return size;
}

}  // namespace fairway
