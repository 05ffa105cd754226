#if __APPLE__
#import "ErosExchange.h"

@interface ErosResponse ()
- (instancetype)initWithResponse:(eros_response *)answer;

/// Ends the request, after which the library releases the `eros_response`.
- (void)end;
@end

@implementation ErosResponse {
  /// Answer, or `NULL` after the request.
  eros_response *_response;
  NSThread *_thread;
}

- (instancetype)initWithResponse:(eros_response *)answer {
  self = [super init];
  if (self != nil) {
    _response = answer;
    _thread = [NSThread currentThread];
  }
  return self;
}

- (void)end {
  _response = NULL;
}

- (BOOL)receiveResponse:(NSHTTPURLResponse *)response {
  NSAssert([NSThread currentThread] == _thread, @"an answer belongs to the thread of its request");
  NSDictionary<NSString *, NSString *> *headers = response.allHeaderFields;
  NSMutableData *memory = [NSMutableData dataWithLength:headers.count * sizeof(eros_field)];
  eros_field *fields = memory.mutableBytes;
  uint32_t count = 0;
  for (NSString *name in headers) {
    fields[count].name = name.UTF8String;
    fields[count].value = headers[name].UTF8String;
    count++;
  }
  return eros_response_head(_response, (int32_t)response.statusCode, fields, count) == EROS_RECEIVE;
}

- (BOOL)receiveData:(NSData *)data {
  NSAssert([NSThread currentThread] == _thread, @"an answer belongs to the thread of its request");
  return eros_response_body(_response, data.bytes, data.length) == EROS_RECEIVE;
}

@end

/// Returns the request for a transport, or `nil` if Foundation does not accept its URL.
static NSURLRequest *_Nullable convertRequest(const eros_request *request) {
  NSString *text = [NSString stringWithUTF8String:request->url];
  NSURL *url = text == nil ? nil : [NSURL URLWithString:text];
  if (url == nil) return nil;
  NSMutableURLRequest *result = [NSMutableURLRequest requestWithURL:url];
  result.HTTPMethod = [NSString stringWithUTF8String:request->method] ?: @"";
  result.timeoutInterval = request->timeout / 1000.0;
  // NSURLSession decompresses answers unless a request names an encoding.
  [result setValue:@"identity" forHTTPHeaderField:@"Accept-Encoding"];
  for (uint32_t index = 0; index < request->field_count; index++) {
    const eros_field field = request->fields[index];
    NSString *name = [NSString stringWithUTF8String:field.name];
    if (name != nil)
      [result setValue:[NSString stringWithUTF8String:field.value] forHTTPHeaderField:name];
  }
  if (request->body != NULL)
    result.HTTPBody = [NSData dataWithBytes:request->body length:request->body_length];
  return result;
}

static eros_exchange_result convertFailure(NSError *_Nullable failure) {
  if (![failure.domain isEqualToString:NSURLErrorDomain]) return EROS_EXCHANGE_FAILED;
  switch (failure.code) {
    case NSURLErrorCannotFindHost:
    case NSURLErrorDNSLookupFailed: return EROS_EXCHANGE_CANNOT_RESOLVE;
    case NSURLErrorCannotConnectToHost:
    case NSURLErrorNotConnectedToInternet:
    case NSURLErrorInternationalRoamingOff:
    case NSURLErrorCallIsActive:
    case NSURLErrorDataNotAllowed: return EROS_EXCHANGE_CANNOT_CONNECT;
    case NSURLErrorAppTransportSecurityRequiresSecureConnection:
    case NSURLErrorSecureConnectionFailed:
    case NSURLErrorServerCertificateHasBadDate:
    case NSURLErrorServerCertificateUntrusted:
    case NSURLErrorServerCertificateHasUnknownRoot:
    case NSURLErrorServerCertificateNotYetValid:
    case NSURLErrorClientCertificateRejected:
    case NSURLErrorClientCertificateRequired: return EROS_EXCHANGE_TLS_FAILURE;
    case NSURLErrorTimedOut: return EROS_EXCHANGE_TIMED_OUT;
    case NSURLErrorNetworkConnectionLost: return EROS_EXCHANGE_CLOSED_EARLY;
    case NSURLErrorCancelled: return EROS_EXCHANGE_CANCELLED;
    default: return EROS_EXCHANGE_FAILED;
  }
}

@interface ErosExchange ()
- (eros_exchange_result)perform:(const eros_request *)request answer:(eros_response *)answer;
@end

/// `exchange` of `eros_transport`.
static eros_exchange_result perform(
    void *context, const eros_request *request, eros_response *answer) {
  @autoreleasepool {
    return [(__bridge ErosExchange *)context perform:request answer:answer];
  }
}

@implementation ErosExchange {
  id<ErosTransport> _transport;
}

- (instancetype)initWithTransport:(id<ErosTransport>)transport {
  self = [super init];
  if (self != nil) _transport = transport;
  return self;
}

- (eros_transport)functions {
  eros_transport functions = {0};
  functions.size = sizeof functions;
  functions.context = (__bridge void *)self;
  functions.exchange = perform;
  return functions;
}

- (eros_exchange_result)perform:(const eros_request *)request answer:(eros_response *)answer {
  _failure = nil;
  NSURLRequest *converted = convertRequest(request);
  if (converted == nil) return EROS_EXCHANGE_FAILED;
  ErosResponse *receiver = [[ErosResponse alloc] initWithResponse:answer];
  NSError *failure = nil;
  BOOL succeeded = [_transport performRequest:converted answer:receiver error:&failure];
  [receiver end];
  if (succeeded) return EROS_EXCHANGE_OK;
  _failure = failure;
  return convertFailure(failure);
}

@end
#endif
