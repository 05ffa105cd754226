#define _GNU_SOURCE
#include "CJavaScriptCore.h"

#include <errno.h>
#include <stddef.h>
#include <sys/resource.h>

#if defined(__linux__)
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define EROS_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define EROS_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

// The system calls of the engine, of its threads and of the output. All others fail with EPERM.
static const int allowed_calls[] = {
    __NR_read,          __NR_write,           __NR_writev,         __NR_pread64,
    __NR_close,         __NR_fstat,           __NR_lseek,          __NR_mmap,
    __NR_munmap,        __NR_mprotect,        __NR_madvise,        __NR_mremap,
    __NR_brk,           __NR_futex,           __NR_clock_gettime,  __NR_clock_getres,
    __NR_clock_nanosleep, __NR_nanosleep,     __NR_gettimeofday,   __NR_sched_yield,
    __NR_sched_getaffinity, __NR_getpid,      __NR_gettid,
    __NR_rt_sigaction,  __NR_rt_sigprocmask,  __NR_rt_sigreturn,   __NR_rt_sigsuspend,
    __NR_rt_sigtimedwait, __NR_sigaltstack,   __NR_exit,           __NR_exit_group,
    __NR_set_robust_list, __NR_getrandom,     __NR_getrusage,      __NR_restart_syscall,
    __NR_membarrier,    __NR_sysinfo,         __NR_getcpu,         __NR_uname,
    __NR_ppoll,         __NR_mincore,         __NR_prctl,
    __NR_eventfd2,      __NR_pipe2,           __NR_fcntl,
#if defined(__NR_poll)
    __NR_poll,
#endif
#if defined(__NR_time)
    __NR_time,
#endif
#if defined(__NR_rseq)
    __NR_rseq,
#endif
#if defined(__NR_arch_prctl)
    __NR_arch_prctl,
#endif
};

enum { call_count = sizeof allowed_calls / sizeof allowed_calls[0] };

// Installs a filter of system calls for all threads.
static int filter_calls(void) {
#if defined(EROS_ARCHITECTURE)
  struct sock_filter filter[2 * call_count + 20];
  unsigned short length = 0;
#define EROS_STATEMENT(code, value) filter[length++] = (struct sock_filter)BPF_STMT(code, value)
#define EROS_JUMP(code, value, yes, no) filter[length++] = (struct sock_filter)BPF_JUMP(code, value, yes, no)
  const unsigned refuse = SECCOMP_RET_ERRNO | EPERM;
  EROS_STATEMENT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch));
  EROS_JUMP(BPF_JMP | BPF_JEQ | BPF_K, EROS_ARCHITECTURE, 1, 0);
  EROS_STATEMENT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS);
  EROS_STATEMENT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
  for (int index = 0; index < call_count; index++) {
    EROS_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)allowed_calls[index], 0, 1);
    EROS_STATEMENT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  }
  // Signals between the threads of the engine, and not to other processes of the user.
  EROS_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_tgkill, 0, 4);
  EROS_STATEMENT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0]));
  EROS_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)getpid(), 0, 1);
  EROS_STATEMENT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  EROS_STATEMENT(BPF_RET | BPF_K, refuse);
  // The C library then calls `clone`, which shows its flags to the filter.
  EROS_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_clone3, 0, 1);
  EROS_STATEMENT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS);
  EROS_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_clone, 0, 3);
  EROS_STATEMENT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0]));
  EROS_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 0, 1);
  EROS_STATEMENT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  EROS_STATEMENT(BPF_RET | BPF_K, refuse);
#undef EROS_STATEMENT
#undef EROS_JUMP
  const struct sock_fprog program = {length, filter};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
  const long result =
      syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program);
  return result == 0 ? 0 : result > 0 ? EBUSY : errno;
#else
  return ENOTSUP;
#endif
}
#else
static int filter_calls(void) { return ENOTSUP; }
#endif

static int limit(int resource, rlim_t value) {
  const struct rlimit limit = {value, value};
  return setrlimit(resource, &limit) == 0 ? 0 : errno;
}

int eros_confine(void) {
  int reason = limit(RLIMIT_CORE, 0);
  if (reason == 0) reason = limit(RLIMIT_FSIZE, 0);
  if (reason == 0) reason = limit(RLIMIT_NOFILE, 64);
  return reason == 0 ? filter_calls() : reason;
}
