#include <lzma.h>

// Swift does not import constants that are defined with function-like macros.
static inline lzma_vli eros_lzma1_filter(void) { return LZMA_FILTER_LZMA1; }
static inline lzma_vli eros_lzma_end_of_filters(void) { return LZMA_VLI_UNKNOWN; }
static inline uint32_t eros_lzma_shortest_dictionary(void) { return LZMA_DICT_SIZE_MIN; }
static inline uint32_t eros_lzma_best_preset(void) { return 9 | LZMA_PRESET_EXTREME; }
