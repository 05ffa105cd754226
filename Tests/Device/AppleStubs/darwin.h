// The declarations of the C library of Apple's systems that the sources use, and that the headers of other
// libraries and the interface of swift-system need. `scripts/device/apple --headers` compares them with Apple's headers.
// Nothing else is declared, so that the compiler finds each other function in a branch for Darwin.

#pragma once
#include <stdarg.h>
#include <stddef.h>

#define AF_INET 2
#define AF_INET6 30
#define AT_FDCWD -2
#define AT_REMOVEDIR 0x0080
#define AT_SYMLINK_NOFOLLOW 0x0020
#define E2BIG 7
#define EACCES 13
#define EADDRINUSE 48
#define EADDRNOTAVAIL 49
#define EAFNOSUPPORT 47
#define EAGAIN 35
#define EALREADY 37
#define EBADF 9
#define EBADMSG 94
#define EBUSY 16
#define ECANCELED 89
#define ECHILD 10
#define ECHO 0x00000008
#define ECONNABORTED 53
#define ECONNREFUSED 61
#define ECONNRESET 54
#define EDEADLK 11
#define EDESTADDRREQ 39
#define EDOM 33
#define EDQUOT 69
#define EEXIST 17
#define EFAULT 14
#define EFBIG 27
#define EHOSTDOWN 64
#define EHOSTUNREACH 65
#define EIDRM 90
#define EILSEQ 92
#define EINPROGRESS 36
#define EINTR 4
#define EINVAL 22
#define EIO 5
#define EISCONN 56
#define EISDIR 21
#define ELOOP 62
#define EMFILE 24
#define EMLINK 31
#define EMSGSIZE 40
#define EMULTIHOP 95
#define ENAMETOOLONG 63
#define ENETDOWN 50
#define ENETRESET 52
#define ENETUNREACH 51
#define ENFILE 23
#define ENOBUFS 55
#define ENODATA 96
#define ENODEV 19
#define ENOENT 2
#define ENOEXEC 8
#define ENOLCK 77
#define ENOLINK 97
#define ENOMEM 12
#define ENOMSG 91
#define ENOPROTOOPT 42
#define ENOSPC 28
#define ENOSR 98
#define ENOSTR 99
#define ENOSYS 78
#define ENOTBLK 15
#define ENOTCONN 57
#define ENOTDIR 20
#define ENOTEMPTY 66
#define ENOTRECOVERABLE 104
#define ENOTSOCK 38
#define ENOTSUP 45
#define ENOTTY 25
#define ENXIO 6
#define EOPNOTSUPP 102
#define EOVERFLOW 84
#define EOWNERDEAD 105
#define EPERM 1
#define EPFNOSUPPORT 46
#define EPIPE 32
#define EPROTO 100
#define EPROTONOSUPPORT 43
#define EPROTOTYPE 41
#define ERANGE 34
#define EREMOTE 71
#define EROFS 30
#define ESHUTDOWN 58
#define ESOCKTNOSUPPORT 44
#define ESPIPE 29
#define ESRCH 3
#define ESTALE 70
#define ETIME 101
#define ETIMEDOUT 60
#define ETOOMANYREFS 59
#define ETXTBSY 26
#define EUSERS 68
#define EWOULDBLOCK EAGAIN
#define EXDEV 18
#define FD_CLOEXEC 1
#define F_FULLFSYNC 51
#define F_OK 0
#define F_SETFD 2
#define F_SETFL 4
#define LOCK_EX 0x02
#define LOCK_NB 0x04
#define MSG_DONTWAIT 0x80
#define MSG_PEEK 0x2
#define __DARWIN_NULL ((void *)0)
#define NULL __DARWIN_NULL
#define O_ACCMODE 0x0003
#define O_APPEND 0x00000008
#define O_ASYNC 0x00000040
#define O_CLOEXEC 0x01000000
#define O_CREAT 0x00000200
#define O_DIRECTORY 0x00100000
#define O_EXCL 0x00000800
#define O_NOCTTY 0x00020000
#define O_NOFOLLOW 0x00000100
#define O_NONBLOCK 0x00000004
#define O_RDONLY 0x0000
#define O_RDWR 0x0002
#define O_TRUNC 0x00000400
#define O_WRONLY 0x0001
#define POLLIN 0x0001
#define POLLOUT 0x0004
#define POSIX_SPAWN_SETSID 0x0400
#define POSIX_SPAWN_SETSIGDEF 0x0004
#define POSIX_SPAWN_SETSIGMASK 0x0008
#define PTHREAD_MUTEX_RECURSIVE 2
#define RENAME_SWAP 0x00000002
#define RLIMIT_CORE 4
#define RLIMIT_NOFILE 8
#define RTLD_LOCAL 0x4
#define RTLD_NOW 0x2
#define SEEK_CUR 1
#define SEEK_END 2
#define SEEK_SET 0
#define SHUT_RD 0
#define SHUT_RDWR 2
#define SIGABRT 6
#define SIGBUS 10
#define SIGCHLD 20
#define SIGFPE 8
#define SIGHUP 1
#define SIGILL 4
#define SIGINT 2
#define SIGKILL 9
#define SIGPIPE 13
#define SIGQUIT 3
#define SIGSEGV 11
#define SIGTERM 15
#define SIGTRAP 5
#define SIGTSTP 18
#define SIGXFSZ 25
#define SIG_BLOCK 1
#define SIG_DFL (void (*)(int))0
#define SIG_ERR ((void (*)(int))-1)
#define SIG_IGN (void (*)(int))1
#define SIG_SETMASK 3
#define SIG_UNBLOCK 2
#define UINTPTR_MAX 18446744073709551615UL
#define SIZE_MAX UINTPTR_MAX
#define SOCK_STREAM 1
#define SOL_SOCKET 0xffff
#define SO_RCVBUF 0x1002
#define SO_RCVTIMEO 0x1006
#define SO_REUSEADDR 0x0004
#define SO_SNDTIMEO 0x1005
#define STDERR_FILENO 2
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define ST_RDONLY 0x00000001
#define S_IFBLK 0060000
#define S_IFCHR 0020000
#define S_IFDIR 0040000
#define S_IFIFO 0010000
#define S_IFLNK 0120000
#define S_IFMT 0170000
#define S_IFREG 0100000
#define S_IFSOCK 0140000
#define S_IRGRP 0000040
#define S_IROTH 0000004
#define S_IRUSR 0000400
#define S_IRWXG 0000070
#define S_IRWXO 0000007
#define S_IRWXU 0000700
#define S_ISGID 0002000
#define S_ISUID 0004000
#define S_ISVTX 0001000
#define S_IWGRP 0000020
#define S_IWOTH 0000002
#define S_IWUSR 0000200
#define S_IXGRP 0000010
#define S_IXOTH 0000001
#define S_IXUSR 0000100
#define TCSAFLUSH 2
#define UINT32_C(v) (v ## U)
#define UINT32_MAX 4294967295U
#define UINT64_C(v) (v ## ULL)
#define UINT64_MAX 18446744073709551615ULL
#define WEXITED 0x00000004
#define WNOHANG 0x00000001
#define WNOWAIT 0x00000020
#define W_OK (1<<1)
#define X_OK (1<<0)
#define _SC_NPROCESSORS_ONLN 58
#define _SC_OPEN_MAX 5
#define bool _Bool
#define errno (*__error())
#define false 0
#define stderr __stderrp
#define stdin __stdinp
#define stdout __stdoutp
#define true 1

typedef void (* sig_t)(int);
struct _opaque_pthread_mutex_t;
struct _opaque_pthread_mutex_t {
  long __sig;
  char __opaque[56];
};
typedef struct _opaque_pthread_mutex_t __darwin_pthread_mutex_t;
struct _telldir;
typedef struct {
  int __dd_fd;
  long __dd_loc;
  long __dd_size;
  char *__dd_buf;
  int __dd_len;
  long __dd_seek;
  long __padding;
  int __dd_flags;
  __darwin_pthread_mutex_t __dd_lock;
  struct _telldir *__dd_td;
} DIR;
struct __sFILE;
struct __sbuf;
struct __sbuf {
  unsigned char *_base;
  int _size;
};
typedef long long __int64_t;
typedef __int64_t __darwin_off_t;
typedef __darwin_off_t fpos_t;
struct __sFILEX;
struct __sFILE {
  unsigned char *_p;
  int _r;
  int _w;
  short _flags;
  short _file;
  struct __sbuf _bf;
  int _lbfsize;
  void *_cookie;
  int (* _Nullable _close)(void *);
  int (* _Nullable _read)(void *, char *, int);
  fpos_t (* _Nullable _seek)(void *, fpos_t, int);
  int (* _Nullable _write)(void *, const char *, int);
  struct __sbuf _ub;
  struct __sFILEX *_extra;
  int _ur;
  unsigned char _ubuf[3];
  unsigned char _nbuf[1];
  struct __sbuf _lb;
  int _blksize;
  fpos_t _offset;
};
typedef struct __sFILE FILE;
typedef enum { P_ALL = 0, P_PID = 1, P_PGID = 2 } idtype_t;
typedef enum { _CLOCK_REALTIME = 0, _CLOCK_MONOTONIC = 6, _CLOCK_MONOTONIC_RAW = 4, _CLOCK_MONOTONIC_RAW_APPROX = 5, _CLOCK_UPTIME_RAW = 8, _CLOCK_UPTIME_RAW_APPROX = 9, _CLOCK_PROCESS_CPUTIME_ID = 12, _CLOCK_THREAD_CPUTIME_ID = 16 } clockid_t;
int *__error(void);
void _exit(int);
void abort(void);
struct sockaddr;
typedef unsigned char __uint8_t;
typedef __uint8_t sa_family_t;
struct sockaddr {
  __uint8_t sa_len;
  sa_family_t sa_family;
  char sa_data[14];
};
typedef unsigned int __uint32_t;
typedef __uint32_t __darwin_socklen_t;
typedef __darwin_socklen_t socklen_t;
int accept(int, struct sockaddr *__restrict, socklen_t *__restrict);
int access(const char *, int);
int bind(int, const struct sockaddr *, socklen_t);
typedef unsigned long __darwin_clock_t;
typedef __darwin_clock_t clock_t;
clock_t clock(void);
struct timespec;
typedef long __darwin_time_t;
struct timespec {
  __darwin_time_t tv_sec;
  long tv_nsec;
};
int clock_gettime(clockid_t, struct timespec *);
int close(int);
int closedir(DIR *);
double cos(double);
typedef int __int32_t;
typedef __int32_t __darwin_dev_t;
typedef __darwin_dev_t dev_t;
void *dlopen(const char *, int);
void *dlsym(void *, const char *);
int dup(int);
int dup2(int, int);
void encrypt(char *, int);
struct exception;
struct exception {
  int type;
  char *name;
  double arg1;
  double arg2;
  double retval;
};
void exit(int);
double exp(double);
int faccessat(int, const char *, int, int);
typedef unsigned short __uint16_t;
typedef __uint16_t __darwin_mode_t;
typedef __darwin_mode_t mode_t;
int fchmod(int, mode_t);
int fchmodat(int, const char *, mode_t, int);
int fcntl(int, int, ...);
struct fd_set;
struct fd_set {
  __int32_t fds_bits[32];
};
typedef struct fd_set fd_set;
DIR *fdopendir(int);
struct flock;
typedef __darwin_off_t off_t;
typedef __int32_t __darwin_pid_t;
typedef __darwin_pid_t pid_t;
struct flock {
  off_t l_start;
  off_t l_len;
  pid_t l_pid;
  short l_type;
  short l_whence;
};
int flock(int, int);
void free(void *);
struct ifaddrs;
struct ifaddrs {
  struct ifaddrs *ifa_next;
  char *ifa_name;
  unsigned int ifa_flags;
  struct sockaddr *ifa_addr;
  struct sockaddr *ifa_netmask;
  struct sockaddr *ifa_dstaddr;
  void *ifa_data;
};
void freeifaddrs(struct ifaddrs *);
struct stat;
typedef __uint16_t nlink_t;
typedef unsigned long long __uint64_t;
typedef __uint64_t __darwin_ino64_t;
typedef __uint32_t __darwin_uid_t;
typedef __darwin_uid_t uid_t;
typedef __uint32_t __darwin_gid_t;
typedef __darwin_gid_t gid_t;
typedef __int64_t __darwin_blkcnt_t;
typedef __darwin_blkcnt_t blkcnt_t;
typedef __int32_t __darwin_blksize_t;
typedef __darwin_blksize_t blksize_t;
struct stat {
  dev_t st_dev;
  mode_t st_mode;
  nlink_t st_nlink;
  __darwin_ino64_t st_ino;
  uid_t st_uid;
  gid_t st_gid;
  dev_t st_rdev;
  struct timespec st_atimespec;
  struct timespec st_mtimespec;
  struct timespec st_ctimespec;
  struct timespec st_birthtimespec;
  off_t st_size;
  blkcnt_t st_blocks;
  blksize_t st_blksize;
  __uint32_t st_flags;
  __uint32_t st_gen;
  __int32_t st_lspare;
  __int64_t st_qspare[2];
};
int fstat(int, struct stat *);
int fstatat(int, const char *, struct stat *, int);
struct statvfs;
typedef unsigned int __darwin_fsblkcnt_t;
typedef __darwin_fsblkcnt_t fsblkcnt_t;
typedef unsigned int __darwin_fsfilcnt_t;
typedef __darwin_fsfilcnt_t fsfilcnt_t;
struct statvfs {
  unsigned long f_bsize;
  unsigned long f_frsize;
  fsblkcnt_t f_blocks;
  fsblkcnt_t f_bfree;
  fsblkcnt_t f_bavail;
  fsfilcnt_t f_files;
  fsfilcnt_t f_ffree;
  fsfilcnt_t f_favail;
  unsigned long f_fsid;
  unsigned long f_flag;
  unsigned long f_namemax;
};
int fstatvfs(int, struct statvfs *);
int fsync(int);
int ftruncate(int, off_t);
char *getenv(const char *);
uid_t geteuid(void);
typedef unsigned long __darwin_size_t;
typedef __darwin_size_t size_t;
int gethostname(char *, size_t);
int getifaddrs(struct ifaddrs **);
int getpeername(int, struct sockaddr *__restrict, socklen_t *__restrict);
struct rlimit;
typedef __uint64_t rlim_t;
struct rlimit {
  rlim_t rlim_cur;
  rlim_t rlim_max;
};
int getrlimit(int, struct rlimit *);
char *gets(char *);
int getsockname(int, struct sockaddr *__restrict, socklen_t *__restrict);
typedef __uint32_t __darwin_id_t;
typedef __darwin_id_t id_t;
struct in6_addr;
struct in6_addr {
  union {
    __uint8_t __u6_addr8[16];
    __uint16_t __u6_addr16[8];
    __uint32_t __u6_addr32[4];
  } __u6_addr;
};
typedef __uint16_t in_port_t;
int inet_pton(int, const char *, void *);
typedef __darwin_ino64_t __darwin_ino_t;
typedef __darwin_ino_t ino_t;
typedef short int16_t;
typedef int int32_t;
typedef long long int64_t;
typedef signed char int8_t;
typedef long intmax_t;
int ioctl(int, unsigned long, ...);
int isatty(int);
int kill(pid_t, int);
struct label;
int link(const char *, const char *);
int linkat(int, const char *, int, const char *, int);
int listen(int, int);
double log(double);
off_t lseek(int, off_t, int);
int memcmp(const void *, const void *, size_t);
typedef int errno_t;
typedef __darwin_size_t rsize_t;
errno_t memset_s(void *, rsize_t, int, rsize_t);
int mkdirat(int, const char *, mode_t);
struct mount;
int mount(const char *, const char *, int, void *);
typedef unsigned int nfds_t;
int open(const char *, int, ...);
int openat(int, const char *, int, ...);
int pause(void);
int pipe(int *);
struct pollfd;
struct pollfd {
  int fd;
  short events;
  short revents;
};
int poll(struct pollfd *, nfds_t, int);
typedef void *posix_spawn_file_actions_t;
typedef void *posix_spawnattr_t;
int posix_spawn(pid_t *__restrict, const char *__restrict, const posix_spawn_file_actions_t *, const posix_spawnattr_t *__restrict, char *const *__restrict, char *const *__restrict);
int posix_spawn_file_actions_adddup2(posix_spawn_file_actions_t *, int, int);
int posix_spawn_file_actions_addopen(posix_spawn_file_actions_t *__restrict, int, const char *__restrict, int, mode_t);
int posix_spawn_file_actions_destroy(posix_spawn_file_actions_t *);
int posix_spawn_file_actions_init(posix_spawn_file_actions_t *);
int posix_spawnattr_destroy(posix_spawnattr_t *);
int posix_spawnattr_init(posix_spawnattr_t *);
int posix_spawnattr_setflags(posix_spawnattr_t *, short);
typedef __uint32_t __darwin_sigset_t;
typedef __darwin_sigset_t sigset_t;
int posix_spawnattr_setsigdefault(posix_spawnattr_t *__restrict, const sigset_t *__restrict);
int posix_spawnattr_setsigmask(posix_spawnattr_t *__restrict, const sigset_t *__restrict);
typedef long __darwin_ssize_t;
typedef __darwin_ssize_t ssize_t;
ssize_t pread(int, void *, size_t, off_t);
struct _opaque_pthread_cond_t;
struct _opaque_pthread_cond_t {
  long __sig;
  char __opaque[40];
};
typedef struct _opaque_pthread_cond_t __darwin_pthread_cond_t;
typedef __darwin_pthread_cond_t pthread_cond_t;
int pthread_cond_broadcast(pthread_cond_t * _Nonnull);
int pthread_cond_destroy(pthread_cond_t * _Nonnull);
struct _opaque_pthread_condattr_t;
struct _opaque_pthread_condattr_t {
  long __sig;
  char __opaque[8];
};
typedef struct _opaque_pthread_condattr_t __darwin_pthread_condattr_t;
typedef __darwin_pthread_condattr_t pthread_condattr_t;
int pthread_cond_init(pthread_cond_t *__restrict _Nonnull, const pthread_condattr_t *__restrict _Nullable);
typedef __darwin_pthread_mutex_t pthread_mutex_t;
int pthread_cond_wait(pthread_cond_t *__restrict _Nonnull, pthread_mutex_t *__restrict _Nonnull);
struct _opaque_pthread_t;
struct __darwin_pthread_handler_rec;
struct __darwin_pthread_handler_rec {
  void (* __routine)(void *);
  void *__arg;
  struct __darwin_pthread_handler_rec *__next;
};
struct _opaque_pthread_t {
  long __sig;
  struct __darwin_pthread_handler_rec *__cleanup_stack;
  char __opaque[8176];
};
typedef struct _opaque_pthread_t *__darwin_pthread_t;
typedef __darwin_pthread_t pthread_t;
struct _opaque_pthread_attr_t;
struct _opaque_pthread_attr_t {
  long __sig;
  char __opaque[56];
};
typedef struct _opaque_pthread_attr_t __darwin_pthread_attr_t;
typedef __darwin_pthread_attr_t pthread_attr_t;
int pthread_create(pthread_t *__restrict, const pthread_attr_t *__restrict _Nullable, void *(* _Nonnull)(void * _Nonnull), void *__restrict _Nullable);
int pthread_detach(pthread_t _Nonnull);
int pthread_join(pthread_t _Nonnull, void * _Nullable * _Nullable);
typedef unsigned long __darwin_pthread_key_t;
typedef __darwin_pthread_key_t pthread_key_t;
int pthread_mutex_destroy(pthread_mutex_t * _Nonnull);
struct _opaque_pthread_mutexattr_t;
struct _opaque_pthread_mutexattr_t {
  long __sig;
  char __opaque[8];
};
typedef struct _opaque_pthread_mutexattr_t __darwin_pthread_mutexattr_t;
typedef __darwin_pthread_mutexattr_t pthread_mutexattr_t;
int pthread_mutex_init(pthread_mutex_t *__restrict _Nonnull, const pthread_mutexattr_t *__restrict _Nullable);
int pthread_mutex_lock(pthread_mutex_t * _Nonnull);
int pthread_mutex_unlock(pthread_mutex_t * _Nonnull);
int pthread_mutexattr_destroy(pthread_mutexattr_t * _Nonnull);
int pthread_mutexattr_init(pthread_mutexattr_t * _Nonnull);
int pthread_mutexattr_settype(pthread_mutexattr_t * _Nonnull, int);
struct _opaque_pthread_once_t;
struct _opaque_pthread_once_t {
  long __sig;
  char __opaque[8];
};
typedef struct _opaque_pthread_once_t __darwin_pthread_once_t;
typedef __darwin_pthread_once_t pthread_once_t;
pthread_t  _Nonnull pthread_self(void);
int pthread_sigmask(int, const sigset_t * _Nullable, sigset_t * _Nullable);
int puts(const char *);
ssize_t pwrite(int, const void *, size_t, off_t);
int raise(int);
int rand(void);
ssize_t read(int, void *, size_t);
struct dirent;
struct dirent {
  __uint64_t d_ino;
  __uint64_t d_seekoff;
  __uint16_t d_reclen;
  __uint16_t d_namlen;
  __uint8_t d_type;
  char d_name[1024];
};
struct dirent *readdir(DIR *);
ssize_t readlinkat(int, const char *, char *, size_t);
char *realpath(const char *__restrict, char *__restrict);
ssize_t recv(int, void *, size_t, int);
double remainder(double, double);
int remove(const char *);
int rename(const char *, const char *);
int renameat(int, const char *, int, const char *);
int renameatx_np(int, const char *, int, const char *, unsigned int);
int rmdir(const char *);
ssize_t send(int, const void *, size_t, int);
int setrlimit(int, const struct rlimit *);
int setsockopt(int, int, int, const void *, socklen_t);
int shutdown(int, int);
int sigaddset(sigset_t *, int);
int sigemptyset(sigset_t *);
struct __siginfo;
union sigval;
union sigval {
  int sival_int;
  void *sival_ptr;
};
struct __siginfo {
  int si_signo;
  int si_errno;
  int si_code;
  pid_t si_pid;
  uid_t si_uid;
  int si_status;
  void *si_addr;
  union sigval si_value;
  long si_band;
  unsigned long __pad[7];
};
typedef struct __siginfo siginfo_t;
int sigismember(const sigset_t *, int);
sig_t signal(int, sig_t);
int sigpending(sigset_t *);
int sigwait(const sigset_t *__restrict, int *__restrict);
unsigned int sleep(unsigned int);
struct sockaddr_in;
struct in_addr;
typedef __uint32_t in_addr_t;
struct in_addr {
  in_addr_t s_addr;
};
struct sockaddr_in {
  __uint8_t sin_len;
  sa_family_t sin_family;
  in_port_t sin_port;
  struct in_addr sin_addr;
  char sin_zero[8];
};
struct sockaddr_in6;
struct sockaddr_in6 {
  __uint8_t sin6_len;
  sa_family_t sin6_family;
  in_port_t sin6_port;
  __uint32_t sin6_flowinfo;
  struct in6_addr sin6_addr;
  __uint32_t sin6_scope_id;
};
struct sockaddr_storage;
struct sockaddr_storage {
  __uint8_t ss_len;
  sa_family_t ss_family;
  char __ss_pad1[6];
  __int64_t __ss_align;
  char __ss_pad2[112];
};
int socket(int, int, int);
int stat(const char *, struct stat *);
int statvfs(const char *__restrict, struct statvfs *__restrict);
extern FILE *__stderrp;
extern FILE *__stdinp;
extern FILE *__stdoutp;
char *strdup(const char *);
unsigned long strlen(const char *);
int symlink(const char *, const char *);
int symlinkat(const char *, int, const char *);
void sync(void);
int syscall(int, ...);
long sysconf(int);
int system(const char *);
typedef unsigned long tcflag_t;
struct termios;
typedef unsigned char cc_t;
typedef unsigned long speed_t;
struct termios {
  tcflag_t c_iflag;
  tcflag_t c_oflag;
  tcflag_t c_cflag;
  tcflag_t c_lflag;
  cc_t c_cc[20];
  speed_t c_ispeed;
  speed_t c_ospeed;
};
int tcgetattr(int, struct termios *);
int tcsetattr(int, int, const struct termios *);
typedef __darwin_time_t time_t;
time_t time(time_t *);
struct timeval;
typedef __int32_t __darwin_suseconds_t;
struct timeval {
  __darwin_time_t tv_sec;
  __darwin_suseconds_t tv_usec;
};
struct tm;
struct tm {
  int tm_sec;
  int tm_min;
  int tm_hour;
  int tm_mday;
  int tm_mon;
  int tm_year;
  int tm_wday;
  int tm_yday;
  int tm_isdst;
  long tm_gmtoff;
  char *tm_zone;
};
int truncate(const char *, off_t);
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef unsigned long long uint64_t;
typedef unsigned char uint8_t;
typedef unsigned long uintmax_t;
int unlink(const char *);
int unlinkat(int, const char *, int);
typedef __uint32_t __darwin_useconds_t;
typedef __darwin_useconds_t useconds_t;
int usleep(useconds_t);
typedef __builtin_va_list __darwin_va_list;
typedef __darwin_va_list va_list;
union wait;
union wait {
  int w_status;
  struct {
    unsigned int w_Termsig : 7;
    unsigned int w_Coredump : 1;
    unsigned int w_Retcode : 8;
    unsigned int w_Filler : 16;
  } w_T;
  struct {
    unsigned int w_Stopval : 8;
    unsigned int w_Stopsig : 8;
    unsigned int w_Filler : 16;
  } w_S;
};
pid_t wait(int *);
int waitid(idtype_t, id_t, siginfo_t *, int);
pid_t waitpid(pid_t, int *, int);
typedef int __darwin_wchar_t;
typedef __darwin_wchar_t wchar_t;
struct winsize;
struct winsize {
  unsigned short ws_row;
  unsigned short ws_col;
  unsigned short ws_xpixel;
  unsigned short ws_ypixel;
};
ssize_t write(int, const void *, size_t);
