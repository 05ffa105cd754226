// The HTTP client of an app, which `ErosDevice` fetches with.

#import <Foundation/Foundation.h>

NS_ASSUME_NONNULL_BEGIN

/// The receiver of an answer, which passes it to the library.
///
/// It may be used only during the call of `performRequest:answer:error:`, on the thread of that call.
@interface ErosResponse : NSObject

- (instancetype)init NS_UNAVAILABLE;

/// Passes on the status and the header fields; call it once, before the body.
///
/// Returns whether to continue; otherwise close the connection and return `YES`.
- (BOOL)receiveResponse:(NSHTTPURLResponse *)response;

/// Passes on the next bytes of the body.
///
/// Returns whether to continue; otherwise close the connection and return `YES`.
- (BOOL)receiveData:(NSData *)data;

@end

/// An HTTP client, such as `ErosURLSessionTransport`.
///
/// It does not follow redirects, decompress, cache, store cookies or add credentials: the library checks redirects,
/// lengths and digests itself.
@protocol ErosTransport <NSObject>

/// Performs one request: passes the answer on, part by part, and returns.
///
/// `request` has a method, header fields, and a body if it is a `POST`. The complete response must have arrived within
/// its `timeoutInterval`.
///
/// It is called on the thread that called `fetch:transport:error:`, one request at a time. It must not raise an
/// exception. Returns whether the answer is complete, whatever its status, or the receiver has stopped it. Otherwise,
/// it sets `error`, and the library repeats some requests; `NSURLErrorCancelled` cancels the fetch.
- (BOOL)performRequest:(NSURLRequest *)request answer:(ErosResponse *)answer error:(NSError **)error;

@end

NS_ASSUME_NONNULL_END
