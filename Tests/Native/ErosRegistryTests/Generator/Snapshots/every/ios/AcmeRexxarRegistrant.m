// GENERATED FILE - DO NOT EDIT. Run `eros generate` to update.
// source: eros.native.json
// format: 1
// eros-surface-ios: sha256:b0e94a293a8b0e228377a71deb92ccd97cbc71e0fef094653b620bc7b6b8f5f8
// clang-format off

#import "AcmeRexxarRegistrant.h"

#import "AcmeProxy.h"
#import "AcmeZoomWidget.h"

static void ErosAdd(NSMutableArray *list, NSString *cls) {
    Class clazz = NSClassFromString(cls);
    if (clazz == Nil) {
        NSLog(@"[eros] class %@ is not linked into the app", cls);
        return;
    }
    [list addObject:[clazz new]];
}

@implementation AcmeRexxarRegistrant

+ (void)configure {
    [RXRConfig setRXRProtocolScheme:@"acme+app"];
    [RXRConfig setRXRProtocolHost:@"acme-pages"];
    [RXRConfig setRoutesMapURL:[NSURL URLWithString:@"https://acme.example/routes.json?a=$acme"]];
    [RXRConfig setRoutesCachePath:@"acme \"cache\"?\?/$pages"];
    [RXRConfig setRoutesResourcePath:@"web"];
}

+ (NSArray<id<RXRWidget>> *)makeWidgets {
    NSMutableArray<id<RXRWidget>> *widgets = [NSMutableArray array];
    [widgets addObject:[AcmeZoomWidget new]]; // zoom: /widget/zoom
    ErosAdd(widgets, @"AcmeAlertWidget"); // alert: /widget/alert
    return widgets;
}

+ (void)installInterceptors {
    NSMutableArray<id<RXRContainerAPI>> *containerAPIs = [NSMutableArray array];
    ErosAdd(containerAPIs, @"AcmeGeoAPI"); // geo: /api/geo
    RXRContainerInterceptor.containerAPIs = containerAPIs;
    NSMutableArray<id<RXRDecorator>> *decorators = [NSMutableArray array];
    [decorators addObject:[[RXRRequestDecorator alloc] initWithHeaders:@{@"X-\"App\"": @"a\\b\n*/ $x %@ ?\?/ \\(y)", @"\U0001f600": @"\u2028\u00e9"} parameters:@{}]]; // auth
    ErosAdd(decorators, @"AcmeDecorator"); // other
    RXRRequestInterceptor.decorators = decorators;
    NSMutableArray<id<RXRProxy>> *proxies = [NSMutableArray array];
    [proxies addObject:[AcmeProxy new]]; // cache
    RXRRequestInterceptor.proxies = proxies;
    [RXRNSURLProtocol registerRXRProtocolClass:[RXRRequestInterceptor class]];
    [RXRNSURLProtocol registerRXRProtocolClass:[RXRContainerInterceptor class]];
}

+ (void)uninstallInterceptors {
    [RXRNSURLProtocol unregisterRXRProtocolClass:[RXRContainerInterceptor class]];
    [RXRNSURLProtocol unregisterRXRProtocolClass:[RXRRequestInterceptor class]];
}

@end
