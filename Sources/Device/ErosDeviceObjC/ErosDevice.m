#if __APPLE__
#import "ErosDevice.h"

#import "ErosExchange.h"

#include "eros_device.h"

NSString *const ErosDeviceErrorDomain = @"ErosDevice";
NSString *const ErosDeviceCheckFailureKey = @"ErosDeviceCheckFailure";
NSString *const ErosDeviceLastCheckKey = @"ErosDeviceLastCheck";

static NSString *_Nullable text(const char *_Nullable text) {
  return text == NULL ? nil : [NSString stringWithUTF8String:text];
}

/// Converts `error`, with `cause` as the underlying error, but does not release it.
static NSError *_Nullable convert(const eros_error *_Nullable error, NSError *_Nullable cause) {
  if (error == NULL) return nil;
  NSMutableDictionary<NSString *, id> *info = [[NSMutableDictionary alloc] init];
  info[NSLocalizedDescriptionKey] = text(error->message);
  info[NSLocalizedRecoverySuggestionErrorKey] = text(error->remedy);
  info[NSUnderlyingErrorKey] = cause;
  if (error->check_failure != EROS_NO_CHECK_FAILURE) {
    info[ErosDeviceCheckFailureKey] = @(error->check_failure);
    if (error->last_check != 0) {
      const NSTimeInterval seconds = (NSTimeInterval)error->last_check / 1000;
      info[ErosDeviceLastCheckKey] = [NSDate dateWithTimeIntervalSince1970:seconds];
    }
  }
  return [NSError errorWithDomain:ErosDeviceErrorDomain code:error->code userInfo:info];
}

_Static_assert(
    (int)ErosLaunchKindBackground == EROS_BACKGROUND
        && (int)ErosConfirmationStaleToken == EROS_STALE_TOKEN
        && (int)ErosStagingAlreadyOnTrial == EROS_ALREADY_ON_TRIAL
        && (int)ErosStagingAlreadyActive == EROS_ALREADY_ACTIVE
        && (int)ErosAdoptionNothingToAdopt == EROS_NOTHING_TO_ADOPT
        && (int)ErosAdoptionAlreadyInstalled == EROS_ALREADY_INSTALLED
        && (int)ErosCheckFailureUnavailable == EROS_CHECK_UNAVAILABLE
        && (int)ErosCheckFailureExpired == EROS_CHECK_EXPIRED
        && (int)ErosCheckFailureRefused == EROS_CHECK_REFUSED,
    "the values of the enumerations are those of eros_device.h");

/// Passes on the result of a call, and releases its error.
static BOOL finish(
    eros_code code, eros_error *_Nullable found, NSError *_Nullable cause, NSError **error) {
  if (error != NULL && found != NULL) *error = convert(found, cause);
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
    _notes = text(launch->notes);
    _failure = convert(launch->failure, nil);
  }
  return self;
}

@end

@implementation ErosFetchOptions

- (instancetype)initWithStore:(NSURL *)store channel:(NSString *)channel {
  self = [super init];
  if (self != nil) {
    _store = [store copy];
    _channel = [channel copy];
  }
  return self;
}

@end

typedef void (^ErosProgress)(
    ErosFetchStep step, unsigned long long received, unsigned long long total);

/// `progress` of `eros_fetch_options`, whose context is an `ErosProgress`.
static void showProgress(
    void *context, eros_fetch_step step, uint64_t received, uint64_t total) {
  ErosProgress progress = (__bridge ErosProgress)context;
  progress((ErosFetchStep)step, received, total);
}

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
  eros_code code = eros_device_open(&options, &_device, &found);
  return finish(code, found, nil, error) ? self : nil;
}

- (void)dealloc {
  eros_device_close(_device);
}

- (nullable ErosLaunch *)launchWithBundle:(nullable NSString *)zip
                                   config:(nullable NSString *)config
                                     kind:(ErosLaunchKind)kind
                                    error:(NSError **)error {
  eros_bundle bundle = {
      .zip = zip.fileSystemRepresentation, .config = config.fileSystemRepresentation};
  eros_launch *launch = NULL;
  eros_error *found = NULL;
  eros_code code = eros_device_launch(
      _device, zip == nil ? NULL : &bundle, (eros_launch_kind)kind, &launch, &found);
  if (!finish(code, found, nil, error)) return nil;
  ErosLaunch *result = [[ErosLaunch alloc] initWithLaunch:launch];
  eros_launch_free(launch);
  return result;
}

- (BOOL)confirmToken:(NSString *)token
              result:(nullable ErosConfirmation *)result
               error:(NSError **)error {
  eros_confirmation answer = EROS_CONFIRMED;
  eros_error *found = NULL;
  eros_code code = eros_device_confirm(_device, token.UTF8String, &answer, &found);
  if (code == EROS_OK && result != NULL) *result = (ErosConfirmation)answer;
  return finish(code, found, nil, error);
}

- (BOOL)failedToken:(NSString *)token
             reason:(NSString *)reason
             result:(nullable ErosFailure *)result
              error:(NSError **)error {
  return [self failedToken:token reason:reason errorClass:nil stack:nil result:result error:error];
}

- (BOOL)failedToken:(NSString *)token
             reason:(NSString *)reason
         errorClass:(nullable NSString *)errorClass
              stack:(nullable NSString *)stack
             result:(nullable ErosFailure *)result
              error:(NSError **)error {
  eros_failure answer = EROS_FAILURE_BLOCKED;
  eros_error *found = NULL;
  eros_code code = eros_device_failed_with_error(
      _device, token.UTF8String, reason.UTF8String, errorClass.UTF8String, stack.UTF8String, &answer,
      &found);
  if (code == EROS_OK && result != NULL) *result = (ErosFailure)answer;
  return finish(code, found, nil, error);
}

- (BOOL)applyNow:(ErosLaunch *_Nullable *_Nonnull)launch error:(NSError **)error {
  eros_launch *applied = NULL;
  eros_error *found = NULL;
  eros_code code = eros_device_apply_now(_device, &applied, &found);
  *launch = applied == NULL ? nil : [[ErosLaunch alloc] initWithLaunch:applied];
  eros_launch_free(applied);
  return finish(code, found, nil, error);
}

- (BOOL)stageFile:(NSString *)zip
           config:(nullable NSString *)config
           result:(nullable ErosStaging *)result
            error:(NSError **)error {
  eros_bundle update = {
      .zip = zip.fileSystemRepresentation, .config = config.fileSystemRepresentation};
  eros_staging answer = EROS_STAGED;
  eros_error *found = NULL;
  eros_code code = eros_device_stage(_device, &update, &answer, &found);
  if (code == EROS_OK && result != NULL) *result = (ErosStaging)answer;
  return finish(code, found, nil, error);
}

- (BOOL)rollBackTo:(nullable NSString *)release error:(NSError **)error {
  eros_error *found = NULL;
  eros_code code = eros_device_roll_back(_device, release.UTF8String, &found);
  return finish(code, found, nil, error);
}

- (BOOL)unblockRelease:(nullable NSString *)release
                 count:(nullable NSUInteger *)count
                 error:(NSError **)error {
  uint32_t unblocked = 0;
  eros_error *found = NULL;
  eros_code code = eros_device_unblock(_device, release.UTF8String, &unblocked, &found);
  if (code == EROS_OK && count != NULL) *count = unblocked;
  return finish(code, found, nil, error);
}

- (nullable NSString *)statusVerifying:(BOOL)verify error:(NSError **)error {
  char *json = NULL;
  eros_error *found = NULL;
  eros_code code = eros_device_status(_device, verify, &json, &found);
  if (!finish(code, found, nil, error)) return nil;
  NSString *status = text(json);
  eros_text_free(json);
  return status;
}

- (nullable NSString *)decisionsWithError:(NSError **)error {
  char *json = NULL;
  eros_error *found = NULL;
  eros_code code = eros_device_decisions(_device, &json, &found);
  if (!finish(code, found, nil, error)) return nil;
  NSString *decisions = text(json);
  eros_text_free(json);
  return decisions;
}

- (nullable NSString *)fetch:(ErosFetchOptions *)options
                   transport:(id<ErosTransport>)transport
                       error:(NSError **)error {
  NSData *root = options.root;
  eros_fetch_options settings = {0};
  settings.size = sizeof settings;
  settings.check_only = options.checkOnly;
  settings.store = options.store.absoluteString.UTF8String;
  settings.channel = options.channel.UTF8String;
  settings.root = root.bytes;
  settings.root_length = root.length;
  settings.id = options.rolloutID.UTF8String;
  settings.tester = options.tester.UTF8String;
  settings.report_url = options.reportURL.absoluteString.UTF8String;
  // The options may change during the fetch.
  __attribute__((objc_precise_lifetime)) ErosProgress progress = [options.progress copy];
  settings.progress_context = (__bridge void *)progress;
  if (progress != nil) settings.progress = showProgress;
  ErosExchange *exchange = [[ErosExchange alloc] initWithTransport:transport];
  eros_transport functions = exchange.functions;
  char *json = NULL;
  eros_error *found = NULL;
  eros_code code = eros_device_fetch(_device, &settings, &functions, &json, &found);
  if (!finish(code, found, exchange.failure, error)) return nil;
  NSString *answer = text(json);
  eros_text_free(json);
  return answer;
}

- (void)cancel {
  eros_device_cancel(_device);
}

- (BOOL)adoptFolder:(NSString *)folder
             result:(nullable ErosAdoption *)result
              error:(NSError **)error {
  eros_adoption answer = EROS_ADOPTED;
  eros_error *found = NULL;
  eros_code code =
      eros_device_adopt(_device, folder.fileSystemRepresentation, &answer, &found);
  if (code == EROS_OK && result != NULL) *result = (ErosAdoption)answer;
  return finish(code, found, nil, error);
}

@end
#endif
