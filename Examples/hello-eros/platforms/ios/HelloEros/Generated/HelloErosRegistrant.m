// GENERATED FILE - DO NOT EDIT. Run `eros generate` to update.
// source: eros.native.json
// format: 1
// eros-surface-ios: sha256:aa2ef2a66aed90d7aa8a656b95868a746a5d37bfd746fe82f1bda4954ff1738f
// clang-format off

#import "HelloErosRegistrant.h"

#import <NebulaPoseidon/NebulaPoseidon.h>
#import <WeexSDK/WXImgLoaderProtocol.h>
#import <WeexSDK/WeexSDK.h>

#import "HelloChartComponent.h"
#import "HelloEros-Swift.h"
#import "HelloImageLoader.h"
#import "HelloMapView.h"
#import "HelloNotesModule.h"

static void ErosMissing(NSMutableArray<NSString *> *missing, NSString *kind, NSString *name, NSString *cls) {
    [missing addObject:[NSString stringWithFormat:@"%@:%@:%@", kind, name, cls]];
    NSLog(@"[eros] %@ '%@' not registered: class %@ is not linked into the app", kind, name, cls);
}

@implementation HelloErosRegistrant

+ (NSString *)surfaceFingerprint {
    return @"sha256:aa2ef2a66aed90d7aa8a656b95868a746a5d37bfd746fe82f1bda4954ff1738f";
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
    [WXSDKEngine registerHandler:[HelloImageLoader new] withProtocol:@protocol(WXImgLoaderProtocol)];
    return missing;
}

+ (NSArray<NSString *> *)registerComponents {
    NSMutableArray<NSString *> *missing = [NSMutableArray array];
    [WXSDKEngine registerComponent:@"hello-chart" withClass:[HelloChartComponent class] withProperties:@{@"append": @"tree", @"type": @"hello-chart"}];
    [WXSDKEngine registerComponent:@"hellochart" withClass:[HelloChartComponent class] withProperties:@{@"append": @"tree", @"type": @"hellochart"}];
    if (NSClassFromString(@"HelloInkComponent") != Nil) {
        [WXSDKEngine registerComponent:@"hello-ink" withClass:NSClassFromString(@"HelloInkComponent") withProperties:nil];
    } else {
        ErosMissing(missing, @"component", @"hello-ink", @"HelloInkComponent");
    }
    return missing;
}

+ (NSArray<NSString *> *)registerModules {
    NSMutableArray<NSString *> *missing = [NSMutableArray array];
    [WXSDKEngine registerModule:@"helloNotes" withClass:[HelloNotesModule class]];
    [WXSDKEngine registerModule:@"helloVoice" withClass:[HelloVoiceModule class]];
    return missing;
}

+ (NSArray<NSString *> *)registerEmbedViews {
    NSMutableArray<NSString *> *missing = [NSMutableArray array];
    [[PSDService sharedInstance] registerComponentWithName:@"hello_map" clsName:NSStringFromClass([HelloMapView class])];
    return missing;
}

@end
