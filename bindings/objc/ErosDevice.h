// The releases of a hybrid app on a device, in Objective-C: a thin layer over `eros_device.h`, whose comments
// describe the calls, their errors and their threads. Add this file, `ErosDevice.m`, `eros_device.h` and the
// library to the target of the app.

#import <Foundation/Foundation.h>

NS_ASSUME_NONNULL_BEGIN

/// The domain of all errors. The code is an `eros_code`; the remedy is the recovery suggestion.
extern NSString *const ErosDeviceErrorDomain;

/// The kind of a start.
typedef NS_ENUM(NSInteger, ErosLaunchKind) {
  /// A start that a user sees; a staged release is tried.
  ErosLaunchKindForeground = 0,
  /// A start by the system; a confirmed release runs.
  ErosLaunchKindBackground = 1,
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
/// The error that prevented part of the launch; the release is intact nevertheless.
@property (nonatomic, readonly, strong, nullable) NSError *failure;
@end

/// A folder of releases.
@interface ErosDevice : NSObject

/// Creates a handle for the folder at `path`, without accessing it; `version` is that of the app.
- (nullable instancetype)initWithFolder:(NSString *)path
                             appVersion:(nullable NSString *)version
                                  error:(NSError **)error;

- (instancetype)init NS_UNAVAILABLE;

/// Chooses and verifies the release to run; `zip` and `config` are the bundle in the app.
- (nullable ErosLaunch *)launchWithBundle:(nullable NSString *)zip
                                   config:(nullable NSString *)config
                                     kind:(ErosLaunchKind)kind
                                    error:(NSError **)error;

/// Records that the release on trial works. A stale token is not an error.
- (BOOL)confirmToken:(NSString *)token error:(NSError **)error;

/// Verifies a downloaded bundle or patch and stages it for the next launch.
- (BOOL)stageFile:(NSString *)zip config:(nullable NSString *)config error:(NSError **)error;

/// Rolls back to `release`, a tree hash or `embedded`; `nil` is the confirmed release before the active one.
- (BOOL)rollBackTo:(nullable NSString *)release error:(NSError **)error;

/// Returns the state of the releases as JSON.
- (nullable NSString *)statusVerifying:(BOOL)verify error:(NSError **)error;

/// Installs the release that a client without this library keeps in `folder`; call it before the first launch.
- (BOOL)adoptFolder:(NSString *)folder error:(NSError **)error;

@end

NS_ASSUME_NONNULL_END
