// GENERATED FILE - DO NOT EDIT. Run `eros generate` to update.
// source: config/eros.native.js
// format: 1
// eros-surface-ios: sha256:d8e292c06fbbae406fa9ea4b6fdf416b498a2e47d1a5bf7bdbe3a72d2854824e
// clang-format off

#import "ErosRegistrant.h"

@implementation ErosRegistrant

+ (NSString *)surfaceFingerprint {
    return @"sha256:d8e292c06fbbae406fa9ea4b6fdf416b498a2e47d1a5bf7bdbe3a72d2854824e";
}

+ (NSArray<NSString *> *)registerAll {
    NSMutableArray<NSString *> *missing = [NSMutableArray array];
    [missing addObjectsFromArray:[self registerHandlers]];
    [missing addObjectsFromArray:[self registerComponents]];
    [missing addObjectsFromArray:[self registerModules]];
    [missing addObjectsFromArray:[self registerEmbedViews]];
    return missing;
}

+ (NSArray<NSString *> *)registerHandlers {
    NSMutableArray<NSString *> *missing = [NSMutableArray array];
    return missing;
}

+ (NSArray<NSString *> *)registerComponents {
    NSMutableArray<NSString *> *missing = [NSMutableArray array];
    return missing;
}

+ (NSArray<NSString *> *)registerModules {
    NSMutableArray<NSString *> *missing = [NSMutableArray array];
    return missing;
}

+ (NSArray<NSString *> *)registerEmbedViews {
    NSMutableArray<NSString *> *missing = [NSMutableArray array];
    return missing;
}

@end
