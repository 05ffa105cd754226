/*
 * The HTTP client of the sample host: curl.c uses libcurl and supports TLS; http.c uses sockets, for tests without
 * other libraries. An app uses the client of its platform.
 */

#include <eros_device.h>

/*
 * An `exchange` of eros_transport. `context` is the path of a PEM file with the certificates to trust in place of
 * those of the system, or NULL; http.c ignores it, and supports only URLs that start with http://.
 */
eros_exchange_result http_exchange(
    void *context, const eros_request *request, eros_response *answer);
