#import "ErosTransport.h"

NS_ASSUME_NONNULL_BEGIN

/// An HTTP client over `NSURLSession`.
///
/// ```
/// ErosURLSessionTransport *transport = [[ErosURLSessionTransport alloc] init];
/// NSString *json = [device fetch:options transport:transport error:&error];
/// ```
///
/// It uses the system's proxies and trusted certificates, but no cookies, caches or stored
/// credentials. One client can serve several fetches, even at the same time. Its connections stay
/// open until it is released. If a connection receives nothing, it notices `cancel` after the stall
/// limit at the latest.
@interface ErosURLSessionTransport : NSObject <ErosTransport>

/// Creates a client that ends a connection after 15 seconds in which nothing was received.
- (instancetype)init;

/// Creates a client that ends a connection after `limit` seconds in which nothing was received.
- (instancetype)initWithStallLimit:(NSTimeInterval)limit NS_DESIGNATED_INITIALIZER;

@end

NS_ASSUME_NONNULL_END
