// GENERATED FILE - DO NOT EDIT. Run `eros generate` to update.
// source: eros.native.json
// format: 1
// eros-surface-ios: sha256:b0e94a293a8b0e228377a71deb92ccd97cbc71e0fef094653b620bc7b6b8f5f8
// clang-format off

#import <Foundation/Foundation.h>
#import <Rexxar/Rexxar.h>

NS_ASSUME_NONNULL_BEGIN

/// Creates the widgets and installs the interceptors that eros.native.json declares for Rexxar.
@interface AcmeRexxarRegistrant : NSObject

/// Applies the settings in `routes`; call it before the first controller.
+ (void)configure;

/// Returns new widgets for one controller, in the order in which they are asked.
+ (NSArray<id<RXRWidget>> *)makeWidgets;

/// Sets the container APIs, decorators and proxies of all controllers, and replaces those of earlier calls.
+ (void)installInterceptors;
+ (void)uninstallInterceptors;

@end

NS_ASSUME_NONNULL_END
