// HTTP client that `ErosDevice` fetches with.

#import <Foundation/Foundation.h>

NS_ASSUME_NONNULL_BEGIN

/// Passes an answer to the library.
///
/// Use it only during the call of `performRequest:answer:error:`, on the thread of that call.
@interface ErosResponse : NSObject

- (instancetype)init NS_UNAVAILABLE;

/// Passes on status and header fields. Call it once, before the body.
///
/// If it returns `NO`, close the connection and return `YES` from `performRequest:answer:error:`.
- (BOOL)receiveResponse:(NSHTTPURLResponse *)response;

/// Passes on the body's next bytes.
///
/// If it returns `NO`, close the connection and return `YES` from `performRequest:answer:error:`.
- (BOOL)receiveData:(NSData *)data;

@end

/// An HTTP client, such as `ErosURLSessionTransport`.
///
/// Do not follow redirects, decompress, cache, store cookies or add credentials, because the
/// library checks redirects, lengths and digests itself.
@protocol ErosTransport <NSObject>

/// Performs one request: pass the answer on, part by part, and return.
///
/// `request` has a method, header fields, and a body if it is a `POST`. The complete response must
/// have arrived within its `timeoutInterval`.
///
/// It is called on the thread that called `fetch:transport:error:`, one request at a time. Raise no
/// exception. Return `YES` if the answer is complete, whatever its status, or if the receiver has
/// stopped it. Otherwise set `error` and return `NO`. The library then repeats some requests, and
/// `NSURLErrorCancelled` cancels the fetch.
- (BOOL)performRequest:(NSURLRequest *)request answer:(ErosResponse *)answer error:(NSError **)error;

@end

NS_ASSUME_NONNULL_END
