#define _POSIX_C_SOURCE 200809L

#include "http.h"

#include <netdb.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { HEAD_LIMIT = 16384, FIELD_LIMIT = 64, PART_SIZE = 65536 };

/* A connection to a server, and the time at which the answer must be complete. */
struct connection {
  int socket;
  struct timespec end;
};

/* Returns the time until the end in milliseconds; 0 if it has passed. */
static int remaining(const struct connection *connection) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  const long long left = (connection->end.tv_sec - now.tv_sec) * 1000LL
      + (connection->end.tv_nsec - now.tv_nsec) / 1000000;
  return left < 0 ? 0 : left > 3600000 ? 3600000 : (int)left;
}

/* Waits until the socket can be read or written. */
static eros_exchange_result wait_for(const struct connection *connection, short events) {
  struct pollfd entry = {.fd = connection->socket, .events = events};
  return poll(&entry, 1, remaining(connection)) == 1 ? EROS_EXCHANGE_OK : EROS_EXCHANGE_TIMED_OUT;
}

/* Connects to the server of a URL; stores its path. */
static eros_exchange_result open_connection(
    const char *url, struct connection *connection, const char **path) {
  char host[256] = "", port[6] = "80";
  /* A client for apps also supports https. */
  if (strncmp(url, "http://", 7) != 0) return EROS_EXCHANGE_TLS_FAILURE;
  const char *end = url + 7 + strcspn(url + 7, "/");
  if (sscanf(url + 7, "%255[^:/]:%5[0-9]", host, port) < 1) return EROS_EXCHANGE_FAILED;
  *path = *end == '/' ? end : "/";

  const struct addrinfo hints = {.ai_socktype = SOCK_STREAM};
  struct addrinfo *found = NULL;
  if (getaddrinfo(host, port, &hints, &found) != 0) return EROS_EXCHANGE_CANNOT_RESOLVE;
  for (const struct addrinfo *each = found; each != NULL; each = each->ai_next) {
    connection->socket = socket(each->ai_family, each->ai_socktype, each->ai_protocol);
    if (connection->socket < 0) continue;
    if (connect(connection->socket, each->ai_addr, each->ai_addrlen) == 0) break;
    close(connection->socket);
    connection->socket = -1;
  }
  freeaddrinfo(found);
  return connection->socket < 0 ? EROS_EXCHANGE_CANNOT_CONNECT : EROS_EXCHANGE_OK;
}

/* Sends bytes; MSG_NOSIGNAL, because a closed connection must not end the app. */
static eros_exchange_result send_bytes(
    const struct connection *connection, const char *bytes, size_t count) {
  while (count > 0) {
    const eros_exchange_result ready = wait_for(connection, POLLOUT);
    if (ready != EROS_EXCHANGE_OK) return ready;
    const ssize_t sent = send(connection->socket, bytes, count, MSG_NOSIGNAL);
    if (sent <= 0) return EROS_EXCHANGE_CLOSED_EARLY;
    bytes += sent;
    count -= (size_t)sent;
  }
  return EROS_EXCHANGE_OK;
}

/* Receives up to `size` bytes; `*count` is 0 at the end of the connection. */
static eros_exchange_result receive(
    const struct connection *connection, char *bytes, size_t size, size_t *count) {
  const eros_exchange_result ready = wait_for(connection, POLLIN);
  if (ready != EROS_EXCHANGE_OK) return ready;
  const ssize_t received = recv(connection->socket, bytes, size, 0);
  *count = received < 0 ? 0 : (size_t)received;
  return received < 0 ? EROS_EXCHANGE_CLOSED_EARLY : EROS_EXCHANGE_OK;
}

/* Sends a request of HTTP/1.0, whose answer ends with the connection. */
static eros_exchange_result send_request(
    const struct connection *connection, const eros_request *request, const char *path) {
  char text[HEAD_LIMIT];
  const char *host = request->url + 7;
  int used = snprintf(text, sizeof text, "%s %s HTTP/1.0\r\nHost: %.*s\r\n", request->method, path,
                      (int)strcspn(host, "/"), host);
  for (uint32_t index = 0; index < request->field_count && used < HEAD_LIMIT; index++)
    used += snprintf(text + used, sizeof text - (size_t)used, "%s: %s\r\n",
                     request->fields[index].name, request->fields[index].value);
  if (request->body != NULL && used < HEAD_LIMIT)
    used += snprintf(text + used, sizeof text - (size_t)used, "Content-Length: %llu\r\n",
                     (unsigned long long)request->body_length);
  if (used > HEAD_LIMIT - 3) return EROS_EXCHANGE_FAILED;
  memcpy(text + used, "\r\n", 2);
  const eros_exchange_result result = send_bytes(connection, text, (size_t)used + 2);
  if (result != EROS_EXCHANGE_OK || request->body == NULL) return result;
  return send_bytes(connection, request->body, request->body_length);
}

/* The head of an answer, and the first bytes of the body behind it. */
struct head {
  char text[HEAD_LIMIT];
  int status;
  eros_field fields[FIELD_LIMIT];
  uint32_t count;
  /* The length of the body, or -1. */
  long long length;
  const char *rest;
  size_t rest_length;
};

/* Splits the head into its fields. Returns 0 if it is malformed. */
static int parse(struct head *head, char *end) {
  *end = 0;
  char *line = head->text;
  head->length = -1;
  if (sscanf(line, "HTTP/%*d.%*d %d", &head->status) != 1) return 0;
  while ((line = strstr(line, "\r\n")) != NULL) {
    *line = 0;
    line += 2;
    char *value = strchr(line, ':');
    const char *next = strstr(line, "\r\n");
    if (value == NULL || (next != NULL && value > next) || head->count == FIELD_LIMIT) return 0;
    *value++ = 0;
    value += strspn(value, " \t");
    head->fields[head->count++] = (eros_field){.name = line, .value = value};
    line = value;
  }
  for (uint32_t index = 0; index < head->count; index++)
    if (strcasecmp(head->fields[index].name, "Content-Length") == 0)
      head->length = atoll(head->fields[index].value);
  return 1;
}

static eros_exchange_result receive_head(const struct connection *connection, struct head *head) {
  size_t used = 0;
  char *end = NULL;
  while (end == NULL) {
    size_t count = 0;
    if (used == HEAD_LIMIT - 1) return EROS_EXCHANGE_FAILED;
    const eros_exchange_result result =
        receive(connection, head->text + used, HEAD_LIMIT - 1 - used, &count);
    if (result != EROS_EXCHANGE_OK) return result;
    if (count == 0) return EROS_EXCHANGE_CLOSED_EARLY;
    used += count;
    head->text[used] = 0;
    end = strstr(head->text, "\r\n\r\n");
  }
  head->rest = end + 4;
  head->rest_length = used - (size_t)(head->rest - head->text);
  return parse(head, end) ? EROS_EXCHANGE_OK : EROS_EXCHANGE_FAILED;
}

/* Passes the body on to the library, until it has enough. */
static eros_exchange_result receive_body(
    const struct connection *connection, const struct head *head, eros_response *answer) {
  char part[PART_SIZE];
  const char *bytes = head->rest;
  size_t count = head->rest_length;
  for (long long left = head->length;;) {
    if (count > 0 && eros_response_body(answer, bytes, count) != EROS_RECEIVE) break;
    if (left >= 0 && (left -= (long long)count) <= 0) break;
    const eros_exchange_result result = receive(connection, part, sizeof part, &count);
    if (result != EROS_EXCHANGE_OK) return result;
    if (count == 0) return left > 0 ? EROS_EXCHANGE_CLOSED_EARLY : EROS_EXCHANGE_OK;
    bytes = part;
  }
  return EROS_EXCHANGE_OK;
}

eros_exchange_result http_exchange(
    void *context, const eros_request *request, eros_response *answer) {
  (void)context;
  struct connection connection = {.socket = -1};
  clock_gettime(CLOCK_MONOTONIC, &connection.end);
  connection.end.tv_sec += request->timeout / 1000;
  connection.end.tv_nsec += request->timeout % 1000 * 1000000L;

  const char *path = NULL;
  eros_exchange_result result = open_connection(request->url, &connection, &path);
  struct head head = {.count = 0};
  if (result == EROS_EXCHANGE_OK) result = send_request(&connection, request, path);
  if (result == EROS_EXCHANGE_OK) result = receive_head(&connection, &head);
  if (result == EROS_EXCHANGE_OK
      && eros_response_head(answer, head.status, head.fields, head.count) == EROS_RECEIVE)
    result = receive_body(&connection, &head, answer);
  if (connection.socket >= 0) close(connection.socket);
  return result;
}
