// Fails the n-th call of a kind on files below a folder: FAULT_UNDER, FAULT_KIND (write, sync, rename,
// open), FAULT_AT, FAULT_ERRNO (0 ends the process with SIGKILL), FAULT_STAYS (all later calls fail, too).
// FAULT_COUNT names a file that gets a byte for each such call.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long calls = 0;

static int fails(const char *kind, const char *path) {
  const char *under = getenv("FAULT_UNDER"), *wanted = getenv("FAULT_KIND");
  if (!under || !wanted || strcmp(kind, wanted) || strncmp(path, under, strlen(under))) return 0;
  // SQLite's shared memory is no file that has to last.
  size_t length = strlen(path);
  if (length > 4 && !strcmp(path + length - 4, "-shm")) return 0;
  pthread_mutex_lock(&lock);
  long number = ++calls;
  pthread_mutex_unlock(&lock);
  const char *count = getenv("FAULT_COUNT");
  if (count) {
    int fd = syscall(SYS_openat, AT_FDCWD, count, O_WRONLY | O_CREAT | O_APPEND, 0600);
    syscall(SYS_write, fd, "x", 1);
    syscall(SYS_close, fd);
  }
  long at = atol(getenv("FAULT_AT") ?: "0");
  if (at == 0 || number < at || (number > at && !getenv("FAULT_STAYS"))) return 0;
  int code = atoi(getenv("FAULT_ERRNO") ?: "0");
  if (code == 0) kill(getpid(), SIGKILL);
  errno = code;
  return 1;
}

static int fdFails(const char *kind, int fd) {
  char link[64], path[PATH_MAX];
  int kept = errno;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  errno = kept;
  if (length <= 0) return 0;
  path[length] = 0;
  return fails(kind, path);
}

#define REAL(type, name, ...) \
  static type (*real)(__VA_ARGS__); \
  if (!real) real = (type(*)(__VA_ARGS__)) dlsym(RTLD_NEXT, #name)

#define ON_FD(kind, type, name, params, types, args) \
  type name params { \
    REAL(type, name, types); \
    if (fdFails(kind, fd)) return -1; \
    return real args; \
  }
#define LIST(...) __VA_ARGS__

ON_FD("write", ssize_t, write, (int fd, const void *b, size_t n), LIST(int, const void *, size_t), (fd, b, n))
ON_FD("write", ssize_t, pwrite, (int fd, const void *b, size_t n, off_t o), LIST(int, const void *, size_t, off_t), (fd, b, n, o))
ON_FD("write", ssize_t, pwrite64, (int fd, const void *b, size_t n, off64_t o), LIST(int, const void *, size_t, off64_t), (fd, b, n, o))
ON_FD("write", ssize_t, writev, (int fd, const struct iovec *v, int n), LIST(int, const struct iovec *, int), (fd, v, n))
ON_FD("write", ssize_t, pwritev, (int fd, const struct iovec *v, int n, off_t o), LIST(int, const struct iovec *, int, off_t), (fd, v, n, o))
ON_FD("write", int, ftruncate, (int fd, off_t o), LIST(int, off_t), (fd, o))
ON_FD("write", int, ftruncate64, (int fd, off64_t o), LIST(int, off64_t), (fd, o))
ON_FD("sync", int, fsync, (int fd), LIST(int), (fd))
ON_FD("sync", int, fdatasync, (int fd), LIST(int), (fd))

int rename(const char *from, const char *to) {
  REAL(int, rename, const char *, const char *);
  return fails("rename", to) ? -1 : real(from, to);
}
int link(const char *from, const char *to) {
  REAL(int, link, const char *, const char *);
  return fails("rename", to) ? -1 : real(from, to);
}

#define OPEN(name) \
  int name(const char *path, int flags, ...) { \
    va_list list; \
    va_start(list, flags); \
    int mode = va_arg(list, int); \
    va_end(list); \
    REAL(int, name, const char *, int, ...); \
    return fails("open", path) ? -1 : real(path, flags, mode); \
  }
OPEN(open)
OPEN(open64)
#define OPENAT(name) \
  int name(int at, const char *path, int flags, ...) { \
    va_list list; \
    va_start(list, flags); \
    int mode = va_arg(list, int); \
    va_end(list); \
    REAL(int, name, int, const char *, int, ...); \
    return fails("open", path) ? -1 : real(at, path, flags, mode); \
  }
OPENAT(openat)
OPENAT(openat64)
