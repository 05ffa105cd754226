/* Runs before `main` in the static programs: keeps libraries from loading the modules of the machine. These modules
   belong to another version of the C library or of OpenSSL. scripts/release/static-libraries compiles this file. */

#include <nss.h>
#include <openssl/crypto.h>
#include <stddef.h>

/* The modules `files` and `dns` are part of the C library; other modules of /etc/nsswitch.conf are shared libraries. */
static const char *const databases[][2] = {
    {"hosts", "files dns"}, {"passwd", "files"}, {"group", "files"},
    {"services", "files"},  {"protocols", "files"},
};

__attribute__((constructor)) static void use_linked_modules_only(void) {
  for (size_t i = 0; i < sizeof databases / sizeof databases[0]; i++) {
    __nss_configure_lookup(databases[i][0], databases[i][1]);
  }
  /* The machine's openssl.cnf can name providers and engines, and these are shared libraries. */
  OPENSSL_init_crypto(OPENSSL_INIT_NO_LOAD_CONFIG, NULL);
}
