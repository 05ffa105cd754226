#import "AcmeBareWidget.h"

@interface AcmeBareWidget ()

@end

@implementation AcmeBareWidget

- (BOOL)canPerformWithURL:(NSURL *)URL {
    return [URL.path isEqualToString:@"/widget/bare"];
}

- (void)prepareWithURL:(NSURL *)URL {
    NSURLComponents *components = [NSURLComponents componentsWithURL:URL resolvingAgainstBaseURL:NO];
    for (NSURLQueryItem *item in components.queryItems) {
        [self takeValue:item.value ofParam:item.name];
    }
}

- (void)takeValue:(NSString *)value ofParam:(NSString *)name {
    (void)value;
    (void)name;
}

- (void)performWithController:(RXRViewController *)controller {
    NSLog(@"%@ is not written yet, for %@", @"/widget/bare", controller);
}

@end
