// Functions that glibc declares only with _GNU_SOURCE, which Swift's import of glibc does not define.
#if defined(__linux__)
int syncfs(int fd);

int renameat2(int folder, const char *name, int other_folder, const char *other_name, unsigned flags);

// Exchanges two items atomically.
static inline int eros_exchange(
    int folder, const char *name, int other_folder, const char *other_name) {
  const unsigned exchange = 1u << 1; // RENAME_EXCHANGE of linux/fs.h
  return renameat2(folder, name, other_folder, other_name, exchange);
}
#endif
