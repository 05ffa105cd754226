#pragma once
#import <Foundation/Foundation.h>
#import <WeexSDK/WXImgLoaderProtocol.h>
@interface WXSDKEngine : NSObject
+ (void)registerModule:(NSString *)name withClass:(Class)clazz;
+ (void)registerComponent:(NSString *)name withClass:(Class)clazz;
+ (void)registerComponent:(NSString *)name withClass:(Class)clazz withProperties:(NSDictionary *)properties;
+ (void)registerHandler:(id)handler withProtocol:(Protocol *)protocol;
@end
