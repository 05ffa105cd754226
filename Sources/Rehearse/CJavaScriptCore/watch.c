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

// The processor time in microseconds between two signs of life.
static const uint64_t sign_interval = 100 * 1000;

// The factor of the limit for all threads of the process together, such as those of the garbage collector.
enum { process_factor = 3 };

#if defined(__APPLE__)
static thread_act_t page_thread;
#else
static clockid_t page_clock;
#endif
static uint64_t time_limit;
static uint64_t memory_limit;
static int memory_file = -1;
// Guards `is_running` and the signs of life, which must not be inside another line of the output.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool is_running;
static uint64_t last_sign;
static atomic_ullong start_time;
static atomic_ullong start_process_time;
static atomic_ullong start_memory;
static atomic_ullong peak_memory;

uint64_t eros_processor_time(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return (uint64_t)time.tv_sec * 1000000 + (uint64_t)time.tv_nsec / 1000;
}

uint64_t eros_page_time(void) {
#if defined(__APPLE__)
  struct thread_basic_info info;
  mach_msg_type_number_t count = THREAD_BASIC_INFO_COUNT;
  if (thread_info(page_thread, THREAD_BASIC_INFO, (thread_info_t)&info, &count) != KERN_SUCCESS) return 0;
  return (uint64_t)(info.user_time.seconds + info.system_time.seconds) * 1000000 +
         (uint64_t)(info.user_time.microseconds + info.system_time.microseconds);
#else
  struct timespec time;
  if (clock_gettime(page_clock, &time) != 0) return 0;
  return (uint64_t)time.tv_sec * 1000000 + (uint64_t)time.tv_nsec / 1000;
#endif
}

// Finds the clock of the calling thread, which runs the pages; returns false if that fails.
static bool find_page_clock(void) {
#if defined(__APPLE__)
  page_thread = mach_thread_self();
  return page_thread != MACH_PORT_NULL;
#else
  return pthread_getcpuclockid(pthread_self(), &page_clock) == 0;
#endif
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
  if (eros_page_time() - atomic_load(&start_time) > time_limit) _exit(EROS_STATUS_TIME);
  const uint64_t all = eros_processor_time() - atomic_load(&start_process_time);
  if (all > process_factor * time_limit) _exit(EROS_STATUS_TIME);
  const uint64_t used = eros_watch_memory();
  if (used > atomic_load(&peak_memory)) atomic_store(&peak_memory, used);
  if (used > memory_limit) _exit(EROS_STATUS_MEMORY);
}

// Writes an empty line after each interval of processor time. On a busy machine, a page needs much more time than processor
// time; the parent process ends only a process that is silent.
static void give_sign(void) {
  const uint64_t now = eros_processor_time();
  if (now - last_sign < sign_interval) return;
  last_sign = now;
  if (write(STDOUT_FILENO, "\n", 1) < 0) _exit(EROS_STATUS_TIME);
}

static void *watch(void *context) {
  const struct timespec interval = {0, interval_nanoseconds};
  for (;;) {
    nanosleep(&interval, NULL);
    pthread_mutex_lock(&lock);
    if (is_running) {
      check();
      give_sign();
    }
    pthread_mutex_unlock(&lock);
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
  return find_page_clock() && pthread_create(&thread, NULL, watch, NULL) == 0;
}

void eros_watch_begin(void) {
  atomic_store(&start_time, eros_page_time());
  atomic_store(&start_process_time, eros_processor_time());
  atomic_store(&start_memory, resident_memory());
  atomic_store(&peak_memory, 0);
  pthread_mutex_lock(&lock);
  last_sign = eros_processor_time();
  is_running = true;
  pthread_mutex_unlock(&lock);
}

uint64_t eros_watch_end(void) {
  check();
  pthread_mutex_lock(&lock);
  is_running = false;
  pthread_mutex_unlock(&lock);
  return atomic_load(&peak_memory);
}
