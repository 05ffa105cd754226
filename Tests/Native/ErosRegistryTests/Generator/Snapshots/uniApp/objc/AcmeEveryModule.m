#import "AcmeEveryModule.h"

@implementation AcmeEveryModule

UNI_EXPORT_METHOD(@selector(types:::::::::::))
UNI_EXPORT_METHOD(@selector(optional::::::::))
UNI_EXPORT_METHOD(@selector(words::::::))
UNI_EXPORT_METHOD(@selector(renamed:toBe:))
UNI_EXPORT_METHOD_SYNC(@selector(text))
UNI_EXPORT_METHOD_SYNC(@selector(number:))
UNI_EXPORT_METHOD_SYNC(@selector(whole))
UNI_EXPORT_METHOD_SYNC(@selector(truth))
UNI_EXPORT_METHOD_SYNC(@selector(point))
UNI_EXPORT_METHOD_SYNC(@selector(points))
UNI_EXPORT_METHOD_SYNC(@selector(anything))
UNI_EXPORT_METHOD(@selector(onlyThere))
UNI_EXPORT_METHOD(@selector(default::))
UNI_EXPORT_METHOD(@selector(aside))

/// One * / of each
- (void)types:(NSString *)a :(NSNumber *)b :(NSInteger)c :(BOOL)d :(NSDictionary *)e :(NSDictionary *)f :(NSDictionary *)g :(NSArray *)h :(id)i :(UniModuleKeepAliveCallback)j :(UniModuleKeepAliveCallback)k {
    NSLog(@"Acme-Every.types is not implemented");
}

- (void)optional:(NSString *)a :(NSNumber *)b :(NSNumber *)c :(NSNumber *)d :(NSDictionary *)e :(NSArray *)f :(id)g :(UniModuleKeepAliveCallback)done {
    NSLog(@"Acme-Every.optional is not implemented");
}

/// Deprecated.
- (void)words:(NSString *)class :(NSString *)in :(NSString *)id_ :(NSString *)fun :(NSString *)func :(NSString *)class_ {
    NSLog(@"Acme-Every.words is not implemented");
}

- (void)renamed:(NSString *)first toBe:(NSInteger)second {
    NSLog(@"Acme-Every.renamed is not implemented");
}

- (NSString *)text {
    NSLog(@"Acme-Every.text is not implemented");
    return @"";
}

- (NSNumber *)number:(NSInteger)of {
    NSLog(@"Acme-Every.number is not implemented");
    return @0;
}

- (NSInteger)whole {
    NSLog(@"Acme-Every.whole is not implemented");
    return 0;
}

- (BOOL)truth {
    NSLog(@"Acme-Every.truth is not implemented");
    return NO;
}

- (NSDictionary *)point {
    NSLog(@"Acme-Every.point is not implemented");
    return @{};
}

- (NSArray *)points {
    NSLog(@"Acme-Every.points is not implemented");
    return @[];
}

- (id)anything {
    NSLog(@"Acme-Every.anything is not implemented");
    return nil;
}

- (void)onlyThere {
    NSLog(@"Acme-Every.onlyThere is not implemented");
}

- (void)default:(NSString *)arg1 :(NSString *)arg2 {
    NSLog(@"Acme-Every.default is not implemented");
}

- (void)aside {
    NSLog(@"Acme-Every.aside is not implemented");
}

@end
