#import "AcmeEveryModule.h"

@implementation AcmeEveryModule

@synthesize weexInstance;

WX_EXPORT_METHOD(@selector(types:::::::::::))
WX_EXPORT_METHOD(@selector(optional::::::::))
WX_EXPORT_METHOD(@selector(words::::::))
WX_EXPORT_METHOD(@selector(renamed:toBe:))
WX_EXPORT_METHOD_SYNC(@selector(text))
WX_EXPORT_METHOD_SYNC(@selector(number:))
WX_EXPORT_METHOD_SYNC(@selector(whole))
WX_EXPORT_METHOD_SYNC(@selector(truth))
WX_EXPORT_METHOD_SYNC(@selector(point))
WX_EXPORT_METHOD_SYNC(@selector(points))
WX_EXPORT_METHOD_SYNC(@selector(anything))
WX_EXPORT_METHOD(@selector(onlyThere))
WX_EXPORT_METHOD(@selector(default::))
WX_EXPORT_METHOD(@selector(aside))

/// Asynchronous methods run on this thread instead of the main thread.
- (NSThread *)targetExecuteThread {
    return [WXBridgeManager jsThread];
}

/// One * / of each
- (void)types:(NSString *)a :(NSNumber *)b :(NSInteger)c :(BOOL)d :(NSDictionary *)e :(NSDictionary *)f :(NSDictionary *)g :(NSArray *)h :(id)i :(WXModuleCallback)j :(WXModuleKeepAliveCallback)k {
    NSLog(@"acme-every.types is not implemented");
}

- (void)optional:(NSString *)a :(NSNumber *)b :(NSNumber *)c :(NSNumber *)d :(NSDictionary *)e :(NSArray *)f :(id)g :(WXModuleCallback)done {
    NSLog(@"acme-every.optional is not implemented");
}

/// Deprecated.
- (void)words:(NSString *)class :(NSString *)in :(NSString *)id_ :(NSString *)fun :(NSString *)func :(NSString *)class_ {
    NSLog(@"acme-every.words is not implemented");
}

- (void)renamed:(NSString *)first toBe:(NSInteger)second {
    NSLog(@"acme-every.renamed is not implemented");
}

- (NSString *)text {
    NSLog(@"acme-every.text is not implemented");
    return @"";
}

- (NSNumber *)number:(NSInteger)of {
    NSLog(@"acme-every.number is not implemented");
    return @0;
}

- (NSInteger)whole {
    NSLog(@"acme-every.whole is not implemented");
    return 0;
}

- (BOOL)truth {
    NSLog(@"acme-every.truth is not implemented");
    return NO;
}

- (NSDictionary *)point {
    NSLog(@"acme-every.point is not implemented");
    return @{};
}

- (NSArray *)points {
    NSLog(@"acme-every.points is not implemented");
    return @[];
}

- (id)anything {
    NSLog(@"acme-every.anything is not implemented");
    return nil;
}

- (void)onlyThere {
    NSLog(@"acme-every.onlyThere is not implemented");
}

- (void)default:(NSString *)arg1 :(NSString *)arg2 {
    NSLog(@"acme-every.default is not implemented");
}

- (void)aside {
    NSLog(@"acme-every.aside is not implemented");
}

@end
