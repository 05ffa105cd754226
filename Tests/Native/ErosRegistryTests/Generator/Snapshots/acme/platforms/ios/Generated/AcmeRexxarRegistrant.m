// GENERATED FILE - DO NOT EDIT. Run `eros generate` to update.
// source: eros.native.json
// format: 1
// eros-surface-ios: sha256:7020c5d51dc53291391a2aac471a50dd6eeb3fda9c40a5dcd36379ce6fce134c
// clang-format off

#import "AcmeRexxarRegistrant.h"

static void ErosAdd(NSMutableArray *list, NSString *cls) {
    Class clazz = NSClassFromString(cls);
    if (clazz == Nil) {
        NSLog(@"[eros] class %@ is not linked into the app", cls);
        return;
    }
    [list addObject:[clazz new]];
}

@implementation AcmeRexxarRegistrant

+ (NSArray<id<RXRWidget>> *)makeWidgets {
    NSMutableArray<id<RXRWidget>> *widgets = [NSMutableArray array];
    ErosAdd(widgets, @"RXRNavTitleWidget"); // navTitle: /widget/nav_title
    return widgets;
}

+ (void)installInterceptors {
    NSMutableArray<id<RXRContainerAPI>> *containerAPIs = [NSMutableArray array];
    ErosAdd(containerAPIs, @"AcmeGeoContainerAPI"); // geo: /api/geo
    RXRContainerInterceptor.containerAPIs = containerAPIs;
    NSMutableArray<id<RXRDecorator>> *decorators = [NSMutableArray array];
    [decorators addObject:[[RXRRequestDecorator alloc] initWithHeaders:@{@"X-App": @"acme"} parameters:@{}]]; // auth
    RXRRequestInterceptor.decorators = decorators;
    [RXRNSURLProtocol registerRXRProtocolClass:[RXRRequestInterceptor class]];
    [RXRNSURLProtocol registerRXRProtocolClass:[RXRContainerInterceptor class]];
}

+ (void)uninstallInterceptors {
    [RXRNSURLProtocol unregisterRXRProtocolClass:[RXRContainerInterceptor class]];
    [RXRNSURLProtocol unregisterRXRProtocolClass:[RXRRequestInterceptor class]];
}

@end
