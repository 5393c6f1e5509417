#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

/// The number of heap allocations that this thread has made; always 0 under a sanitizer, which
/// brings an allocator of its own.
long allocation_count(void);

#endif
