/*
 * The HTTP client of the sample host over libcurl 7.85 or later, with TLS. Compile it in place of http.c.
 *
 * An app that fetches often keeps one handle, which then reuses its connections.
 */

#include "http.h"

#include <curl/curl.h>

#include <string.h>

enum { HEAD_LIMIT = 16384, FIELD_LIMIT = 64 };

/* A response on its way to the library. */
struct answer {
  CURL *curl;
  eros_response *response;
  int is_head_complete;
  int is_stopped;
  /* The fields of the response, and the text that they point to. */
  eros_field fields[FIELD_LIMIT];
  uint32_t count;
  char text[HEAD_LIMIT];
  size_t length;
};

/* Keeps a copy of `length` bytes, and returns it; NULL if the head is too long. */
static const char *keep(struct answer *answer, const char *bytes, size_t length) {
  if (length >= sizeof answer->text - answer->length) return NULL;
  char *copy = memcpy(answer->text + answer->length, bytes, length);
  copy[length] = '\0';
  answer->length += length + 1;
  return copy;
}

static int is_space(char byte) { return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n'; }

/* Keeps a line `Name: value`; returns 0 if the head is too long. */
static int keep_field(struct answer *answer, const char *line, size_t length) {
  const char *colon = memchr(line, ':', length);
  if (colon == NULL) return 1;
  const char *value = colon + 1, *end = line + length;
  while (value < end && is_space(*value)) value++;
  while (end > value && is_space(end[-1])) end--;
  if (answer->count == FIELD_LIMIT) return 0;
  eros_field *field = &answer->fields[answer->count++];
  field->name = keep(answer, line, (size_t)(colon - line));
  field->value = keep(answer, value, (size_t)(end - value));
  return field->name != NULL && field->value != NULL;
}

/* Receives one line of a head; libcurl ends the request if the result is not the length. */
static size_t receive_line(char *line, size_t size, size_t count, void *context) {
  struct answer *answer = context;
  const size_t length = size * count;
  /* Trailers follow the body. */
  if (answer->is_head_complete) return length;
  if (length >= 5 && memcmp(line, "HTTP/", 5) == 0) {
    answer->count = 0;
    answer->length = 0;
    return length;
  }
  if (length > 2) return keep_field(answer, line, length) ? length : 0;

  long status = 0;
  curl_easy_getinfo(answer->curl, CURLINFO_RESPONSE_CODE, &status);
  /* An informational response precedes the final one. */
  if (status < 200) return length;
  answer->is_head_complete = 1;
  answer->is_stopped =
      eros_response_head(answer->response, (int32_t)status, answer->fields, answer->count)
      != EROS_RECEIVE;
  return answer->is_stopped ? 0 : length;
}

static size_t receive_body(char *bytes, size_t size, size_t count, void *context) {
  struct answer *answer = context;
  answer->is_stopped = eros_response_body(answer->response, bytes, size * count) != EROS_RECEIVE;
  return answer->is_stopped ? 0 : size * count;
}

/* Returns the header fields of a request, and `Expect`, which makes libcurl wait for the server. */
static struct curl_slist *make_fields(const eros_request *request) {
  struct curl_slist *list = curl_slist_append(NULL, "Expect:");
  for (uint32_t index = 0; list != NULL && index < request->field_count; index++) {
    char line[4096];
    const eros_field *field = &request->fields[index];
    if (strlen(field->name) + strlen(field->value) + 3 > sizeof line) continue;
    strcpy(line, field->name);
    strcat(strcat(line, ": "), field->value);
    struct curl_slist *longer = curl_slist_append(list, line);
    if (longer == NULL) curl_slist_free_all(list);
    list = longer;
  }
  return list;
}

static eros_exchange_result result_of(CURLcode code) {
  switch (code) {
    case CURLE_OK: return EROS_EXCHANGE_OK;
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_RESOLVE_PROXY: return EROS_EXCHANGE_CANNOT_RESOLVE;
    case CURLE_COULDNT_CONNECT: return EROS_EXCHANGE_CANNOT_CONNECT;
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_PEER_FAILED_VERIFICATION: return EROS_EXCHANGE_TLS_FAILURE;
    case CURLE_OPERATION_TIMEDOUT: return EROS_EXCHANGE_TIMED_OUT;
    case CURLE_GOT_NOTHING:
    case CURLE_PARTIAL_FILE:
    case CURLE_RECV_ERROR: return EROS_EXCHANGE_CLOSED_EARLY;
    default: return EROS_EXCHANGE_FAILED;
  }
}

eros_exchange_result http_exchange(
    void *context, const eros_request *request, eros_response *response) {
  CURL *curl = curl_easy_init();
  struct curl_slist *fields = make_fields(request);
  if (curl == NULL || fields == NULL) {
    curl_easy_cleanup(curl);
    curl_slist_free_all(fields);
    return EROS_EXCHANGE_FAILED;
  }
  struct answer answer = {.curl = curl, .response = response};
  curl_easy_setopt(curl, CURLOPT_URL, request->url);
  curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, (long)request->timeout);
  curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(curl, CURLOPT_HTTPHEADER, fields);
  curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, receive_line);
  curl_easy_setopt(curl, CURLOPT_HEADERDATA, &answer);
  curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, receive_body);
  curl_easy_setopt(curl, CURLOPT_WRITEDATA, &answer);
  if (strcmp(request->method, "POST") == 0) {
    curl_easy_setopt(curl, CURLOPT_POST, 1L);
    curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)request->body_length);
    curl_easy_setopt(curl, CURLOPT_POSTFIELDS, request->body != NULL ? request->body : "");
  }
  if (context != NULL) curl_easy_setopt(curl, CURLOPT_CAINFO, (const char *)context);
  const CURLcode code = curl_easy_perform(curl);
  curl_slist_free_all(fields);
  curl_easy_cleanup(curl);
  return answer.is_stopped ? EROS_EXCHANGE_OK : result_of(code);
}
