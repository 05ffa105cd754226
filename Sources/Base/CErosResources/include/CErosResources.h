#ifndef EROS_RESOURCES_H
#define EROS_RESOURCES_H

#include <stddef.h>

// The files that are compiled into the programs, by their paths from the root of the package.

// Returns the path of a file, or NULL if the index is too large.
const char *_Nullable eros_resource_path(size_t index);

// Returns the contents of a file, which end with a zero byte, or NULL if there is no such file.
const char *_Nullable eros_resource_text(const char *_Nonnull path);

#endif
