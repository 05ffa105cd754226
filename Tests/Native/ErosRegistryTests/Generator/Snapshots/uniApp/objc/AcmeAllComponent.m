#import "AcmeAllComponent.h"
#import "DCUniConvert.h"

@interface AcmeAllComponent ()

/// What * / it says
@property (nonatomic) NSString *aTextAttribute;
@property (nonatomic) CGFloat numberAttribute;
@property (nonatomic) NSInteger wholeAttribute;
@property (nonatomic) BOOL truthAttribute;
@property (nonatomic) NSDictionary *pointAttribute;
@property (nonatomic) NSArray *pointsAttribute;
@property (nonatomic) id typeAttribute;
@property (nonatomic) id _1Attribute;

@end

@implementation AcmeAllComponent

UNI_EXPORT_METHOD(@selector(zoom:))
UNI_EXPORT_METHOD_SYNC(@selector(size))

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
    if ([name isEqualToString:@"a-text"]) {
        self.aTextAttribute = [DCUniConvert NSString:value];
    }
    if ([name isEqualToString:@"number"]) {
        self.numberAttribute = [DCUniConvert CGFloat:value];
    }
    if ([name isEqualToString:@"whole"]) {
        self.wholeAttribute = [DCUniConvert NSInteger:value];
    }
    if ([name isEqualToString:@"truth"]) {
        self.truthAttribute = [DCUniConvert BOOL:value];
    }
    if ([name isEqualToString:@"point"]) {
        self.pointAttribute = value;
    }
    if ([name isEqualToString:@"points"]) {
        self.pointsAttribute = value;
    }
    if ([name isEqualToString:@"type"]) {
        self.typeAttribute = value;
    }
    if ([name isEqualToString:@"_1"]) {
        self._1Attribute = value;
    }
}

- (UIView *)loadView {
    return [[UIView alloc] init];
}

- (void)viewWillLoad {
    [super viewWillLoad];
}

- (void)viewDidLoad {
    [super viewDidLoad];
}

- (void)layoutDidFinish {
    [super layoutDidFinish];
}

- (void)viewWillUnload {
    [super viewWillUnload];
}

- (void)viewDidUnload {
    [super viewDidUnload];
}

- (void)updateStyles:(NSDictionary *)styles {
    [super updateStyles:styles];
}

- (void)updateAttributes:(NSDictionary *)attributes {
    [super updateAttributes:attributes];
    [self applyAttributes:attributes];
}

/// Called when a page adds a listener.
- (void)addEvent:(NSString *)eventName {
    [super addEvent:eventName];
}

- (void)removeEvent:(NSString *)eventName {
    [super removeEvent:eventName];
}

/// At the end
- (void)fireFinish:(NSDictionary *)params {
    [self fireEvent:@"finish" params:@{@"detail": params ?: @{}}];
}

- (void)zoom:(NSNumber *)factor {
    NSLog(@"acme-all.zoom is not implemented");
}

- (NSDictionary *)size {
    NSLog(@"acme-all.size is not implemented");
    return @{};
}

@end
