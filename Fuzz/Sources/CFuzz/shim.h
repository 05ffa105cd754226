#include <bzlib.h>
#include <stddef.h>
#include <stdint.h>

// The main loop of libFuzzer for programs with their own `main`; libFuzzer has no header for it.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*test)(const uint8_t *, size_t));
