// Functions that Swift does not import from glibc, most of them because it declares them only with
// _GNU_SOURCE.
#if defined(__linux__)
#include <sys/prctl.h>

// Makes the system write no core of this process and deny other processes access to its memory.
// `prctl` has a variable number of parameters, which Swift does not import.
static inline int eros_forbid_dumps(void) {
  return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
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
