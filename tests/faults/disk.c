/* A disk that fails on demand, for the stories. Loaded before the C library (LD_PRELOAD), it looks at the file that
 * BATTALION_DISK_FAULT names whenever a database is written or flushed: "full" makes writes fail for want of space, "broken" makes
 * writes and flushes fail altogether, "readonly" makes the database unwritable when it is opened. Without that file all is well. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static char fault(void) {
    const char *name = getenv("BATTALION_DISK_FAULT");
    char word = 0;
    int (*open_really)(const char *, int, ...) = dlsym(RTLD_NEXT, "open");
    int file = name ? open_really(name, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0) return 0;
    if (read(file, &word, 1) != 1) word = 0;
    close(file);
    return word;
}

static int is_database(const char *path) { return strstr(path, ".sqlite") != NULL; }

static int of_database(int fd) {
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return is_database(path);
}

/* Sets errno when a write to this file is to fail. */
static int fails(int fd, int flushing) {
    char word = fault();
    if (!word || word == 'r' || !of_database(fd)) return 0;
    if (word == 'f' && flushing) return 0;
    errno = word == 'f' ? ENOSPC : EIO;
    return 1;
}

#define REALLY(type, name, ...) ((type(*)(__VA_ARGS__))dlsym(RTLD_NEXT, name))

ssize_t write(int fd, const void *bytes, size_t count) {
    if (fails(fd, 0)) return -1;
    return REALLY(ssize_t, "write", int, const void *, size_t)(fd, bytes, count);
}

ssize_t pwrite(int fd, const void *bytes, size_t count, off_t at) {
    if (fails(fd, 0)) return -1;
    return REALLY(ssize_t, "pwrite", int, const void *, size_t, off_t)(fd, bytes, count, at);
}

ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t at) {
    if (fails(fd, 0)) return -1;
    return REALLY(ssize_t, "pwrite64", int, const void *, size_t, off64_t)(fd, bytes, count, at);
}

int ftruncate64(int fd, off64_t size) {
    if (fails(fd, 0)) return -1;
    return REALLY(int, "ftruncate64", int, off64_t)(fd, size);
}

int fsync(int fd) {
    if (fails(fd, 1)) return -1;
    return REALLY(int, "fsync", int)(fd);
}

int fdatasync(int fd) {
    if (fails(fd, 1)) return -1;
    return REALLY(int, "fdatasync", int)(fd);
}

static int opening(const char *name, const char *path, int flags, mode_t mode) {
    if ((flags & O_ACCMODE) != O_RDONLY && is_database(path) && fault() == 'r') {
        errno = EROFS;
        return -1;
    }
    return ((int (*)(const char *, int, ...))dlsym(RTLD_NEXT, name))(path, flags, mode);
}

int open(const char *path, int flags, ...) {
    va_list more;
    va_start(more, flags);
    mode_t mode = (flags & O_CREAT) ? va_arg(more, mode_t) : 0;
    va_end(more);
    return opening("open", path, flags, mode);
}

int open64(const char *path, int flags, ...) {
    va_list more;
    va_start(more, flags);
    mode_t mode = (flags & O_CREAT) ? va_arg(more, mode_t) : 0;
    va_end(more);
    return opening("open64", path, flags, mode);
}
