/* The health check of the OCI image, which has no other HTTP client. Exits with 0 if the server on a local port
   responds to `GET /readyz` with status 200. Connecting, sending and receiving take at most 1 second each.
   scripts/package compiles it.

     eros-server-health PORT */

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

static int fail(const char *problem) {
  fprintf(stderr, "error: %s\n", problem);
  return 1;
}

int main(int count, char **arguments) {
  char *end = NULL;
  long port = count == 2 ? strtol(arguments[1], &end, 10) : 0;
  if (port < 1 || port > 65535 || *end) {
    fprintf(stderr, "usage: eros-server-health PORT\n");
    return 64;
  }
  int connection = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (connection < 0) return fail("cannot create a socket");
  struct timeval limit = {.tv_sec = 1};
  setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
  setsockopt(connection, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
  struct sockaddr_in server = {
      .sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  if (connect(connection, (struct sockaddr *)&server, sizeof server)) return fail("the server does not accept connections");

  const char request[] = "GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
  if (send(connection, request, sizeof request - 1, MSG_NOSIGNAL) != (ssize_t)sizeof request - 1) {
    return fail("the request cannot be sent");
  }
  /* The status line begins with the version and the status. */
  const char expected[] = "HTTP/1.1 200";
  char response[sizeof expected - 1];
  ssize_t length = recv(connection, response, sizeof response, MSG_WAITALL);
  if (length != (ssize_t)sizeof response) return fail("the server does not respond within 3 seconds");
  return memcmp(response, expected, sizeof response) ? fail("the server is not ready") : 0;
}
