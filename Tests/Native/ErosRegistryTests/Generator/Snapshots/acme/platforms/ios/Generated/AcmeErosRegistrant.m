// GENERATED FILE - DO NOT EDIT. Run `eros generate` to update.
// source: eros.native.json
// format: 1
// eros-surface-ios: sha256:7020c5d51dc53291391a2aac471a50dd6eeb3fda9c40a5dcd36379ce6fce134c
// clang-format off

#import "AcmeErosRegistrant.h"

#import <NebulaPoseidon/NebulaPoseidon.h>
#import <WeexSDK/WeexSDK.h>

#import "AcmeChartComponent.h"
#import "AcmeImageLoader.h"
#import "AcmeScanModule.h"

static void ErosMissing(NSMutableArray<NSString *> *missing, NSString *kind, NSString *name, NSString *cls) {
    [missing addObject:[NSString stringWithFormat:@"%@:%@:%@", kind, name, cls]];
    NSLog(@"[eros] %@ '%@' not registered: class %@ is not linked into the app", kind, name, cls);
}

@implementation AcmeErosRegistrant

+ (NSString *)surfaceFingerprint {
    return @"sha256:7020c5d51dc53291391a2aac471a50dd6eeb3fda9c40a5dcd36379ce6fce134c";
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
    [WXSDKEngine registerHandler:[AcmeImageLoader new] withProtocol:@protocol(WXImgLoaderProtocol)];
    return missing;
}

+ (NSArray<NSString *> *)registerComponents {
    NSMutableArray<NSString *> *missing = [NSMutableArray array];
    [WXSDKEngine registerComponent:@"acme-chart" withClass:[AcmeChartComponent class] withProperties:@{@"append": @"tree", @"type": @"acme-chart"}];
    [WXSDKEngine registerComponent:@"acmechart" withClass:[AcmeChartComponent class] withProperties:@{@"append": @"tree", @"type": @"acmechart"}];
    return missing;
}

+ (NSArray<NSString *> *)registerModules {
    NSMutableArray<NSString *> *missing = [NSMutableArray array];
    [WXSDKEngine registerModule:@"acmeScan" withClass:[AcmeScanModule class]];
    return missing;
}

+ (NSArray<NSString *> *)registerEmbedViews {
    NSMutableArray<NSString *> *missing = [NSMutableArray array];
    if (NSClassFromString(@"AcmeMapView") != Nil) {
        [[PSDService sharedInstance] registerComponentWithName:@"acme_map" clsName:@"AcmeMapView"];
    } else {
        ErosMissing(missing, @"embedView", @"acme_map", @"AcmeMapView");
    }
    return missing;
}

@end
