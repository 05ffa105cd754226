#if __APPLE__
#import "ErosURLSessionTransport.h"

#import <dispatch/dispatch.h>

/// Passes a task's events from the session's queue to the thread of the request, one at a time.
///
/// An event is an `NSHTTPURLResponse`, an `NSData` from the body, or the end: an `NSError` or
/// `NSNull`.
@interface ErosTaskEvents : NSObject

/// `YES` after the request. Further events are then ignored.
@property (atomic) BOOL hasEnded;

/// Waits until the previous event is taken, and passes on the next one.
- (void)put:(nonnull id)event;

/// Waits for the next event. Returns `nil` if there is none until `deadline`.
- (nullable id)takeUntil:(dispatch_time_t)deadline;

- (void)end;

@end

@implementation ErosTaskEvents {
  id _event;
  dispatch_semaphore_t _hasSpace;
  dispatch_semaphore_t _hasEvent;
}

- (instancetype)init {
  self = [super init];
  if (self != nil) {
    _hasEvent = dispatch_semaphore_create(0);
    // Signaled here, because a semaphore may not be released with less than its first value.
    _hasSpace = dispatch_semaphore_create(0);
    dispatch_semaphore_signal(_hasSpace);
  }
  return self;
}

- (void)put:(id)event {
  dispatch_semaphore_wait(_hasSpace, DISPATCH_TIME_FOREVER);
  if (self.hasEnded) {
    dispatch_semaphore_signal(_hasSpace);
    return;
  }
  _event = event;
  dispatch_semaphore_signal(_hasEvent);
}

- (nullable id)takeUntil:(dispatch_time_t)deadline {
  if (dispatch_semaphore_wait(_hasEvent, deadline) != 0) return nil;
  id event = _event;
  _event = nil;
  dispatch_semaphore_signal(_hasSpace);
  return event;
}

- (void)end {
  self.hasEnded = YES;
  dispatch_semaphore_signal(_hasSpace);
}

@end

/// Delegate of a session, on whose queue it is called.
@interface ErosSessionDelegate : NSObject <NSURLSessionDataDelegate>
@end

@implementation ErosSessionDelegate {
  /// Events of the tasks in progress, by task identifier.
  NSMutableDictionary<NSNumber *, ErosTaskEvents *> *_events;
}

- (instancetype)init {
  self = [super init];
  if (self != nil) _events = [[NSMutableDictionary alloc] init];
  return self;
}

/// Starts to pass on a task's events, or stops if they are `nil`.
- (void)setEvents:(nullable ErosTaskEvents *)events ofTask:(NSURLSessionTask *)task {
  @synchronized(self) {
    _events[@(task.taskIdentifier)] = events;
  }
}

- (nullable ErosTaskEvents *)eventsOfTask:(NSURLSessionTask *)task {
  @synchronized(self) {
    return _events[@(task.taskIdentifier)];
  }
}

- (void)URLSession:(NSURLSession *)session
                          task:(NSURLSessionTask *)task
    willPerformHTTPRedirection:(NSHTTPURLResponse *)response
                    newRequest:(NSURLRequest *)request
             completionHandler:(void (^)(NSURLRequest *_Nullable))completionHandler {
  // The redirect is the answer.
  completionHandler(nil);
}

- (void)URLSession:(NSURLSession *)session
              dataTask:(NSURLSessionDataTask *)task
    didReceiveResponse:(NSURLResponse *)response
     completionHandler:(void (^)(NSURLSessionResponseDisposition))completionHandler {
  [[self eventsOfTask:task] put:response];
  completionHandler(NSURLSessionResponseAllow);
}

- (void)URLSession:(NSURLSession *)session
          dataTask:(NSURLSessionDataTask *)task
    didReceiveData:(NSData *)data {
  [[self eventsOfTask:task] put:data];
}

- (void)URLSession:(NSURLSession *)session
                    task:(NSURLSessionTask *)task
    didCompleteWithError:(nullable NSError *)error {
  [[self eventsOfTask:task] put:error ?: [NSNull null]];
}

@end

/// Returns settings for a session that has no cookies, caches or stored credentials.
static NSURLSessionConfiguration *sessionConfiguration(void) {
  NSURLSessionConfiguration *configuration =
      [NSURLSessionConfiguration ephemeralSessionConfiguration];
  configuration.HTTPCookieStorage = nil;
  configuration.HTTPShouldSetCookies = NO;
  configuration.URLCache = nil;
  configuration.URLCredentialStorage = nil;
  return configuration;
}

@implementation ErosURLSessionTransport {
  ErosSessionDelegate *_delegate;
  NSURLSession *_session;
  NSTimeInterval _stallLimit;
}

- (instancetype)init {
  return [self initWithStallLimit:15];
}

- (instancetype)initWithStallLimit:(NSTimeInterval)limit {
  self = [super init];
  if (self != nil) {
    _stallLimit = limit;
    _delegate = [[ErosSessionDelegate alloc] init];
    _session = [NSURLSession sessionWithConfiguration:sessionConfiguration()
                                             delegate:_delegate
                                        delegateQueue:nil];
  }
  return self;
}

- (void)dealloc {
  [_session invalidateAndCancel];
}

- (BOOL)performRequest:(NSURLRequest *)request answer:(ErosResponse *)answer error:(NSError **)error {
  dispatch_time_t deadline =
      dispatch_time(DISPATCH_TIME_NOW, (int64_t)(request.timeoutInterval * NSEC_PER_SEC));
  NSMutableURLRequest *limited = [request mutableCopy];
  limited.cachePolicy = NSURLRequestReloadIgnoringLocalCacheData;
  // For a session, this is the longest time without a byte.
  limited.timeoutInterval = MIN(request.timeoutInterval, _stallLimit);
  NSURLSessionDataTask *task = [_session dataTaskWithRequest:limited];
  ErosTaskEvents *events = [[ErosTaskEvents alloc] init];
  [_delegate setEvents:events ofTask:task];
  [task resume];
  NSError *failure = [self passOn:events toResponse:answer until:deadline];
  [events end];
  [_delegate setEvents:nil ofTask:task];
  // Does nothing if the task is complete.
  [task cancel];
  if (failure != nil && error != NULL) *error = failure;
  return failure == nil;
}

/// Passes events on until the request ends, and returns its error.
- (nullable NSError *)passOn:(ErosTaskEvents *)events
                    toResponse:(ErosResponse *)answer
                       until:(dispatch_time_t)deadline {
  BOOL continues = YES;
  while (continues) {
    @autoreleasepool {
      id event = [events takeUntil:deadline];
      if (event == nil)
        return [NSError errorWithDomain:NSURLErrorDomain code:NSURLErrorTimedOut userInfo:nil];
      if ([event isKindOfClass:[NSError class]]) return event;
      if ([event isKindOfClass:[NSHTTPURLResponse class]])
        continues = [answer receiveResponse:event];
      else if ([event isKindOfClass:[NSData class]])
        continues = [answer receiveData:event];
      else
        continues = NO;
    }
  }
  return nil;
}

@end
#endif
