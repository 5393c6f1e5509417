// What SystemFiles needs of C and Swift's Glibc module does not show.

#ifndef C_INOTIFY_TOOLS_H
#define C_INOTIFY_TOOLS_H

#include <fcntl.h>
#include <linux/stat.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <inotifytools/inotify.h>
#include <inotifytools/inotifytools.h>

// <linux/fs.h> clashes with <sys/mount.h>; these two are kernel ABI.
enum {
  system_RENAME_NOREPLACE = 1 << 0,
  system_RENAME_EXCHANGE = 1 << 1,
};

// Declared by <fcntl.h> only under _GNU_SOURCE; kernel ABI on every architecture.
enum {
  system_F_SETSIG = 10,
  system_F_SETLEASE = 1024,
  system_F_GETLEASE = 1025,
};

// Swift cannot call variadic functions.
static inline int system_openat(int directory, const char *path, int flags, unsigned int mode) {
  return openat(directory, path, flags, mode);
}

// openat2(2) with RESOLVE_NO_SYMLINKS, by kernel ABI: old headers do not know it.
static inline int system_open_without_links(const char *path, int flags) {
  struct {
    unsigned long long flags, mode, resolve;
  } how = {(unsigned int)flags, 0, 0x04};
  return (int)syscall(437, AT_FDCWD, path, &how, sizeof how);
}

static inline int system_fcntl(int descriptor, int command, int argument) {
  return fcntl(descriptor, command, argument);
}

// Whether something is mounted on the path itself; false where the kernel does not tell (< 5.8).
static inline int system_is_mount_point(const char *path) {
  struct statx facts;
  if (syscall(SYS_statx, AT_FDCWD, path, AT_SYMLINK_NOFOLLOW, 0, &facts) != 0) {
    return 0;
  }
  return (facts.stx_attributes & 0x2000 /* STATX_ATTR_MOUNT_ROOT */) != 0;
}

static inline int system_renameat2(
    int old_directory, const char *old_name, int new_directory, const char *new_name,
    unsigned int flags) {
  return (int)syscall(
      SYS_renameat2, old_directory, old_name, new_directory, new_name, flags);
}

static inline long system_readlinkat(
    int directory, const char *path, void *target, unsigned long size) {
  return readlinkat(directory, path, (char *)target, size);
}

static inline long system_getrandom(void *bytes, unsigned long count) {
  return syscall(SYS_getrandom, bytes, count, 0);
}

// Swift sees the structure of that name only.
static inline int system_flock(int descriptor, int operation) {
  return flock(descriptor, operation);
}

// Declared by <pthread.h> only under _GNU_SOURCE; at most 15 bytes.
extern int pthread_setname_np(pthread_t thread, const char *name);

static inline int system_set_thread_name(const char *name) {
  return pthread_setname_np(pthread_self(), name);
}

// The magic number of a file system, see statfs(2).
static inline int system_filesystem_type(int descriptor, unsigned long *type) {
  struct statfs facts;
  int status = fstatfs(descriptor, &facts);
  if (status == 0) {
    *type = (unsigned long)facts.f_type & 0xffffffffUL;
  }
  return status;
}

static inline int system_filesystem_type_at(const char *path, unsigned long *type) {
  struct statfs facts;
  int status = statfs(path, &facts);
  if (status == 0) {
    *type = (unsigned long)facts.f_type & 0xffffffffUL;
  }
  return status;
}

// 1 or 0, or -1 with errno. Swift sees the structure named statvfs only.
static inline int system_is_on_read_only_mount(const char *path) {
  struct statvfs facts;
  if (statvfs(path, &facts) != 0) {
    return -1;
  }
  return (facts.f_flag & ST_RDONLY) != 0;
}

#endif
