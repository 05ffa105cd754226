#pragma once
#import <Foundation/Foundation.h>
#import <WeexSDK/WXImgLoaderProtocol.h>
#import <UIKit/UIKit.h>
// Two levels, so that the number of the line is part of the name.
#define WX_JOIN_(a, b) a##b
#define WX_JOIN(a, b) WX_JOIN_(a, b)
#define WX_EXPORT_METHOD(selector) + (NSString *)WX_JOIN(wx_export_method_, __LINE__) { return NSStringFromSelector(selector); }
#define WX_EXPORT_METHOD_SYNC(selector) + (NSString *)WX_JOIN(wx_export_method_sync_, __LINE__) { return NSStringFromSelector(selector); }
typedef void (^WXModuleCallback)(id result);
typedef void (^WXModuleKeepAliveCallback)(id result, BOOL keepAlive);
@interface WXJSExceptionInfo : NSObject
@property (nonatomic, strong) NSString *errorCode;
@property (nonatomic, strong) NSString *exception;
@end
extern NSString *const bundleUrlOptionKey;
@interface WXSDKInstance : NSObject
@property (nonatomic, weak) UIViewController *viewController;
@property (nonatomic, assign) CGRect frame;
@property (nonatomic, copy) void (^onCreate)(UIView *);
@property (nonatomic, copy) void (^renderFinish)(UIView *);
@property (nonatomic, copy) void (^onFailed)(NSError *error);
@property (nonatomic, copy) void (^onJSRuntimeException)(WXJSExceptionInfo *jsException);
- (void)renderWithURL:(NSURL *)url options:(NSDictionary *)options data:(id)data;
- (void)destroyInstance;
@end
@protocol WXModuleProtocol <NSObject>
@optional
@property (nonatomic, weak) WXSDKInstance *weexInstance;
- (NSThread *)targetExecuteThread;
@end
@interface WXBridgeManager : NSObject
+ (NSThread *)jsThread;
@end
@interface WXComponentManager : NSObject
+ (NSThread *)componentThread;
@end
@interface WXConvert : NSObject
+ (NSString *)NSString:(id)value;
+ (CGFloat)CGFloat:(id)value;
+ (NSInteger)NSInteger:(id)value;
+ (BOOL)BOOL:(id)value;
@end
@interface WXComponent : NSObject
- (instancetype)initWithRef:(NSString *)ref type:(NSString *)type styles:(NSDictionary *)styles attributes:(NSDictionary *)attributes events:(NSArray *)events weexInstance:(WXSDKInstance *)weexInstance;
- (UIView *)loadView;
- (void)viewWillLoad;
- (void)viewDidLoad;
- (void)viewWillUnload;
- (void)viewDidUnload;
- (void)layoutDidFinish;
- (void)updateStyles:(NSDictionary *)styles;
- (void)updateAttributes:(NSDictionary *)attributes;
- (void)addEvent:(NSString *)eventName;
- (void)removeEvent:(NSString *)eventName;
- (void)fireEvent:(NSString *)eventName params:(NSDictionary *)params;
@end
@interface WXSDKEngine : NSObject
+ (void)initSDKEnvironment;
+ (void)registerModule:(NSString *)name withClass:(Class)clazz;
+ (void)registerComponent:(NSString *)name withClass:(Class)clazz;
+ (void)registerComponent:(NSString *)name withClass:(Class)clazz withProperties:(NSDictionary *)properties;
+ (void)registerHandler:(id)handler withProtocol:(Protocol *)protocol;
@end
