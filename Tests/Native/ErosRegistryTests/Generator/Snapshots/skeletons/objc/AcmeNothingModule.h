#import <Foundation/Foundation.h>
#import <WeexSDK/WeexSDK.h>

/// Pages get it with weex.requireModule('acmeNothing').
@interface AcmeNothingModule : NSObject <WXModuleProtocol>

@end
