#define _POSIX_C_SOURCE 200809L

#include "http.h"

#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

enum { HEAD_LIMIT = 16384, FIELD_LIMIT = 64 };

/* Connects to the server of a URL; stores the path. Returns a socket, or a negative eros_exchange_result. */
static int open_connection(const char *url, uint32_t timeout, const char **path) {
  char host[256] = "", port[6] = "80";
  if (strncmp(url, "http://", 7) != 0) return -EROS_EXCHANGE_TLS_FAILURE;
  const char *end = url + 7 + strcspn(url + 7, "/");
  if (sscanf(url + 7, "%255[^:/]:%5[0-9]", host, port) < 1) return -EROS_EXCHANGE_FAILED;
  *path = *end == '/' ? end : "/";

  const struct addrinfo hints = {.ai_socktype = SOCK_STREAM};
  struct addrinfo *found = NULL;
  if (getaddrinfo(host, port, &hints, &found) != 0) return -EROS_EXCHANGE_CANNOT_RESOLVE;
  int connection = -1;
  for (const struct addrinfo *each = found; each != NULL && connection < 0; each = each->ai_next) {
    connection = socket(each->ai_family, each->ai_socktype, each->ai_protocol);
    if (connection < 0) continue;
    const struct timeval limit = {.tv_sec = timeout / 1000, .tv_usec = timeout % 1000 * 1000};
    setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    setsockopt(connection, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
    if (connect(connection, each->ai_addr, each->ai_addrlen) != 0) {
      close(connection);
      connection = -1;
    }
  }
  freeaddrinfo(found);
  return connection < 0 ? -EROS_EXCHANGE_CANNOT_CONNECT : connection;
}

/* Sends a request of HTTP/1.0, whose answer ends with the connection. Returns 0 if that fails. */
static int send_request(FILE *stream, const eros_request *request, const char *path) {
  const char *host = request->url + 7;
  fprintf(stream, "%s %s HTTP/1.0\r\nHost: %.*s\r\n", request->method, path,
          (int)strcspn(host, "/"), host);
  for (uint32_t index = 0; index < request->field_count; index++)
    fprintf(stream, "%s: %s\r\n", request->fields[index].name, request->fields[index].value);
  if (request->body != NULL)
    fprintf(stream, "Content-Length: %llu\r\n", (unsigned long long)request->body_length);
  fputs("\r\n", stream);
  if (request->body != NULL) fwrite(request->body, 1, request->body_length, stream);
  return fflush(stream) == 0;
}

/* Reads the head of an answer into `text`, and its fields. Returns the status, or 0. */
static int read_head(FILE *stream, char *text, eros_field *fields, uint32_t *count, long long *length) {
  size_t used = 0;
  int status = 0;
  *count = 0;
  *length = -1;
  while (used < HEAD_LIMIT && fgets(text + used, (int)(HEAD_LIMIT - used), stream) != NULL) {
    char *line = text + used;
    used += strlen(line) + 1;
    line[strcspn(line, "\r\n")] = 0;
    if (status == 0) {
      if (sscanf(line, "HTTP/%*d.%*d %d", &status) != 1) return 0;
      continue;
    }
    if (*line == 0) return status;
    char *value = strchr(line, ':');
    if (value == NULL || *count == FIELD_LIMIT) return 0;
    *value++ = 0;
    value += strspn(value, " \t");
    if (strcasecmp(line, "Content-Length") == 0) *length = atoll(value);
    fields[(*count)++] = (eros_field){.name = line, .value = value};
  }
  return 0;
}

eros_exchange_result http_exchange(
    void *context, const eros_request *request, eros_answer *answer) {
  (void)context;
  const char *path = NULL;
  const int connection = open_connection(request->url, request->timeout, &path);
  if (connection < 0) return -connection;
  FILE *stream = fdopen(connection, "r+");
  if (stream == NULL) {
    close(connection);
    return EROS_EXCHANGE_FAILED;
  }
  char head[HEAD_LIMIT];
  eros_field fields[FIELD_LIMIT];
  uint32_t count = 0;
  long long length = -1;
  eros_exchange_result result = EROS_EXCHANGE_CLOSED_EARLY;
  if (send_request(stream, request, path)) {
    const int status = read_head(stream, head, fields, &count, &length);
    if (status != 0) {
      result = EROS_EXCHANGE_OK;
      char part[65536];
      size_t read = 0;
      int wanted = eros_answer_head(answer, status, fields, count) == EROS_RECEIVE;
      while (wanted && length != 0 && (read = fread(part, 1, sizeof part, stream)) > 0) {
        wanted = eros_answer_body(answer, part, read) == EROS_RECEIVE;
        if (length > 0) length -= (long long)read;
      }
      if (wanted && length > 0) result = EROS_EXCHANGE_CLOSED_EARLY;
    }
  }
  fclose(stream);
  return result;
}
