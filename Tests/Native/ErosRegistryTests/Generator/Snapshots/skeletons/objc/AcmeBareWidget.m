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
        [self applyValue:item.value toParam:item.name];
    }
}

- (void)applyValue:(NSString *)value toParam:(NSString *)name {
    (void)value;
    (void)name;
}

- (void)performWithController:(RXRViewController *)controller {
    NSLog(@"%@ is not implemented, for %@", @"/widget/bare", controller);
}

@end
