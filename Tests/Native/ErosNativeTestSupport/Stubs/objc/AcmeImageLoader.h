#import <Foundation/Foundation.h>
#import <WeexSDK/WXImgLoaderProtocol.h>
@interface AcmeImageLoader : NSObject <WXImgLoaderProtocol>
@end
