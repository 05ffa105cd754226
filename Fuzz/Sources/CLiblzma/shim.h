#include <lzma.h>
#include <stdint.h>
#include <stdlib.h>

// Decodes a raw stream with the settings of content deltas. Returns whether it is valid, has exactly `size` bytes, and
// ends with the input.
static inline int liblzma_decodes(const uint8_t *input, size_t count, const uint8_t *dictionary, size_t dictionary_count,
                                  uint32_t window, uint8_t *output, size_t size) {
  lzma_options_lzma options;
  lzma_lzma_preset(&options, 9 | LZMA_PRESET_EXTREME);
  options.dict_size = window < LZMA_DICT_SIZE_MIN ? LZMA_DICT_SIZE_MIN : window;
  options.preset_dict = dictionary_count ? dictionary : NULL;
  options.preset_dict_size = (uint32_t)dictionary_count;
  options.lc = options.lp = options.pb = 0;
  lzma_filter filters[] = {{LZMA_FILTER_LZMA1, &options}, {LZMA_VLI_UNKNOWN, NULL}};
  lzma_stream stream = LZMA_STREAM_INIT;
  if (lzma_raw_decoder(&stream, filters) != LZMA_OK) abort();
  stream.next_in = input;
  stream.avail_in = count;
  stream.next_out = output;
  stream.avail_out = size + 1;
  lzma_ret status = lzma_code(&stream, LZMA_RUN);
  int isValid = status == LZMA_STREAM_END && stream.avail_in == 0 && stream.avail_out == 1;
  lzma_end(&stream);
  return isValid;
}
