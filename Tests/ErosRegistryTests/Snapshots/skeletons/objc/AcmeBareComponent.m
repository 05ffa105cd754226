#import "AcmeBareComponent.h"

@interface AcmeBareComponent ()

@end

@implementation AcmeBareComponent

- (instancetype)initWithRef:(NSString *)ref
                       type:(NSString *)type
                     styles:(NSDictionary *)styles
                 attributes:(NSDictionary *)attributes
                     events:(NSArray *)events
               weexInstance:(WXSDKInstance *)weexInstance {
    self = [super initWithRef:ref type:type styles:styles attributes:attributes events:events weexInstance:weexInstance];
    if (self) {
        [self takeAttributes:attributes];
    }
    return self;
}

/// Takes what a page has set: everything at first, later only what has changed.
- (void)takeAttributes:(NSDictionary *)attributes {
    [attributes enumerateKeysAndObjectsUsingBlock:^(NSString *name, id value, BOOL *stop) {
        (void)stop;
        [self takeValue:value ofAttribute:name];
    }];
}

- (void)takeValue:(id)value ofAttribute:(NSString *)name {
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
