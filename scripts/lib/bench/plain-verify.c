/* plain-verify ZIP: decompresses each entry of a valid bundle with zlib, and computes its CRC, MD5 and SHA-256, on one thread and
   without any other check. scripts/bench shows its time as the least work of `eros verify`. */

#define OPENSSL_SUPPRESS_DEPRECATED
#include <fcntl.h>
#include <openssl/md5.h>
#include <openssl/sha.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <zlib.h>

static uint32_t number(const unsigned char *bytes, int count) {
  uint32_t value = 0;
  while (count--) value = value << 8 | bytes[count];
  return value;
}

typedef struct {
  uint32_t crc;
  MD5_CTX md5;
  SHA256_CTX sha256;
} digests;

static void add(digests *all, const unsigned char *bytes, size_t count) {
  all->crc = crc32(all->crc, bytes, count);
  MD5_Update(&all->md5, bytes, count);
  SHA256_Update(&all->sha256, bytes, count);
}

static void unpack(digests *all, z_stream *stream, unsigned char *bytes, uint32_t count) {
  static unsigned char output[64 << 10];
  int status;
  inflateReset(stream);
  stream->next_in = bytes;
  stream->avail_in = count;
  do {
    stream->next_out = output;
    stream->avail_out = sizeof output;
    status = inflate(stream, Z_NO_FLUSH);
    add(all, output, sizeof output - stream->avail_out);
  } while (status == Z_OK);
}

int main(int count, char **arguments) {
  if (count < 2) return 2;
  int file = open(arguments[1], O_RDONLY);
  struct stat status;
  if (file < 0 || fstat(file, &status) != 0 || status.st_size < 22) return 1;
  unsigned char *zip = mmap(NULL, status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
  if (zip == MAP_FAILED) return 1;
  unsigned char *end = zip + status.st_size - 22;
  while (end > zip && number(end, 4) != 0x06054b50) end--;
  unsigned char *entry = zip + number(end + 16, 4);
  z_stream stream = {0};
  if (inflateInit2(&stream, -15) != Z_OK) return 1;
  for (uint32_t entries = number(end + 10, 2); entries > 0; entries--) {
    unsigned char *header = zip + number(entry + 42, 4), digest[SHA256_DIGEST_LENGTH];
    unsigned char *bytes = header + 30 + number(header + 26, 2) + number(header + 28, 2);
    uint32_t size = number(entry + 20, 4);
    digests all = {.crc = 0};
    MD5_Init(&all.md5);
    SHA256_Init(&all.sha256);
    if (number(entry + 10, 2) == 8) unpack(&all, &stream, bytes, size);
    else add(&all, bytes, size);
    MD5_Final(digest, &all.md5);
    SHA256_Final(digest, &all.sha256);
    if (all.crc != number(entry + 16, 4)) return 1;
    entry += 46 + number(entry + 28, 2) + number(entry + 30, 2) + number(entry + 32, 2);
  }
  return 0;
}
