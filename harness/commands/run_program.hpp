#pragma once

namespace fairway {

/// Parses the command line and runs the command. Returns the program's exit code.
int run_program(int argc, const char* const* argv);

}  // namespace fairway
