#include "harness/report/report.hpp"

#include <fmt/format.h>

#include <memory>

#include "harness/commands/command.hpp"

namespace fairway {

void add_report_command(CLI::App& program, Action& action) {
  struct ReportOptions {
    std::vector<std::filesystem::path> stores;
    std::filesystem::path out;
  };
  CLI::App* command = program.add_subcommand(
      "report", "Write a page about result stores: one file for the browser, without a network");
  const auto options = std::make_shared<ReportOptions>();
  add_option(*command, "stores STORE.sqlite...", options->stores, "result stores",
             CLI::ExistingFile);
  add_option(*command, "--out FILE.html", options->out, "page to write")->required();
  command->callback([&action, options] {
    action = [options] {
      const ReportSize size = write_report(options->stores, options->out);
      write_output(fmt::format("{} answers, {:.1f} MB, of which pictures {:.1f} MB: {}\n",
                               size.answers, static_cast<double>(size.bytes) / 1e6,
                               static_cast<double>(size.picture_bytes) / 1e6,
                               options->out.string()));
      return kSuccess;
    };
  });
}

}  // namespace fairway
