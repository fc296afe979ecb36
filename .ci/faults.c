/* Loaded before the C library (LD_PRELOAD): the n-th operation on files kills the process, or fails from then on.
 *
 *   FAULT_AT     which operation, from 1; 0 lets everything through
 *   FAULT_KIND   kill: SIGKILL before the operation; full: it and all later writes fail with ENOSPC; torn: half of a write is
 *                done, then SIGKILL
 *   FAULT_COUNT  a file that is given the number of operations when the process ends
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static long count;

static long at(void) {
    const char *text = getenv("FAULT_AT");
    return text ? atol(text) : 0;
}

static int is(const char *kind) {
    const char *text = getenv("FAULT_KIND");
    return text && strcmp(text, kind) == 0;
}

/* Counts an operation; whether it has to fail. */
static int fails(void) {
    long now = __atomic_add_fetch(&count, 1, __ATOMIC_SEQ_CST), when = at();
    if (when == 0 || now < when) return 0;
    if (is("full")) { errno = ENOSPC; return 1; }
    if (now == when) raise(SIGKILL);
    return 0;
}

static int is_file(int fd) {
    struct stat about;
    return fstat(fd, &about) == 0 && S_ISREG(about.st_mode);
}

__attribute__((destructor)) static void tell(void) {
    const char *path = getenv("FAULT_COUNT");
    if (!path) return;
    FILE *file = fopen(path, "w");
    if (file) { fprintf(file, "%ld\n", count); fclose(file); }
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static int mode_of(int flags, va_list rest) { return flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, int) : 0; }

int open64(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    int mode = mode_of(flags, rest);
    va_end(rest);
    if ((flags & O_CREAT) && fails()) return -1;
    return REAL(open64)(path, flags, mode);
}

int open(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    int mode = mode_of(flags, rest);
    va_end(rest);
    if ((flags & O_CREAT) && fails()) return -1;
    return REAL(open)(path, flags, mode);
}

ssize_t write(int fd, const void *bytes, size_t size) {
    if (!is_file(fd)) return REAL(write)(fd, bytes, size);
    if (is("torn") && __atomic_load_n(&count, __ATOMIC_SEQ_CST) + 1 == at()) REAL(write)(fd, bytes, size / 2);
    if (fails()) return -1;
    return REAL(write)(fd, bytes, size);
}

int fsync(int fd) { return fails() ? -1 : REAL(fsync)(fd); }
int fdatasync(int fd) { return fails() ? -1 : REAL(fdatasync)(fd); }
int rename(const char *from, const char *to) { return fails() ? -1 : REAL(rename)(from, to); }
int mkdir(const char *path, mode_t mode) { return fails() ? -1 : REAL(mkdir)(path, mode); }

/* Removing makes room: a full disk allows it. */
int unlink(const char *path) {
    if (!is("full")) fails();
    return REAL(unlink)(path);
}
