// Functions that Swift does not import from glibc, most of them because it declares them only with
// _GNU_SOURCE.
#if defined(__linux__)
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

// Makes the system write no core of this process and deny other processes access to its memory.
// Swift does not import `prctl`, which has a variable number of parameters.
static inline int eros_forbid_dumps(void) {
  return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}

// Returns the number of processors on which this thread may run, or 0 on failure. `cpu_set_t` has
// 1,024 bits, and the call fails with it on larger machines.
static inline int eros_schedulable_processors(void) {
  unsigned long mask[128] = {0};
  const long size = syscall(SYS_sched_getaffinity, 0, sizeof mask, mask);
  int count = 0;
  for (long index = 0; index < size / (long)sizeof mask[0]; index++) {
    count += __builtin_popcountl(mask[index]);
  }
  return count;
}

int syncfs(int fd);

int renameat2(int folder, const char *name, int other_folder, const char *other_name, unsigned flags);

// Exchanges two items atomically.
static inline int eros_exchange(
    int folder, const char *name, int other_folder, const char *other_name) {
  const unsigned exchange = 1u << 1; // RENAME_EXCHANGE of linux/fs.h
  return renameat2(folder, name, other_folder, other_name, exchange);
}
#endif
