#pragma once

namespace fairway {

/// Parses the command line and runs the command. Returns the exit code of the program.
int run_program(int argc, const char* const* argv);

}  // namespace fairway
