#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/md5.h>
#include <openssl/rand.h>
#include <openssl/rsa.h>
#include <openssl/sha.h>
#include <openssl/x509.h>

/* The hash functions without EVP. The first use of EVP initializes OpenSSL: it reads openssl.cnf and registers all
   algorithms, which takes a millisecond. Deprecated since OpenSSL 3.0; they may disappear in a later major version. */
#ifdef OPENSSL_NO_DEPRECATED_3_0
#error "OpenSSL without deprecated functions is unsupported; see decision 45"
#endif
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#define EROS_HASH_FUNCTION(name, State, Init, Update, Final)                                        \
  static inline int eros_##name##_init(State *state) { return Init(state); }                        \
  static inline int eros_##name##_update(State *state, const void *bytes, size_t count) {           \
    return Update(state, bytes, count);                                                             \
  }                                                                                                 \
  static inline int eros_##name##_final(State *state, unsigned char *digest) { return Final(digest, state); }
EROS_HASH_FUNCTION(md5, MD5_CTX, MD5_Init, MD5_Update, MD5_Final)
EROS_HASH_FUNCTION(sha1, SHA_CTX, SHA1_Init, SHA1_Update, SHA1_Final)
EROS_HASH_FUNCTION(sha256, SHA256_CTX, SHA256_Init, SHA256_Update, SHA256_Final)
EROS_HASH_FUNCTION(sha512, SHA512_CTX, SHA512_Init, SHA512_Update, SHA512_Final)
#pragma GCC diagnostic pop
