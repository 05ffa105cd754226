// GENERATED FILE - DO NOT EDIT. Run `eros generate` to update.
// source: config/eros.native.js
// format: 1
// eros-surface-ios: sha256:d8e292c06fbbae406fa9ea4b6fdf416b498a2e47d1a5bf7bdbe3a72d2854824e
// clang-format off

#import <Foundation/Foundation.h>

NS_ASSUME_NONNULL_BEGIN

/// Registers everything that config/eros.native.js declares for iOS.
/// Call once, on the main thread, after +[WXSDKEngine initSDKEnvironment].
@interface ErosRegistrant : NSObject

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
