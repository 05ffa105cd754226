#pragma once
#import <Foundation/Foundation.h>
@interface PSDService : NSObject
+ (instancetype)sharedInstance;
- (void)registerComponentWithName:(NSString *)name clsName:(NSString *)clsName;
@end
#import <UIKit/UIKit.h>
typedef void (^NBComponentCallback)(NSDictionary *data);
@class NBComponent;
@protocol NBComponentMessageDelegate <NSObject>
- (void)sendCustomEventMessage:(NSString *)message component:(NBComponent *)component data:(NSDictionary *)data callback:(NBComponentCallback)callback;
@end
@interface NBComponent : NSObject
@property (nonatomic, weak) id<NBComponentMessageDelegate> nbComponentMessageDelegate;
- (id)initWithConfig:(NSDictionary *)config messageDelegate:(id<NBComponentMessageDelegate>)messageDelegate;
- (UIView *)contentView;
- (void)componentDataDidChangeWithData:(NSDictionary *)data;
- (void)componentDidAppear;
- (void)componentDidResume;
- (void)componentDidPause;
- (void)componentDidDestory;
- (void)componentDidVisiblity;
- (void)componentDidHidden;
- (void)componentDidEnterFullScreen;
- (void)componentDidExitFullScreen;
- (BOOL)shouldObServerVisibilityStateChange;
- (void)componentReceiveMessage:(NSString *)message data:(NSDictionary *)data callback:(NBComponentCallback)callback;
@end
