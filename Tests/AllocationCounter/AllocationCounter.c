#include "AllocationCounter.h"

#include <stddef.h>

static __thread long count;

long allocation_count(void) { return count; }

#if !__has_feature(thread_sanitizer) && !__has_feature(address_sanitizer)

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);

void *malloc(size_t size) {
  count++;
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  count++;
  return __libc_calloc(number, size);
}

void *realloc(void *memory, size_t size) {
  count++;
  return __libc_realloc(memory, size);
}

#endif
