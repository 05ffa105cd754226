#import "ErosTransport.h"

NS_ASSUME_NONNULL_BEGIN

/// An HTTP client over `NSURLSession`.
///
/// It uses the proxies and the trusted certificates of the system, but no cookies, caches or stored credentials. One
/// client can serve several fetches, also at the same time; its connections stay open until it is released. A
/// connection that receives nothing notices `cancel` after at most the stall limit.
@interface ErosURLSessionTransport : NSObject <ErosTransport>

/// Creates a client that ends a connection that receives nothing for 15 seconds.
- (instancetype)init;

/// Creates a client that ends a connection that receives nothing for `limit` seconds.
- (instancetype)initWithStallLimit:(NSTimeInterval)limit NS_DESIGNATED_INITIALIZER;

@end

NS_ASSUME_NONNULL_END
