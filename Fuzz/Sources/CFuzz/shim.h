#include <bzlib.h>
#include <stddef.h>
#include <stdint.h>

// The loop of libFuzzer for programs with their own `main`. libFuzzer declares it in no header.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*test)(const uint8_t *, size_t));
