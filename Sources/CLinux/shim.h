// glibc declares it only for programs that define _GNU_SOURCE, which Swift's import of glibc does not.
#if defined(__linux__)
int syncfs(int fd);
#endif
