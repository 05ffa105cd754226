#ifndef EROS_EMBEDDED_FILES_H
#define EROS_EMBEDDED_FILES_H

#include <stddef.h>

// The files that are compiled into the programs, by their paths from the root of the package.

// Returns the path of a file, or NULL if the index is too large.
const char *_Nullable eros_embedded_file_path(size_t index);

// Returns the contents of a file and sets their size, or returns NULL if there is no such file.
const unsigned char *_Nullable eros_embedded_file_bytes(const char *_Nonnull path, size_t *_Nonnull size);

#endif
