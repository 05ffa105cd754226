#import "ShopPay.h"

@implementation ShopPay

WX_EXPORT_METHOD(@selector(pay:))

- (void)pay:(NSDictionary *)options {
}

@end
