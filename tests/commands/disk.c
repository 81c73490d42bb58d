/* A disk that fails: put before a program by LD_PRELOAD, it counts the calls that change a folder or a file.
 *
 * FAIL=once  the call number FAIL_AT fails, those after it do not
 * FAIL=full  from the call number FAIL_AT on nothing can be made or made longer; what is there can be moved and removed
 * FAIL=kill  the program is killed just before the call number FAIL_AT
 *
 * FAIL_COUNT names a file into which the number of calls is written at the end.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static long calls;

/* Whether a call is to fail; `grows` says that it needs room on the disk. */
static int fails(int grows) {
    long number = __sync_add_and_fetch(&calls, 1);
    const char *how = getenv("FAIL"), *at = getenv("FAIL_AT");
    if (!how || !at || number < atol(at)) return 0;
    if (!strcmp(how, "kill")) raise(SIGKILL);
    errno = ENOSPC;
    return !strcmp(how, "full") ? grows : number == atol(at);
}

static int is_file(int of) {
    struct stat found;
    return fstat(of, &found) == 0 && S_ISREG(found.st_mode);
}

ssize_t write(int to, const void *bytes, size_t count) {
    if (is_file(to) && fails(1)) return -1;
    return syscall(SYS_write, to, bytes, count);
}
ssize_t copy_file_range(int from, off64_t *at, int to, off64_t *there, size_t count, unsigned flags) {
    if (is_file(to) && fails(1)) return -1;
    return syscall(SYS_copy_file_range, from, at, to, there, count, flags);
}
int fsync(int of) { return fails(1) ? -1 : syscall(SYS_fsync, of); }
int fdatasync(int of) { return fails(1) ? -1 : syscall(SYS_fdatasync, of); }
int ftruncate64(int of, off64_t length) { return fails(0) ? -1 : syscall(SYS_ftruncate, of, length); }
int mkdir(const char *path, mode_t mode) { return fails(1) ? -1 : syscall(SYS_mkdirat, AT_FDCWD, path, mode); }
int rename(const char *from, const char *to) {
    return fails(0) ? -1 : syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}
int unlink(const char *path) { return fails(0) ? -1 : syscall(SYS_unlinkat, AT_FDCWD, path, 0); }
int rmdir(const char *path) { return fails(0) ? -1 : syscall(SYS_unlinkat, AT_FDCWD, path, AT_REMOVEDIR); }
int open64(const char *path, int flags, ...) {
    va_list more;
    va_start(more, flags);
    mode_t mode = flags & O_CREAT ? va_arg(more, mode_t) : 0;
    va_end(more);
    if (flags & O_CREAT && fails(1)) return -1;
    return syscall(SYS_openat, AT_FDCWD, path, flags | O_LARGEFILE, mode);
}

__attribute__((destructor)) static void tell(void) {
    const char *place = getenv("FAIL_COUNT");
    FILE *to = place ? fopen(place, "w") : NULL;
    if (to) dprintf(fileno(to), "%ld", calls);
}
