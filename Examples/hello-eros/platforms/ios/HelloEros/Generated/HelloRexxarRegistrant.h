// GENERATED FILE - DO NOT EDIT. Run `eros generate` to update.
// source: eros.native.json
// format: 1
// eros-surface-ios: sha256:aa2ef2a66aed90d7aa8a656b95868a746a5d37bfd746fe82f1bda4954ff1738f
// clang-format off

#import <Foundation/Foundation.h>
#import <Rexxar/Rexxar.h>

NS_ASSUME_NONNULL_BEGIN

/// Creates the widgets and installs the interceptors that eros.native.json declares for Rexxar.
@interface HelloRexxarRegistrant : NSObject

/// Returns new widgets for one controller, in the order in which they are asked.
+ (NSArray<id<RXRWidget>> *)makeWidgets;

/// Sets the container APIs, decorators and proxies of all controllers, and replaces those of earlier calls.
+ (void)installInterceptors;
+ (void)uninstallInterceptors;

@end

NS_ASSUME_NONNULL_END
