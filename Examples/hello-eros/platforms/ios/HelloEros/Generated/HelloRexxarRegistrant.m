// GENERATED FILE - DO NOT EDIT. Run `eros generate` to update.
// source: eros.native.json
// format: 1
// eros-surface-ios: sha256:aa2ef2a66aed90d7aa8a656b95868a746a5d37bfd746fe82f1bda4954ff1738f
// clang-format off

#import "HelloRexxarRegistrant.h"

#import "HelloCacheProxy.h"
#import "HelloPlaceAPI.h"
#import "HelloShareWidget.h"

@implementation HelloRexxarRegistrant

+ (NSArray<id<RXRWidget>> *)makeWidgets {
    NSMutableArray<id<RXRWidget>> *widgets = [NSMutableArray array];
    [widgets addObject:[HelloShareWidget new]]; // share: /widget/share
    return widgets;
}

+ (void)installInterceptors {
    NSMutableArray<id<RXRContainerAPI>> *containerAPIs = [NSMutableArray array];
    [containerAPIs addObject:[HelloPlaceAPI new]]; // place: /api/place
    RXRContainerInterceptor.containerAPIs = containerAPIs;
    NSMutableArray<id<RXRDecorator>> *decorators = [NSMutableArray array];
    [decorators addObject:[[RXRRequestDecorator alloc] initWithHeaders:@{@"X-App": @"hello-eros"} parameters:@{}]]; // app
    RXRRequestInterceptor.decorators = decorators;
    NSMutableArray<id<RXRProxy>> *proxies = [NSMutableArray array];
    [proxies addObject:[HelloCacheProxy new]]; // cache
    RXRRequestInterceptor.proxies = proxies;
    [RXRNSURLProtocol registerRXRProtocolClass:[RXRRequestInterceptor class]];
    [RXRNSURLProtocol registerRXRProtocolClass:[RXRContainerInterceptor class]];
}

+ (void)uninstallInterceptors {
    [RXRNSURLProtocol unregisterRXRProtocolClass:[RXRContainerInterceptor class]];
    [RXRNSURLProtocol unregisterRXRProtocolClass:[RXRRequestInterceptor class]];
}

@end
