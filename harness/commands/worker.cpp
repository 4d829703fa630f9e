#include <iostream>
#include <memory>

#include "algorithms/methods/registry.hpp"
#include "harness/commands/command.hpp"
#include "harness/worker/fork_worker.hpp"
#include "harness/worker/serve.hpp"

namespace fairway {

void add_worker_command(CLI::App& program, Action& action) {
  CLI::App* command = program.add_subcommand(
      "worker", "Read requests from standard input and write replies (docs/worker-protocol.md)");
  const auto slow = std::make_shared<double>(0);
  add_option(*command, "--slow PERCENT", *slow,
             "slow down each query by this percentage, to test the measurements (default: 0)",
             number(0, 1000));
  command->callback([&action, slow] {
    action = [slow] {
      std::ios::sync_with_stdio(false);
      serve(Registry::built_in(), std::cin, std::cout, *slow / 100, fork_worker);
      return kSuccess;
    };
  });
}

}  // namespace fairway
