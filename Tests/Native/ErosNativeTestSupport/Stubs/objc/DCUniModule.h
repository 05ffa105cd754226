#pragma once
#import <WeexSDK/WeexSDK.h>
#define UNI_EXPORT_METHOD(selector) WX_EXPORT_METHOD(selector)
#define UNI_EXPORT_METHOD_SYNC(selector) WX_EXPORT_METHOD_SYNC(selector)
typedef void (^UniModuleKeepAliveCallback)(id result, BOOL keepAlive);
@interface DCUniSDKInstance : WXSDKInstance
@end
@interface DCUniModule : NSObject
@property (nonatomic, weak) DCUniSDKInstance *uniInstance;
@property (nonatomic, strong) NSThread *uniExecuteThread;
@end
