#define _GNU_SOURCE
#include "CJavaScriptCore.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#if defined(__APPLE__)
#include <mach/mach.h>
#endif

// The interval of the checks; a page that allocates as fast as it can exceeds the limit by about 10 MB.
static const long interval_nanoseconds = 5 * 1000 * 1000;

static uint64_t time_limit;
static uint64_t memory_limit;
static int memory_file = -1;
static atomic_bool is_running;
static atomic_ullong start_time;
static atomic_ullong start_memory;
static atomic_ullong peak_memory;

uint64_t eros_processor_time(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return (uint64_t)time.tv_sec * 1000000 + (uint64_t)time.tv_nsec / 1000;
}

// Returns the resident memory of the process in bytes, or 0 if it is unknown.
static uint64_t resident_memory(void) {
#if defined(__APPLE__)
  struct mach_task_basic_info info;
  mach_msg_type_number_t count = MACH_TASK_BASIC_INFO_COUNT;
  if (task_info(mach_task_self(), MACH_TASK_BASIC_INFO, (task_info_t)&info, &count) != KERN_SUCCESS) return 0;
  return info.resident_size;
#else
  char text[128];
  const ssize_t count = pread(memory_file, text, sizeof text - 1, 0);
  if (count <= 0) return 0;
  text[count] = 0;
  unsigned long long all = 0, resident = 0;
  if (sscanf(text, "%llu %llu", &all, &resident) != 2) return 0;
  return resident * (uint64_t)sysconf(_SC_PAGESIZE);
#endif
}

uint64_t eros_watch_memory(void) {
  const uint64_t memory = resident_memory(), start = atomic_load(&start_memory);
  return memory > start ? memory - start : 0;
}

static void check(void) {
  if (eros_processor_time() - atomic_load(&start_time) > time_limit) _exit(EROS_STATUS_TIME);
  const uint64_t used = eros_watch_memory();
  if (used > atomic_load(&peak_memory)) atomic_store(&peak_memory, used);
  if (used > memory_limit) _exit(EROS_STATUS_MEMORY);
}

static void *watch(void *context) {
  const struct timespec interval = {0, interval_nanoseconds};
  for (;;) {
    nanosleep(&interval, NULL);
    if (atomic_load(&is_running)) check();
  }
  return context;
}

bool eros_watch_start(uint64_t time_limit_milliseconds, uint64_t memory_limit_bytes) {
  time_limit = time_limit_milliseconds * 1000;
  memory_limit = memory_limit_bytes;
#if !defined(__APPLE__)
  memory_file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (memory_file < 0) return false;
#endif
  pthread_t thread;
  return pthread_create(&thread, NULL, watch, NULL) == 0;
}

void eros_watch_begin(void) {
  atomic_store(&start_time, eros_processor_time());
  atomic_store(&start_memory, resident_memory());
  atomic_store(&peak_memory, 0);
  atomic_store(&is_running, true);
}

uint64_t eros_watch_end(void) {
  check();
  atomic_store(&is_running, false);
  return atomic_load(&peak_memory);
}
