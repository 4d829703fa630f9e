#include "harness/commands/command.hpp"

int main(int argc, char** argv) { return fairway::run_program(argc, argv); }
