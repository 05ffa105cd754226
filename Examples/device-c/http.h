/* A small HTTP client for the sample host. An app uses the client of its platform, which also knows TLS. */

#include <eros_device.h>

/* An `exchange` of eros_transport for URLs that start with http://. */
eros_exchange_result http_exchange(
    void *context, const eros_request *request, eros_response *answer);
