#import <WeexSDK/WeexSDK.h>

@interface ShopPay : NSObject <WXModuleProtocol>
@end
