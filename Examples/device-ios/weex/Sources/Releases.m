#import "Releases.h"

#import <dispatch/dispatch.h>

#import "ErosDevice.h"
#import "ErosURLSessionTransport.h"

static NSString *const store = @"https://example.org/releases";
static NSString *const channel = @"my-app/production";

static NSString *resource(NSString *name) {
  return [[NSBundle mainBundle].bundlePath stringByAppendingPathComponent:name];
}

/// Creates a folder. The launch reports a folder that does not exist.
static void createFolder(NSString *path, NSDictionary<NSFileAttributeKey, id> *_Nullable attributes) {
  [[NSFileManager defaultManager] createDirectoryAtPath:path
                            withIntermediateDirectories:YES
                                             attributes:attributes
                                                  error:NULL];
}

@implementation Releases {
  ErosDevice *_device;
  /// The error of creating `_device`, such as a version that is not one.
  NSError *_deviceError;
  /// The token of the release, until its first page has appeared or failed.
  NSString *_token;
}

- (instancetype)init {
  self = [super init];
  if (self != nil) {
    // iOS moves the app's container with each update, so the path is never stored.
    NSString *library = NSSearchPathForDirectoriesInDomains(
        NSApplicationSupportDirectory, NSUserDomainMask, YES)[0];
    NSString *folder = [library stringByAppendingPathComponent:@"releases"];
    createFolder(folder, nil);
    // The app has the bundle, and the store has the updates.
    [[NSURL fileURLWithPath:folder] setResourceValue:@YES
                                              forKey:NSURLIsExcludedFromBackupKey
                                               error:NULL];
    NSString *version =
        [[NSBundle mainBundle] objectForInfoDictionaryKey:@"CFBundleShortVersionString"];
    NSError *error = nil;
    _device = [[ErosDevice alloc] initWithFolder:folder appVersion:version error:&error];
    _deviceError = error;
  }
  return self;
}

/// Returns a device that has only the embedded bundle, and works before the first unlock.
- (nullable ErosDevice *)embeddedOnlyWithError:(NSError **)error {
  NSString *folder = [NSTemporaryDirectory() stringByAppendingPathComponent:@"embedded"];
  // New files get the protection of their folder.
  createFolder(folder, @{NSFileProtectionKey : NSFileProtectionNone});
  return [[ErosDevice alloc] initWithFolder:folder appVersion:nil error:error];
}

- (nullable NSString *)launchInBackground:(BOOL)isBackground error:(NSError **)error {
  NSString *zip = resource(@"bundle.zip");
  NSString *config = resource(@"bundle.config");
  NSTimeInterval start = [NSProcessInfo processInfo].systemUptime;
  NSError *failure = _deviceError;
  ErosLaunch *launch =
      [_device launchWithBundle:zip
                         config:config
                           kind:isBackground ? ErosLaunchKindBackground : ErosLaunchKindForeground
                          error:&failure];
  _embeddedOnly = launch == nil;
  if (launch == nil) {
    // For example, the files are locked until the first unlock of the phone. They are not damaged.
    NSLog(@"The releases cannot be used now: %@", failure);
    launch = [[self embeddedOnlyWithError:error] launchWithBundle:zip
                                                           config:config
                                                             kind:ErosLaunchKindForeground
                                                            error:error];
  }
  _token = launch.token;
  if (launch == nil) return nil;
  NSLog(@"Launched %@ (%@) in %.1f ms: %@", launch.releaseHash, launch.reason,
        ([NSProcessInfo processInfo].systemUptime - start) * 1000, launch.path);
  if (launch.failure != nil) NSLog(@"The launch is incomplete: %@", launch.failure);
  return launch.path;
}

- (BOOL)isOnTrial {
  return _token != nil;
}

- (void)confirm {
  if (_token == nil) return;
  NSError *error = nil;
  if ([_device confirmToken:_token result:NULL error:&error])
    _token = nil;
  else
    NSLog(@"The release is not confirmed: %@", error);
}

- (BOOL)blockWithReason:(NSString *)reason stack:(nullable NSString *)stack {
  NSString *token = _token;
  if (token == nil) return NO;
  _token = nil;
  NSError *error = nil;
  BOOL isBlocked = [_device failedToken:token
                                 reason:reason
                             errorClass:nil
                                  stack:stack
                                 result:NULL
                                  error:&error];
  if (!isBlocked) NSLog(@"The failure is not recorded: %@", error);
  return isBlocked;
}

- (BOOL)rollBackWithError:(NSError **)error {
  return [_device rollBackTo:nil error:error];
}

- (void)updateWithProgress:(void (^)(float share))progress completion:(void (^)(void))completion {
  ErosDevice *device = _device;
  ErosFetchOptions *options =
      [[ErosFetchOptions alloc] initWithStore:[NSURL URLWithString:store] channel:channel];
  options.root = [NSData dataWithContentsOfFile:resource(@"root.json")];
  options.progress = ^(ErosFetchStep step, unsigned long long received, unsigned long long total) {
    if (step != ErosFetchStepDownload || total == 0) return;
    dispatch_async(dispatch_get_main_queue(), ^{
      progress((float)received / (float)total);
    });
  };
  // The call waits for the network.
  dispatch_async(dispatch_get_global_queue(QOS_CLASS_UTILITY, 0), ^{
    NSError *error = nil;
    NSString *result = [device fetch:options
                           transport:[[ErosURLSessionTransport alloc] init]
                               error:&error];
    // Without a network, the app continues with its release.
    NSLog(@"Checked for an update: %@", result ?: error);
    dispatch_async(dispatch_get_main_queue(), completion);
  });
}

@end
