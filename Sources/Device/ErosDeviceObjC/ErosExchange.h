// Private: requests of one fetch, between `eros_device.h` and a transport.

#import "ErosTransport.h"

#include "eros_device.h"

NS_ASSUME_NONNULL_BEGIN

/// Requests of one fetch.
@interface ErosExchange : NSObject

- (instancetype)initWithTransport:(id<ErosTransport>)transport;
- (instancetype)init NS_UNAVAILABLE;

/// Error of the last request, or `nil` if it succeeded.
@property (nonatomic, readonly, nullable) NSError *failure;

/// C structure that calls the transport. Valid as long as this object exists.
@property (nonatomic, readonly) eros_transport functions;

@end

NS_ASSUME_NONNULL_END
