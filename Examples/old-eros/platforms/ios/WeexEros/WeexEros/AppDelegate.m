#import "ShopPay.h"
#import <WeexSDK/WeexSDK.h>

@implementation AppDelegate

- (void)startWeex {
  [WXSDKEngine registerModule:@"shopPay" withClass:[ShopPay class]];
}

@end
