// The entry of the file EMBEDDED_FILE in the table of files.c. Arrays in C have at least one element, so the entry of an
// empty file has a byte that its size does not count.
{EMBEDDED_FILE, (const unsigned char[]){
#embed EMBEDDED_FILE if_empty(0)
  },
#if __has_embed(EMBEDDED_FILE) == __STDC_EMBED_EMPTY__
  0
#else
  sizeof (const unsigned char[]){
#embed EMBEDDED_FILE
  }
#endif
},
#undef EMBEDDED_FILE
