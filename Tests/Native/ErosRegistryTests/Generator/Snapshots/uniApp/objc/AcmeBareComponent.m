#import "AcmeBareComponent.h"
#import "DCUniConvert.h"

@interface AcmeBareComponent ()

@end

@implementation AcmeBareComponent

- (void)onCreateComponentWithRef:(NSString *)ref
                            type:(NSString *)type
                          styles:(NSDictionary *)styles
                      attributes:(NSDictionary *)attributes
                          events:(NSArray *)events
                     uniInstance:(DCUniSDKInstance *)uniInstance {
    [self applyAttributes:attributes];
}

/// Applies the attributes that a page has set: at first all, later only the changed ones.
- (void)applyAttributes:(NSDictionary *)attributes {
    [attributes enumerateKeysAndObjectsUsingBlock:^(NSString *name, id value, BOOL *stop) {
        (void)stop;
        [self applyValue:value toAttribute:name];
    }];
}

- (void)applyValue:(id)value toAttribute:(NSString *)name {
    (void)value;
    (void)name;
}

- (UIView *)loadView {
    return [[UIView alloc] init];
}

- (void)viewDidLoad {
    [super viewDidLoad];
}

@end
