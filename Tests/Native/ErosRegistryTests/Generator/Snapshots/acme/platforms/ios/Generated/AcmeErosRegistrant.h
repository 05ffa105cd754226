// GENERATED FILE - DO NOT EDIT. Run `eros generate` to update.
// source: eros.native.json
// format: 1
// eros-surface-ios: sha256:7020c5d51dc53291391a2aac471a50dd6eeb3fda9c40a5dcd36379ce6fce134c
// clang-format off

#import <Foundation/Foundation.h>

NS_ASSUME_NONNULL_BEGIN

/// Registers everything that eros.native.json declares for iOS.
/// Call once, on the main thread, after +[WXSDKEngine initSDKEnvironment].
@interface AcmeErosRegistrant : NSObject

/// The surface fingerprint compiled into this binary.
@property (class, nonatomic, readonly, copy) NSString *surfaceFingerprint;

/// Logs and returns the names whose class was not found at run time, as "kind:name:Class"; empty if
/// all were registered.
+ (NSArray<NSString *> *)registerAll;

+ (NSArray<NSString *> *)registerModules;
+ (NSArray<NSString *> *)registerComponents;
+ (NSArray<NSString *> *)registerHandlers;
+ (NSArray<NSString *> *)registerEmbedViews;

@end

NS_ASSUME_NONNULL_END
