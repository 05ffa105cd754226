#import <Foundation/Foundation.h>

NS_ASSUME_NONNULL_BEGIN

/// The releases of the app's pages. Use them on the main thread.
@interface Releases : NSObject

/// Whether the releases cannot be read now, so that the embedded bundle runs.
@property (nonatomic, readonly, getter=isEmbeddedOnly) BOOL embeddedOnly;

/// Whether the release is on trial, and its first page has neither appeared nor failed.
@property (nonatomic, readonly, getter=isOnTrial) BOOL onTrial;

/// Returns the folder of the pages to show.
- (nullable NSString *)launchInBackground:(BOOL)isBackground error:(NSError **)error;

/// Confirms the release on trial. Call it when the first page has appeared.
- (void)confirm;

/// Blocks the release if its first page has failed during the trial; then launch again.
- (BOOL)blockWithReason:(NSString *)reason stack:(nullable NSString *)stack;

/// Returns to the confirmed release before this one; then launch again.
- (BOOL)rollBackWithError:(NSError **)error;

/// Stages the newest release for the next launch. Calls both blocks on the main thread.
- (void)updateWithProgress:(void (^)(float share))progress completion:(void (^)(void))completion;

@end

NS_ASSUME_NONNULL_END
