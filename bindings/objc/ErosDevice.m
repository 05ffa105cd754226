#import "ErosDevice.h"

#include "eros_device.h"

NSString *const ErosDeviceErrorDomain = @"ErosDevice";

static NSString *_Nullable text(const char *_Nullable text) {
  return text == NULL ? nil : [NSString stringWithUTF8String:text];
}

/// Returns `error` for an app; does not release it.
static NSError *_Nullable convert(const eros_error *_Nullable error) {
  if (error == NULL) return nil;
  NSString *message = text(error->message) ?: @"";
  NSString *remedy = text(error->remedy);
  NSDictionary *info = remedy == nil
      ? @{NSLocalizedDescriptionKey : message}
      : @{NSLocalizedDescriptionKey : message, NSLocalizedRecoverySuggestionErrorKey : remedy};
  return [NSError errorWithDomain:ErosDeviceErrorDomain code:error->code userInfo:info];
}

/// Passes on the result of a call, and releases its error.
static BOOL finish(eros_code code, eros_error *_Nullable found, NSError **error) {
  if (error != NULL && found != NULL) *error = convert(found);
  eros_error_free(found);
  return code == EROS_OK;
}

@implementation ErosLaunch

- (instancetype)initWithLaunch:(const eros_launch *)launch {
  self = [super init];
  if (self != nil) {
    _releaseHash = text(launch->release) ?: @"";
    _path = text(launch->path) ?: @"";
    _reason = text(launch->reason) ?: @"";
    _token = text(launch->token);
    _previous = text(launch->previous);
    _failure = convert(launch->failure);
  }
  return self;
}

@end

@implementation ErosDevice {
  eros_device *_device;
}

- (nullable instancetype)initWithFolder:(NSString *)path
                             appVersion:(nullable NSString *)version
                                  error:(NSError **)error {
  self = [super init];
  if (self == nil) return nil;
  eros_device_options options = {0};
  options.size = sizeof options;
  options.platform = EROS_PLATFORM_IOS;
  options.folder = path.fileSystemRepresentation;
  options.app_version = version.UTF8String;
  eros_error *found = NULL;
  if (!finish(eros_device_open(&options, &_device, &found), found, error)) return nil;
  return self;
}

- (void)dealloc {
  eros_device_close(_device);
}

- (nullable ErosLaunch *)launchWithBundle:(nullable NSString *)zip
                                   config:(nullable NSString *)config
                                     kind:(ErosLaunchKind)kind
                                    error:(NSError **)error {
  eros_bundle bundle = {zip.fileSystemRepresentation, config.fileSystemRepresentation};
  eros_launch *launch = NULL;
  eros_error *found = NULL;
  eros_code code = eros_device_launch(
      _device, zip == nil ? NULL : &bundle, (eros_launch_kind)kind, &launch, &found);
  if (!finish(code, found, error)) return nil;
  ErosLaunch *result = [[ErosLaunch alloc] initWithLaunch:launch];
  eros_launch_free(launch);
  return result;
}

- (BOOL)confirmToken:(NSString *)token error:(NSError **)error {
  eros_error *found = NULL;
  return finish(eros_device_confirm(_device, token.UTF8String, NULL, &found), found, error);
}

- (BOOL)stageFile:(NSString *)zip config:(nullable NSString *)config error:(NSError **)error {
  eros_bundle update = {zip.fileSystemRepresentation, config.fileSystemRepresentation};
  eros_error *found = NULL;
  return finish(eros_device_stage(_device, &update, NULL, &found), found, error);
}

- (BOOL)rollBackTo:(nullable NSString *)release error:(NSError **)error {
  eros_error *found = NULL;
  return finish(eros_device_roll_back(_device, release.UTF8String, &found), found, error);
}

- (nullable NSString *)statusVerifying:(BOOL)verify error:(NSError **)error {
  char *json = NULL;
  eros_error *found = NULL;
  if (!finish(eros_device_status(_device, verify, &json, &found), found, error)) return nil;
  NSString *status = text(json);
  eros_text_free(json);
  return status;
}

- (BOOL)adoptFolder:(NSString *)folder error:(NSError **)error {
  eros_error *found = NULL;
  return finish(
      eros_device_adopt(_device, folder.fileSystemRepresentation, NULL, &found), found, error);
}

@end
