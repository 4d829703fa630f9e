#include "harness/commands/run_program.hpp"

int main(int argc, char** argv) { return fairway::run_program(argc, argv); }
