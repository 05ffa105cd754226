#define CURL_DISABLE_TYPECHECK
#include <arpa/inet.h>
#include <curl/curl.h>
#include <dlfcn.h>
#include <errno.h>
#include <netinet/in.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

// Functions from libcurl.
//
// Programs load the library when they send their first request: it depends on 30 other libraries,
// and loading them takes as long as the rest of the start. A static program defines EROS_LINKS_CURL
// and contains the library.
struct eros_curl {
  CURLcode (*global_init)(long flags);
  CURL *(*easy_init)(void);
  CURLcode (*easy_setopt)(CURL *handle, CURLoption option, ...);
  CURLcode (*easy_getinfo)(CURL *handle, CURLINFO info, ...);
  CURLcode (*easy_pause)(CURL *handle, int directions);
  void (*easy_cleanup)(CURL *handle);
  const char *(*easy_strerror)(CURLcode code);
  struct curl_slist *(*slist_append)(struct curl_slist *list, const char *text);
  void (*slist_free_all)(struct curl_slist *list);
  CURLM *(*multi_init)(void);
  CURLMcode (*multi_add_handle)(CURLM *multi, CURL *handle);
  CURLMcode (*multi_remove_handle)(CURLM *multi, CURL *handle);
  CURLMcode (*multi_perform)(CURLM *multi, int *running);
  CURLMcode (*multi_poll)(
      CURLM *multi, struct curl_waitfd *extra, unsigned extra_count, int milliseconds, int *count);
  CURLMcode (*multi_wakeup)(CURLM *multi);
  CURLMsg *(*multi_info_read)(CURLM *multi, int *remaining);
  CURLMcode (*multi_cleanup)(CURLM *multi);
};

// File name of the library.
static inline const char *eros_curl_library(void) {
#if defined(__APPLE__)
  return "/usr/lib/libcurl.4.dylib";
#else
  return "libcurl.so.4";
#endif
}

// Finds all functions. Returns 0 if the library or one of them is missing.
static inline int eros_curl_load(struct eros_curl *functions) {
#if defined(EROS_LINKS_CURL)
#define EROS_FUNCTION(name) functions->name = curl_##name
#else
  void *library = dlopen(eros_curl_library(), RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return 0;
#define EROS_FUNCTION(name) \
  *(void **)&functions->name = dlsym(library, "curl_" #name); \
  if (functions->name == NULL) return 0
#endif
  EROS_FUNCTION(global_init);
  EROS_FUNCTION(easy_init);
  EROS_FUNCTION(easy_setopt);
  EROS_FUNCTION(easy_getinfo);
  EROS_FUNCTION(easy_pause);
  EROS_FUNCTION(easy_cleanup);
  EROS_FUNCTION(easy_strerror);
  EROS_FUNCTION(slist_append);
  EROS_FUNCTION(slist_free_all);
  EROS_FUNCTION(multi_init);
  EROS_FUNCTION(multi_add_handle);
  EROS_FUNCTION(multi_remove_handle);
  EROS_FUNCTION(multi_perform);
  EROS_FUNCTION(multi_poll);
  EROS_FUNCTION(multi_wakeup);
  EROS_FUNCTION(multi_info_read);
  EROS_FUNCTION(multi_cleanup);
#undef EROS_FUNCTION
  return 1;
}

// Swift does not import functions with a variable number of parameters.

static inline CURLcode eros_curl_set_long(
    const struct eros_curl *curl, CURL *handle, CURLoption option, long value) {
  return curl->easy_setopt(handle, option, value);
}

static inline CURLcode eros_curl_set_size(
    const struct eros_curl *curl, CURL *handle, CURLoption option, curl_off_t value) {
  return curl->easy_setopt(handle, option, value);
}

static inline CURLcode eros_curl_set_text(
    const struct eros_curl *curl, CURL *handle, CURLoption option, const char *value) {
  return curl->easy_setopt(handle, option, value);
}

static inline CURLcode eros_curl_set_pointer(
    const struct eros_curl *curl, CURL *handle, CURLoption option, void *value) {
  return curl->easy_setopt(handle, option, value);
}

// Sets bytes, such as PEM certificates. libcurl copies them.
static inline CURLcode eros_curl_set_bytes(
    const struct eros_curl *curl, CURL *handle, CURLoption option, const void *bytes, size_t count) {
  struct curl_blob blob = {(void *)bytes, count, CURL_BLOB_COPY};
  return curl->easy_setopt(handle, option, &blob);
}

// Functions that libcurl calls. Each receives the pointer `context`.
struct eros_curl_callbacks {
  void *context;
  size_t (*header)(char *bytes, size_t size, size_t count, void *context);
  size_t (*body)(char *bytes, size_t size, size_t count, void *context);
  size_t (*upload)(char *bytes, size_t size, size_t count, void *context);
  int (*debug)(CURL *handle, curl_infotype type, char *bytes, size_t count, void *context);
  int (*request)(
      void *context, char *remote_address, char *local_address, int remote_port, int local_port);
  // Functions for connections, which outlive a request, and the pointer that they receive.
  void *connections;
  int (*opened)(void *connections, curl_socket_t socket, curlsocktype purpose);
  int (*closed)(void *connections, curl_socket_t socket);
};

static inline CURLcode eros_curl_set_callbacks(
    const struct eros_curl *curl, CURL *handle, const struct eros_curl_callbacks *callbacks) {
  void *const context = callbacks->context, *const connections = callbacks->connections;
  const struct {
    CURLoption function;
    void (*value)(void);
    CURLoption data;
    void *context;
  } options[] = {
      {CURLOPT_HEADERFUNCTION, (void (*)(void))callbacks->header, CURLOPT_HEADERDATA, context},
      {CURLOPT_WRITEFUNCTION, (void (*)(void))callbacks->body, CURLOPT_WRITEDATA, context},
      {CURLOPT_READFUNCTION, (void (*)(void))callbacks->upload, CURLOPT_READDATA, context},
      {CURLOPT_DEBUGFUNCTION, (void (*)(void))callbacks->debug, CURLOPT_DEBUGDATA, context},
      {CURLOPT_PREREQFUNCTION, (void (*)(void))callbacks->request, CURLOPT_PREREQDATA, context},
      {CURLOPT_SOCKOPTFUNCTION, (void (*)(void))callbacks->opened, CURLOPT_SOCKOPTDATA, connections},
      {CURLOPT_CLOSESOCKETFUNCTION, (void (*)(void))callbacks->closed, CURLOPT_CLOSESOCKETDATA,
       connections},
  };
  for (size_t index = 0; index < sizeof options / sizeof options[0]; index++) {
    CURLcode code = curl->easy_setopt(handle, options[index].function, options[index].value);
    if (code == CURLE_OK) {
      code = curl->easy_setopt(handle, options[index].data, options[index].context);
    }
    if (code != CURLE_OK) return code;
  }
  return CURLE_OK;
}

static inline long eros_curl_get_long(const struct eros_curl *curl, CURL *handle, CURLINFO info) {
  long value = 0;
  return curl->easy_getinfo(handle, info, &value) == CURLE_OK ? value : 0;
}

// Swift warns about unions of pointers and codes.
static inline CURLcode eros_curl_result(const CURLMsg *message) { return message->data.result; }

// Returns 1 if a socket has bytes to read, or its connection is closed or broken.
static inline int eros_socket_has_input(curl_socket_t socket) {
  char byte;
  if (recv(socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT) >= 0) return 1;
  return errno != EAGAIN && errno != EWOULDBLOCK;
}

// Returns 1 if a socket address has this IP address, as text, and this port.
static inline int eros_address_matches(
    const struct sockaddr_storage *address, const char *text, int port) {
  struct in6_addr expected;
  const void *actual;
  size_t length;
  in_port_t actual_port;
  if (address->ss_family == AF_INET) {
    const struct sockaddr_in *const ip = (const struct sockaddr_in *)address;
    actual = &ip->sin_addr, length = sizeof ip->sin_addr, actual_port = ip->sin_port;
  } else if (address->ss_family == AF_INET6) {
    const struct sockaddr_in6 *const ip = (const struct sockaddr_in6 *)address;
    actual = &ip->sin6_addr, length = sizeof ip->sin6_addr, actual_port = ip->sin6_port;
  } else {
    return 0;
  }
  return ntohs(actual_port) == port && inet_pton(address->ss_family, text, &expected) == 1 &&
         memcmp(actual, &expected, length) == 0;
}

// An end of a connection, as libcurl names it.
struct eros_end {
  const char *address;
  int port;
};

// Returns 1 if a socket has these two ends.
static inline int eros_socket_has_ends(
    curl_socket_t socket, struct eros_end local, struct eros_end remote) {
  struct sockaddr_storage address;
  socklen_t length = sizeof address;
  if (getsockname(socket, (struct sockaddr *)&address, &length) != 0) return 0;
  if (!eros_address_matches(&address, local.address, local.port)) return 0;
  length = sizeof address;
  if (getpeername(socket, (struct sockaddr *)&address, &length) != 0) return 0;
  return eros_address_matches(&address, remote.address, remote.port);
}

static inline int eros_socket_close(curl_socket_t socket) { return close(socket); }

// Limits a socket's receive buffer.
static inline void eros_socket_limit_buffer(curl_socket_t socket, int size) {
  setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &size, sizeof size);
}
