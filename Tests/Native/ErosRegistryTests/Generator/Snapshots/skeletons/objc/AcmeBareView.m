#import "AcmeBareView.h"

@interface AcmeBareView ()

@property (nonatomic, strong) UIView *shownView;

@end

@implementation AcmeBareView

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

- (void)componentReceiveMessage:(NSString *)message data:(NSDictionary *)data callback:(NBComponentCallback)callback {
    [super componentReceiveMessage:message data:data callback:callback];
}

@end
