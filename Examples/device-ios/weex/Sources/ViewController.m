#import "ViewController.h"

#import <WeexSDK/WeexSDK.h>
#import <dispatch/dispatch.h>

#import "Releases.h"

static NSString *const firstPage = @"pages/home/index.js";

@implementation ViewController {
  Releases *_releases;
  WXSDKInstance *_instance;
  UIView *_page;
  UIProgressView *_progress;
}

- (void)viewDidLoad {
  [super viewDidLoad];
  // An app with Weex already does this when it starts.
  [WXSDKEngine initSDKEnvironment];
  _releases = [[Releases alloc] init];
  _progress = [[UIProgressView alloc] initWithProgressViewStyle:UIProgressViewStyleBar];
  [self.view addSubview:_progress];
  [[NSNotificationCenter defaultCenter] addObserver:self
                                           selector:@selector(leaveEmbeddedBundle)
                                               name:UIApplicationProtectedDataDidBecomeAvailable
                                             object:nil];
  // The view is not yet in a window, and could not present an alert.
  dispatch_async(dispatch_get_main_queue(), ^{
    [self showPages];
    [self update];
  });
}

- (void)viewDidLayoutSubviews {
  [super viewDidLayoutSubviews];
  CGRect bounds = self.view.bounds;
  _instance.frame = bounds;
  _progress.frame = CGRectMake(0, self.view.safeAreaInsets.top, bounds.size.width, 4);
}

- (void)dealloc {
  [_instance destroyInstance];
}

#pragma mark - Pages

- (void)showPages {
  BOOL isBackground =
      [UIApplication sharedApplication].applicationState == UIApplicationStateBackground;
  NSError *error = nil;
  NSString *folder = [_releases launchInBackground:isBackground error:&error];
  if (folder == nil) {
    [self offerRollback:error.localizedDescription];
    return;
  }
  [_instance destroyInstance];
  WXSDKInstance *instance = [[WXSDKInstance alloc] init];
  _instance = instance;
  instance.viewController = self;
  instance.frame = self.view.bounds;
  __weak ViewController *weakSelf = self;
  instance.onCreate = ^(UIView *page) {
    [weakSelf replacePage:page];
  };
  // Weex calls some of these on other threads.
  __weak WXSDKInstance *weakInstance = instance;
  instance.renderFinish = ^(UIView *page) {
    dispatch_async(dispatch_get_main_queue(), ^{
      [weakSelf pageAppeared:weakInstance];
    });
  };
  instance.onFailed = ^(NSError *failure) {
    dispatch_async(dispatch_get_main_queue(), ^{
      [weakSelf page:weakInstance failed:failure.localizedDescription stack:nil];
    });
  };
  instance.onJSRuntimeException = ^(WXJSExceptionInfo *exception) {
    dispatch_async(dispatch_get_main_queue(), ^{
      [weakSelf page:weakInstance failed:exception.errorCode stack:exception.exception ?: @""];
    });
  };
  NSURL *page = [NSURL fileURLWithPath:[folder stringByAppendingPathComponent:firstPage]];
  [instance renderWithURL:page options:@{bundleUrlOptionKey : page.absoluteString} data:nil];
}

- (void)replacePage:(UIView *)page {
  [_page removeFromSuperview];
  _page = page;
  [self.view insertSubview:page belowSubview:_progress];
}

- (void)pageAppeared:(nullable WXSDKInstance *)instance {
  if (instance == _instance) [_releases confirm];
}

- (void)page:(nullable WXSDKInstance *)instance
      failed:(nullable NSString *)reason
       stack:(nullable NSString *)stack {
  // A page of the release before may still report.
  if (instance != _instance) return;
  // After the first page has appeared, errors of scripts are the concern of the pages.
  if (stack != nil && !_releases.isOnTrial) return;
  if ([_releases blockWithReason:reason ?: @"page failed" stack:stack])
    [self showPages];
  else
    [self offerRollback:reason];
}

/// Shows the release as soon as its files can be read.
- (void)leaveEmbeddedBundle {
  if (_releases.isEmbeddedOnly) [self showPages];
}

- (void)offerRollback:(nullable NSString *)reason {
  NSLog(@"The page cannot be shown: %@", reason);
  UIAlertController *alert =
      [UIAlertController alertControllerWithTitle:@"The page cannot be shown"
                                          message:nil
                                   preferredStyle:UIAlertControllerStyleAlert];
  [alert addAction:[UIAlertAction actionWithTitle:@"Try again"
                                            style:UIAlertActionStyleDefault
                                          handler:^(UIAlertAction *action) {
                                            [self showPages];
                                          }]];
  [alert addAction:[UIAlertAction actionWithTitle:@"Use the previous version"
                                            style:UIAlertActionStyleDefault
                                          handler:^(UIAlertAction *action) {
                                            [self rollBack];
                                          }]];
  [self presentViewController:alert animated:YES completion:nil];
}

- (void)rollBack {
  NSError *error = nil;
  if (![_releases rollBackWithError:&error]) NSLog(@"There is no previous version: %@", error);
  [self showPages];
}

#pragma mark - Updates

- (void)update {
  UIProgressView *progress = _progress;
  [_releases updateWithProgress:^(float share) {
    [progress setProgress:share animated:YES];
  } completion:^{
    progress.hidden = YES;
  }];
}

@end
