// GENERATED FILE - DO NOT EDIT. Run `eros generate` to update.
// source: eros.native.json
// format: 1
// eros-surface-ios: sha256:b0e94a293a8b0e228377a71deb92ccd97cbc71e0fef094653b620bc7b6b8f5f8
// clang-format off

#import "AcmeErosRegistrant.h"

#import <AcmeKit/AcmeChart.h>
#import <NebulaPoseidon/NebulaPoseidon.h>
#import <WeexSDK/WXImgLoaderProtocol.h>
#import <WeexSDK/WeexSDK.h>
@import AcmeKit;

#import "Acme-Swift.h"
#import "AcmeImageLoader.h"
#import "AcmeListView.h"
#if DEBUG || USE_SCAN
#import "AcmeScanModule.h"
#endif
#import "AcmeShare.h"
#import "BMHandlerFactory.h"

static void ErosMissing(NSMutableArray<NSString *> *missing, NSString *kind, NSString *name, NSString *cls) {
    [missing addObject:[NSString stringWithFormat:@"%@:%@:%@", kind, name, cls]];
    NSLog(@"[eros] %@ '%@' not registered: class %@ is not linked into the app", kind, name, cls);
}

@implementation AcmeErosRegistrant

+ (NSString *)surfaceFingerprint {
    return @"sha256:b0e94a293a8b0e228377a71deb92ccd97cbc71e0fef094653b620bc7b6b8f5f8";
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
    [BMHandlerFactory registerHandler:[AcmeShare sharedInstance] withProtocol:@protocol(AcmeShareProtocol)];
    [WXSDKEngine registerHandler:[AcmeImageLoader new] withProtocol:@protocol(WXImgLoaderProtocol)];
    return missing;
}

+ (NSArray<NSString *> *)registerComponents {
    NSMutableArray<NSString *> *missing = [NSMutableArray array];
    [WXSDKEngine registerComponent:@"acme-chart" withClass:[AcmeChart class] withProperties:@{@"append": @"tree", @"type": @"acme-chart"}];
    [WXSDKEngine registerComponent:@"acmechart" withClass:[AcmeChart class] withProperties:@{@"append": @"tree", @"type": @"acmechart"}];
    if (NSClassFromString(@"AcmeList") != Nil) {
        [WXSDKEngine registerComponent:@"acme-list" withClass:NSClassFromString(@"AcmeList") withProperties:@{@"isTemplate": @YES, @"type": @"acme-list"}];
    } else {
        ErosMissing(missing, @"component", @"acme-list", @"AcmeList");
    }
    if (NSClassFromString(@"AcmePlain") != Nil) {
        [WXSDKEngine registerComponent:@"acme-plain" withClass:NSClassFromString(@"AcmePlain")];
    } else {
        ErosMissing(missing, @"component", @"acme-plain", @"AcmePlain");
    }
    if (NSClassFromString(@"AcmeRow") != Nil) {
        [WXSDKEngine registerComponent:@"acme-row" withClass:NSClassFromString(@"AcmeRow") withProperties:nil];
    } else {
        ErosMissing(missing, @"component", @"acme-row", @"AcmeRow");
    }
    return missing;
}

+ (NSArray<NSString *> *)registerModules {
    NSMutableArray<NSString *> *missing = [NSMutableArray array];
#if DEBUG || USE_SCAN
    [WXSDKEngine registerModule:@"acme-scan" withClass:[AcmeScanModule class]];
#endif
    [WXSDKEngine registerModule:@"acmeKit" withClass:[AcmeKitModule class]];
    if (NSClassFromString(@"AcmeOtherModule") != Nil) {
        [WXSDKEngine registerModule:@"acmeScan" withClass:NSClassFromString(@"AcmeOtherModule")];
    } else {
        ErosMissing(missing, @"module", @"acmeScan", @"AcmeOtherModule");
    }
    [WXSDKEngine registerModule:@"acmeSwift" withClass:[AcmeSwiftModule class]];
    return missing;
}

+ (NSArray<NSString *> *)registerEmbedViews {
    NSMutableArray<NSString *> *missing = [NSMutableArray array];
    [[PSDService sharedInstance] registerComponentWithName:@"acme_list" clsName:NSStringFromClass([AcmeListView class])];
    if (NSClassFromString(@"AcmeMapView") != Nil) {
        [[PSDService sharedInstance] registerComponentWithName:@"acme_map" clsName:@"AcmeMapView"];
    } else {
        ErosMissing(missing, @"embedView", @"acme_map", @"AcmeMapView");
    }
    return missing;
}

@end
