#import "AcmeChartView.h"

@interface AcmeChartView ()

@property (nonatomic, strong) UIView *shownView;

@end

@implementation AcmeChartView

- (id)initWithConfig:(NSDictionary *)config messageDelegate:(id<NBComponentMessageDelegate>)messageDelegate {
    self = [super initWithConfig:config messageDelegate:messageDelegate];
    if (self) {
        self.shownView = [[UIView alloc] init];
    }
    return self;
}

- (UIView *)contentView {
    return self.shownView;
}

/// Called when the page changes a parameter: color, line-width.
- (void)componentDataDidChangeWithData:(NSDictionary *)data {
    NSLog(@"%@ is %@", @"color", data[@"color"]);
    NSLog(@"%@ is %@", @"line-width", data[@"line-width"]);
}

- (void)componentReceiveMessage:(NSString *)message data:(NSDictionary *)data callback:(NBComponentCallback)callback {
    // Sets * / it
    if ([message isEqualToString:@"set"]) {
        NSLog(@"acme_chart.set is not implemented");
        callback(@{});
        return;
    }
    if ([message isEqualToString:@"clear"]) {
        NSLog(@"acme_chart.clear is not implemented");
        callback(@{});
        return;
    }
    [super componentReceiveMessage:message data:data callback:callback];
}

/// Called when the page shows the view.
- (void)componentDidAppear {
}

/// Called when the page returns to the foreground.
- (void)componentDidResume {
}

/// Called when the page leaves the foreground.
- (void)componentDidPause {
}

/// Called when the page no longer needs the view. The host spells the name this way.
- (void)componentDidDestory {
}

/// The host reports the visibility only to views that ask for it.
- (BOOL)shouldObServerVisibilityStateChange {
    return YES;
}

- (void)componentDidVisiblity {
}

- (void)componentDidHidden {
}

- (void)componentDidEnterFullScreen {
}

- (void)componentDidExitFullScreen {
}

/// `element` is the identifier of the view in the page.
- (void)fireOnTap:(NSDictionary *)data element:(NSString *)element {
    NSDictionary *message = @{@"element": element, @"eventName": @"onTap", @"data": data};
    [self.nbComponentMessageDelegate sendCustomEventMessage:@"nbcomponent.mpaasComponent.customEvent" component:self data:message callback:^(NSDictionary *answer) {
        (void)answer;
    }];
}

@end
