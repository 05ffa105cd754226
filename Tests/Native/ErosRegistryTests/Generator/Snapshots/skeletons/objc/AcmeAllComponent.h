#import <UIKit/UIKit.h>
#import <WeexSDK/WeexSDK.h>

/// Pages show it with the tag acme-all.
@interface AcmeAllComponent : WXComponent

@end
