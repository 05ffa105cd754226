#include <bzlib.h>
#include <stddef.h>
#include <stdint.h>

// libFuzzer's loop, for programs that have a `main` of their own; it has no header.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*test)(const uint8_t *, size_t));
