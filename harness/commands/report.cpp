#include "harness/report/report.hpp"

#include <fmt/format.h>

#include <memory>

#include "harness/commands/command.hpp"

namespace fairway {

namespace {

double megabytes(std::size_t bytes) { return static_cast<double>(bytes) / 1e6; }

}  // namespace

void add_report_command(CLI::App& program, Action& action) {
  struct ReportOptions {
    std::vector<std::filesystem::path> stores;
    std::filesystem::path out;
    double size = 25;
    std::vector<std::string> maps;
    std::vector<std::string> traces;
    std::filesystem::path terrain;
  };
  CLI::App* command = program.add_subcommand(
      "report", "Write a page about result stores: one file for the browser, without a network");
  const auto options = std::make_shared<ReportOptions>();
  add_option(*command, "stores STORE.sqlite...", options->stores, "result stores",
             CLI::ExistingFile);
  add_option(*command, "--out FILE.html", options->out, "page to write")->required();
  add_option(*command, "--size MB", options->size,
             "most that the page may take; pictures fill what numbers leave (standard: 25)",
             number(0, 2000));
  add_option(*command, "--maps GLOB,...", options->maps, "only maps whose name or file fits");
  add_option(*command, "--traces WHICH,...", options->traces,
             "record searches to replay: 'drawn', of each map the longest of the queries that are "
             "chosen for pictures, or WORLD:NUMBER");
  add_option(*command, "--terrain TABLE", options->terrain,
             "with --traces: what the cells of Moving AI maps with terrain cost",
             CLI::ExistingFile);
  command->callback([&action, options] {
    action = [options] {
      ReportLimits limits;
      limits.bytes = static_cast<std::size_t>(options->size * 1e6);
      limits.maps = options->maps;
      TraceChoice traces = parse_trace_choice(options->traces);
      traces.terrain = options->terrain;
      const ReportSize size = write_report(options->stores, options->out, limits, traces);
      write_output(fmt::format(
          "{} answers, {:.1f} MB (numbers {:.1f}, paths {:.1f}, structures {:.1f}, searches "
          "{:.1f}): {}\n{}",
          size.answers, megabytes(size.bytes), megabytes(size.number_bytes),
          megabytes(size.path_bytes), megabytes(size.structure_bytes), megabytes(size.trace_bytes),
          options->out.string(),
          size.left_out == 0 ? ""
                             : "Some pictures had no room; the page says which. --size MB makes "
                               "room, --maps PATTERN leaves out other maps\n"));
      return kSuccess;
    };
  });
}

}  // namespace fairway
