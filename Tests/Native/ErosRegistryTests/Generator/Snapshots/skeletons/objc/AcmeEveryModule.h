#import <Foundation/Foundation.h>
#import <WeexSDK/WeexSDK.h>

/// Ends * / here / * and // there, /u0022 $x ]]>   😀
/// Pages get it with weex.requireModule('acme-every').
@interface AcmeEveryModule : NSObject <WXModuleProtocol>

@end
