// What SystemFiles needs of C and Swift's Glibc module does not show.

#ifndef C_INOTIFY_TOOLS_H
#define C_INOTIFY_TOOLS_H

#include <inotifytools/inotify.h>
#include <inotifytools/inotifytools.h>

#endif
