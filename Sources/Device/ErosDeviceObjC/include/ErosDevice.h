// The releases of a hybrid app on a device, in Objective-C: a thin layer over `eros_device.h`, whose comments
// describe the calls, their errors and their threads. An app links the product `ErosDeviceObjC` of this package.

#import <Foundation/Foundation.h>

#import "ErosTransport.h"

NS_ASSUME_NONNULL_BEGIN

/// The domain of all errors. The code is an `eros_code`; the remedy is the recovery suggestion.
///
/// The underlying error of a fetch is the one of its last request.
extern NSString *const ErosDeviceErrorDomain;

/// The key of an `NSNumber` with the `ErosCheckFailure` of an error, if a check for updates failed.
extern NSString *const ErosDeviceCheckFailureKey;

/// The key of an `NSDate` with the last successful check of the channel, if a check failed and there was one before.
extern NSString *const ErosDeviceLastCheckKey;

/// The reason why a fetch could not check for updates.
typedef NS_ENUM(NSInteger, ErosCheckFailure) {
  /// The store is out of reach or answers with an error.
  ErosCheckFailureUnavailable = 1,
  /// Metadata has expired: the clock is wrong, a cache is out of date, or the publisher must sign again.
  ErosCheckFailureExpired = 2,
  /// An answer is not trusted metadata, for example because a network requires a login.
  ErosCheckFailureRefused = 3,
};

/// The kind of a start.
typedef NS_ENUM(NSInteger, ErosLaunchKind) {
  /// A start that a user sees; a staged release is tried.
  ErosLaunchKindForeground = 0,
  /// A start by the system; a confirmed release runs.
  ErosLaunchKindBackground = 1,
};

/// The result of a confirmation.
typedef NS_ENUM(NSInteger, ErosConfirmation) {
  /// The release is confirmed; the next launch runs it without a trial.
  ErosConfirmationConfirmed = 0,
  /// The token does not belong to the current trial, or no release is on trial; nothing has changed.
  ErosConfirmationStaleToken = 1,
};

/// The result of a reported failure.
typedef NS_ENUM(NSInteger, ErosFailure) {
  /// The release is blocked; the next launch runs another release.
  ErosFailureBlocked = 0,
  /// The token does not belong to the current trial; the failure was only recorded.
  ErosFailureNoted = 1,
};

/// The result of staging.
typedef NS_ENUM(NSInteger, ErosStaging) {
  /// The next foreground launch tries the release.
  ErosStagingStaged = 0,
  /// The release is already on trial.
  ErosStagingAlreadyOnTrial = 1,
  /// The release is already active and confirmed.
  ErosStagingAlreadyActive = 2,
};

/// The result of an adoption.
typedef NS_ENUM(NSInteger, ErosAdoption) {
  /// The release of the legacy client is installed.
  ErosAdoptionAdopted = 0,
  /// The old folder does not have a release.
  ErosAdoptionNothingToAdopt = 1,
  /// The folder of the device already has a release; nothing has changed.
  ErosAdoptionAlreadyInstalled = 2,
};

/// A step of a fetch.
typedef NS_ENUM(NSInteger, ErosFetchStep) {
  /// Reads the metadata.
  ErosFetchStepCheck = 0,
  /// Downloads a bundle or a patch. If a patch fails, the bundle follows, with another total.
  ErosFetchStepDownload = 1,
  /// Verifies and unpacks the release.
  ErosFetchStepStage = 2,
};

/// The release to run.
@interface ErosLaunch : NSObject
/// The tree hash of the release.
@property (nonatomic, readonly, copy) NSString *releaseHash;
/// The folder of its pages.
@property (nonatomic, readonly, copy) NSString *path;
/// The reason for the choice, such as `trial`.
@property (nonatomic, readonly, copy) NSString *reason;
/// The token that confirms the release if it is on trial.
@property (nonatomic, readonly, copy, nullable) NSString *token;
/// The release that ran before, if it was another one.
@property (nonatomic, readonly, copy, nullable) NSString *previous;
/// The problems that did not stop the launch, one per line, for logs.
@property (nonatomic, readonly, copy, nullable) NSString *notes;
/// The error that prevented part of the launch; the release is intact nevertheless.
@property (nonatomic, readonly, strong, nullable) NSError *failure;
@end

/// The settings of a fetch.
@interface ErosFetchOptions : NSObject

/// Creates the settings for a channel, such as `my-app/production`, of the release store at the URL `store`.
- (instancetype)initWithStore:(NSURL *)store channel:(NSString *)channel NS_DESIGNATED_INITIALIZER;

- (instancetype)init NS_UNAVAILABLE;

@property (nonatomic, readonly, copy) NSURL *store;
@property (nonatomic, readonly, copy) NSString *channel;
/// The root metadata that ships with the app; may be `nil` after the first fetch.
@property (nonatomic, copy, nullable) NSData *root;
/// The ID that decides about rollouts, or `nil` for one that the folder keeps. It never leaves the device.
@property (nonatomic, copy, nullable) NSString *rolloutID;
/// The identifier of the tester who uses the device, or `nil`. A device that finds it in the channel's list of testers
/// gets releases outside its share of a rollout. It never leaves the device.
@property (nonatomic, copy, nullable) NSString *tester;
/// Whether to only check for an update, without downloading it.
@property (nonatomic) BOOL checkOnly;
/// The URL that gets reports of updates, or `nil` to send and record nothing.
@property (nonatomic, copy, nullable) NSURL *reportURL;
/// A block that is called at the start of each step, and after each part of a download, with the bytes of the file. It is
/// called on the thread of the fetch, while the download waits.
@property (nonatomic, copy, nullable) void (^progress)
    (ErosFetchStep step, unsigned long long received, unsigned long long total);

@end

/// A folder of releases.
@interface ErosDevice : NSObject

/// Creates a handle for the folder at `path`, without accessing it; `version` is that of the app, such as `2.1.0` or
/// `2.1.0-beta.1`. Another form, such as `v2.1.0`, is an error.
- (nullable instancetype)initWithFolder:(NSString *)path
                             appVersion:(nullable NSString *)version
                                  error:(NSError **)error;

- (instancetype)init NS_UNAVAILABLE;

/// Chooses and verifies the release to run; `zip` and `config` are the bundle in the app.
- (nullable ErosLaunch *)launchWithBundle:(nullable NSString *)zip
                                   config:(nullable NSString *)config
                                     kind:(ErosLaunchKind)kind
                                    error:(NSError **)error;

/// Records that the release on trial works. A stale token is not an error; `result` tells.
- (BOOL)confirmToken:(NSString *)token
              result:(nullable ErosConfirmation *)result
               error:(NSError **)error;

/// Records that the release on trial does not work; the next launch runs another release.
///
/// Do not put personal data into `reason`.
- (BOOL)failedToken:(NSString *)token
             reason:(NSString *)reason
             result:(nullable ErosFailure *)result
              error:(NSError **)error;

/// Switches the running app to the staged release; open further pages in the folder of `launch`, and leave open pages
/// where they are.
///
/// `launch` is `nil` if the app continues with its release, for example because none is staged.
- (BOOL)applyNow:(ErosLaunch *_Nullable *_Nonnull)launch error:(NSError **)error;

/// Records a failure with the class of the error, such as `TypeError`, and its stack.
///
/// The decisions and the next report get the class and a hash of the stack, but neither the stack nor a message.
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

/// Rolls back to `release`, a tree hash or `embedded`; `nil` is the confirmed release before the active one.
- (BOOL)rollBackTo:(nullable NSString *)release error:(NSError **)error;

/// Unblocks `release` (a tree hash), or all releases for `nil`, so that an update can select them. `count` is the
/// number of unblocked releases.
- (BOOL)unblockRelease:(nullable NSString *)release
                 count:(nullable NSUInteger *)count
                 error:(NSError **)error;

/// Returns the state of the releases as JSON.
- (nullable NSString *)statusVerifying:(BOOL)verify error:(NSError **)error;

/// Returns the last 32 decisions about the releases as JSON, for a support request; see `eros explain`.
- (nullable NSString *)decisionsWithError:(NSError **)error;

/// Checks a channel, downloads an update and stages it for the next launch; returns JSON with the fields of
/// `eros fetch --json`.
///
/// Call this on a thread of its own, because it waits for the network.
- (nullable NSString *)fetch:(ErosFetchOptions *)options
                   transport:(id<ErosTransport>)transport
                       error:(NSError **)error;

/// Cancels the fetches in progress, which then end with the code `EROS_UNAVAILABLE`; may be called from any thread,
/// and by the transport.
- (void)cancel;

/// Installs the release that a client without this library keeps in `folder`; call it before the first launch and
/// the first fetch.
- (BOOL)adoptFolder:(NSString *)folder
             result:(nullable ErosAdoption *)result
              error:(NSError **)error;

@end

NS_ASSUME_NONNULL_END
