// GENERATED FILE - DO NOT EDIT. Run `eros generate` to update.
// source: eros.native.json
// format: 1
// eros-surface-ios: sha256:7020c5d51dc53291391a2aac471a50dd6eeb3fda9c40a5dcd36379ce6fce134c
// clang-format off

#import <Foundation/Foundation.h>
#import <Rexxar/Rexxar.h>

NS_ASSUME_NONNULL_BEGIN

/// Creates the widgets and installs the interceptors that eros.native.json declares for Rexxar.
@interface AcmeRexxarRegistrant : NSObject

/// Returns new widgets for one controller, in the order in which they are asked.
+ (NSArray<id<RXRWidget>> *)makeWidgets;

/// Sets the container APIs, decorators and proxies of all controllers, and replaces those of earlier calls.
+ (void)installInterceptors;
+ (void)uninstallInterceptors;

@end

NS_ASSUME_NONNULL_END
