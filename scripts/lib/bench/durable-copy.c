/* durable-copy FOLDER NEW: copies a folder durably, without a zip, digests and a state: writes the files into a new
   folder, makes them durable with one syncfs, renames the folder, and calls fsync for its parent, which has the new name.
   scripts/bench shows its time as a lower bound of `eros install`, which also makes a state and its folders durable. */

#define _GNU_SOURCE
#include <fcntl.h>
#include <ftw.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *source;
static char staging[4096];

static void fail(const char *path) {
  perror(path);
  exit(1);
}

static int copy(const char *path, const struct stat *status, int kind, struct FTW *position) {
  (void)position;
  char target[8192];
  snprintf(target, sizeof target, "%s%s", staging, path + strlen(source));
  if (kind == FTW_D) {
    if (mkdir(target, 0755) != 0) fail(target);
    return 0;
  }
  int from = open(path, O_RDONLY | O_CLOEXEC), to = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
  if (from < 0 || to < 0) fail(target);
  char *bytes = status->st_size ? mmap(NULL, status->st_size, PROT_READ, MAP_PRIVATE, from, 0) : NULL;
  if (bytes == MAP_FAILED || write(to, bytes, status->st_size) != status->st_size) fail(target);
  if (bytes) munmap(bytes, status->st_size);
  close(from);
  close(to);
  return 0;
}

int main(int count, char **arguments) {
  if (count != 3) return 2;
  source = arguments[1];
  snprintf(staging, sizeof staging, "%s.staged", arguments[2]);
  if (nftw(source, copy, 32, FTW_PHYS) != 0) fail(source);
  int folder = open(staging, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0 || syncfs(folder) != 0 || rename(staging, arguments[2]) != 0) fail(staging);
  int parent = open(dirname(staging), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (parent < 0 || fsync(parent) != 0) fail(staging);
  return 0;
}
