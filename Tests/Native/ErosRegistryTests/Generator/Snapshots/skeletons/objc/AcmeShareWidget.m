#import "AcmeShareWidget.h"

@interface AcmeShareWidget ()

@property (nonatomic, copy) NSString *titleParam;
@property (nonatomic, copy) NSString *urlParam;

@end

@implementation AcmeShareWidget

- (BOOL)canPerformWithURL:(NSURL *)URL {
    return [URL.path isEqualToString:@"/widget/share"];
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
    if ([name isEqualToString:@"title"]) {
        self.titleParam = value;
    }
    if ([name isEqualToString:@"url"]) {
        self.urlParam = value;
    }
}

- (void)performWithController:(RXRViewController *)controller {
    NSLog(@"%@ is not implemented, for %@", @"/widget/share", controller);
}

@end
