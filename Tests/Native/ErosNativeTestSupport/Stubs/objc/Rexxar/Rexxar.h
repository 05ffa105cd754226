#pragma once
#import <Foundation/Foundation.h>
@interface RXRViewController : NSObject
@end
@protocol RXRWidget <NSObject>
- (BOOL)canPerformWithURL:(NSURL *)URL;
- (void)prepareWithURL:(NSURL *)URL;
- (void)performWithController:(RXRViewController *)controller;
@end
@protocol RXRContainerAPI
@end
@protocol RXRDecorator
@end
@protocol RXRProxy
@end
@interface RXRContainerInterceptor : NSObject
@property (class, nonatomic, copy) NSArray<id<RXRContainerAPI>> *containerAPIs;
@end
@interface RXRRequestInterceptor : NSObject
@property (class, nonatomic, copy) NSArray<id<RXRDecorator>> *decorators;
@property (class, nonatomic, copy) NSArray<id<RXRProxy>> *proxies;
@end
@interface RXRRequestDecorator : NSObject <RXRDecorator>
- (instancetype)initWithHeaders:(NSDictionary *)headers parameters:(NSDictionary *)parameters;
@end
@interface RXRConfig : NSObject
+ (void)setRXRProtocolScheme:(nonnull NSString *)scheme;
+ (void)setRXRProtocolHost:(nonnull NSString *)host;
+ (void)setRoutesMapURL:(nonnull NSURL *)url;
+ (void)setRoutesCachePath:(nullable NSString *)path;
+ (void)setRoutesResourcePath:(nullable NSString *)path;
@end
@interface RXRNSURLProtocol : NSObject
+ (BOOL)registerRXRProtocolClass:(Class)clazz;
+ (void)unregisterRXRProtocolClass:(Class)clazz;
@end
