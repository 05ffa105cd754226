// Releases of a hybrid app on a device, in Objective-C: a thin layer over `eros_device.h`, whose
// comments describe all calls, their errors and their threads. Link the product `ErosDeviceObjC` of
// this package.
//
// ```
// NSError *error = nil;
// ErosDevice *device = [[ErosDevice alloc] initWithFolder:folder appVersion:@"2.1.0" error:&error];
// ErosLaunch *launch = [device launchWithBundle:zip
//                                        config:config
//                                          kind:ErosLaunchKindForeground
//                                         error:&error];
// if (launch != nil) [self showPagesIn:launch.path];
//
// // Later, when the first page has appeared:
// if (launch.token != nil) [device confirmToken:launch.token result:NULL error:&error];
// ```

#import <Foundation/Foundation.h>

#import "ErosTransport.h"

NS_ASSUME_NONNULL_BEGIN

/// Domain of all errors. Their code is an `eros_code`, and the recovery suggestion is the remedy.
///
/// A failed fetch has the error of its last request as the underlying error.
extern NSString *const ErosDeviceErrorDomain;

/// Key of an `NSNumber` with the `ErosCheckFailure`, if a check for updates failed.
extern NSString *const ErosDeviceCheckFailureKey;

/// Key of an `NSDate` with the channel's last successful check, if a check failed and there was one
/// before.
extern NSString *const ErosDeviceLastCheckKey;

/// Reason why a fetch could not check for updates.
typedef NS_ENUM(NSInteger, ErosCheckFailure) {
  /// The store is out of reach or answers with an error.
  ErosCheckFailureUnavailable = 1,
  /// Metadata has expired: the clock is wrong, a cache is out of date, or the publisher must sign
  /// again.
  ErosCheckFailureExpired = 2,
  /// An answer is not trusted metadata, for example because a network requires a login.
  ErosCheckFailureRefused = 3,
};

/// Who starts the app.
typedef NS_ENUM(NSInteger, ErosLaunchKind) {
  /// Users see this start, so a staged release is tried.
  ErosLaunchKindForeground = 0,
  /// The system starts the app, so a confirmed release runs.
  ErosLaunchKindBackground = 1,
};

/// Result of a confirmation.
typedef NS_ENUM(NSInteger, ErosConfirmation) {
  /// The release is confirmed. The next launch runs it without a trial.
  ErosConfirmationConfirmed = 0,
  /// The token belongs to another trial, or no release is on trial. Nothing has changed.
  ErosConfirmationStaleToken = 1,
};

/// Result of a reported failure.
typedef NS_ENUM(NSInteger, ErosFailure) {
  /// The release is blocked. The next launch runs another one.
  ErosFailureBlocked = 0,
  /// The token belongs to another trial. The failure was only recorded.
  ErosFailureNoted = 1,
};

/// Result of staging.
typedef NS_ENUM(NSInteger, ErosStaging) {
  /// The next foreground launch tries the release.
  ErosStagingStaged = 0,
  /// The release is already on trial.
  ErosStagingAlreadyOnTrial = 1,
  /// The release is already active and confirmed.
  ErosStagingAlreadyActive = 2,
};

/// Result of an adoption.
typedef NS_ENUM(NSInteger, ErosAdoption) {
  /// The legacy client's release is installed.
  ErosAdoptionAdopted = 0,
  /// The old folder has no release.
  ErosAdoptionNothingToAdopt = 1,
  /// The device's folder already has a release. Nothing has changed.
  ErosAdoptionAlreadyInstalled = 2,
};

/// A step in a fetch.
typedef NS_ENUM(NSInteger, ErosFetchStep) {
  /// Reads metadata.
  ErosFetchStepCheck = 0,
  /// Downloads a bundle or a patch. If a patch fails, the bundle follows, with another total.
  ErosFetchStepDownload = 1,
  /// Verifies and unpacks the release.
  ErosFetchStepStage = 2,
};

/// The release to run.
@interface ErosLaunch : NSObject
/// Tree hash of the release.
@property (nonatomic, readonly, copy) NSString *releaseHash;
/// Folder with its pages.
@property (nonatomic, readonly, copy) NSString *path;
/// Reason for the choice, such as `trial`.
@property (nonatomic, readonly, copy) NSString *reason;
/// Token that confirms the release if it is on trial.
@property (nonatomic, readonly, copy, nullable) NSString *token;
/// Release that ran before, if it was another one.
@property (nonatomic, readonly, copy, nullable) NSString *previous;
/// Problems that did not stop the launch, one per line, to be logged.
@property (nonatomic, readonly, copy, nullable) NSString *notes;
/// Error that prevented part of the launch. The release is intact nevertheless.
@property (nonatomic, readonly, strong, nullable) NSError *failure;
@end

/// Settings for a fetch.
@interface ErosFetchOptions : NSObject

/// Creates settings for a channel, such as `my-app/production`, in the release store at the URL
/// `store`.
- (instancetype)initWithStore:(NSURL *)store channel:(NSString *)channel NS_DESIGNATED_INITIALIZER;

- (instancetype)init NS_UNAVAILABLE;

@property (nonatomic, readonly, copy) NSURL *store;
@property (nonatomic, readonly, copy) NSString *channel;
/// Root metadata that ships with your app. May be `nil` after the first fetch.
@property (nonatomic, copy, nullable) NSData *root;
/// ID that decides about rollouts, or `nil` for one that the folder keeps. It never leaves the
/// device.
@property (nonatomic, copy, nullable) NSString *rolloutID;
/// Identifies the tester who uses this device, or `nil`. If it is in the channel's list of testers,
/// the device gets releases outside its share of a rollout. It never leaves the device.
@property (nonatomic, copy, nullable) NSString *tester;
/// `YES` to only look for an update and download nothing.
@property (nonatomic) BOOL checkOnly;
/// URL for reports about updates, or `nil` to send and record nothing.
@property (nonatomic, copy, nullable) NSURL *reportURL;
/// Called at the start of each step, and after each part of a download with the file's bytes so far
/// and in total. Runs on the thread of the fetch, while the download waits.
@property (nonatomic, copy, nullable) void (^progress)
    (ErosFetchStep step, unsigned long long received, unsigned long long total);

@end

/// A folder of releases.
@interface ErosDevice : NSObject

/// Creates a handle for the folder at `path`, but does not access it yet.
///
/// `version` is your app's version, such as `2.1.0` or `2.1.0-beta.1`. Any other form, such as
/// `v2.1.0`, is an error.
- (nullable instancetype)initWithFolder:(NSString *)path
                             appVersion:(nullable NSString *)version
                                  error:(NSError **)error;

- (instancetype)init NS_UNAVAILABLE;

/// Chooses and verifies the release to run. `zip` and `config` are the bundle in your app.
- (nullable ErosLaunch *)launchWithBundle:(nullable NSString *)zip
                                   config:(nullable NSString *)config
                                     kind:(ErosLaunchKind)kind
                                    error:(NSError **)error;

/// Records that the release on trial works. A stale token is no error, but sets `result`.
- (BOOL)confirmToken:(NSString *)token
              result:(nullable ErosConfirmation *)result
               error:(NSError **)error;

/// Records that the release on trial does not work, so that the next launch runs another one.
///
/// Do not put personal data into `reason`.
- (BOOL)failedToken:(NSString *)token
             reason:(NSString *)reason
             result:(nullable ErosFailure *)result
              error:(NSError **)error;

/// Switches the running app to the staged release.
///
/// Open further pages in the folder of `launch`, and leave open pages where they are. `launch` is
/// `nil` if your app continues with its release, for example because none is staged.
- (BOOL)applyNow:(ErosLaunch *_Nullable *_Nonnull)launch error:(NSError **)error;

/// Records a failure with an error's class, such as `TypeError`, and its stack.
///
/// Decisions and the next report contain the class and a hash of the stack, but neither the stack
/// nor a message.
- (BOOL)failedToken:(NSString *)token
             reason:(NSString *)reason
         errorClass:(nullable NSString *)errorClass
              stack:(nullable NSString *)stack
             result:(nullable ErosFailure *)result
              error:(NSError **)error;

/// Verifies a downloaded bundle or patch and stages it for the next launch.
- (BOOL)stageFile:(NSString *)zip
           config:(nullable NSString *)config
           result:(nullable ErosStaging *)result
            error:(NSError **)error;

/// Rolls back to `release`, which is a tree hash, `embedded`, or `nil` for the confirmed release
/// before the active one.
- (BOOL)rollBackTo:(nullable NSString *)release error:(NSError **)error;

/// Unblocks `release` (a tree hash), or all releases if it is `nil`, so that an update can select
/// them.
///
/// `count` receives the number of unblocked releases.
- (BOOL)unblockRelease:(nullable NSString *)release
                 count:(nullable NSUInteger *)count
                 error:(NSError **)error;

/// Returns the state of all releases as JSON.
- (nullable NSString *)statusVerifying:(BOOL)verify error:(NSError **)error;

/// Returns the last 32 decisions about releases as JSON. Send it with a support request, see `eros
/// explain`.
- (nullable NSString *)decisionsWithError:(NSError **)error;

/// Checks a channel, downloads an update and stages it for the next launch.
///
/// Returns JSON with the fields of `eros fetch --json`. Call this on a thread of its own, because
/// it waits for the network.
- (nullable NSString *)fetch:(ErosFetchOptions *)options
                   transport:(id<ErosTransport>)transport
                       error:(NSError **)error;

/// Cancels all fetches in progress, which then end with the code `EROS_UNAVAILABLE`.
///
/// You can call this from any thread, and in a transport.
- (void)cancel;

/// Installs the release that a client without this library keeps in `folder`.
///
/// Call it before the first launch and the first fetch.
- (BOOL)adoptFolder:(NSString *)folder
             result:(nullable ErosAdoption *)result
              error:(NSError **)error;

@end

NS_ASSUME_NONNULL_END
