#pragma once
#import <Foundation/Foundation.h>
typedef double CGFloat;
typedef struct { CGFloat x, y; } CGPoint;
typedef struct { CGFloat width, height; } CGSize;
typedef struct { CGPoint origin; CGSize size; } CGRect;
CGRect CGRectMake(CGFloat x, CGFloat y, CGFloat width, CGFloat height);
typedef struct { CGFloat top, left, bottom, right; } UIEdgeInsets;
@interface UIView : NSObject
@property (nonatomic) CGRect frame;
@property (nonatomic) CGRect bounds;
@property (nonatomic, readonly) UIEdgeInsets safeAreaInsets;
@property (nonatomic, getter=isHidden) BOOL hidden;
- (void)addSubview:(UIView *)view;
- (void)insertSubview:(UIView *)view belowSubview:(UIView *)sibling;
- (void)removeFromSuperview;
@end
typedef NS_ENUM(NSInteger, UIProgressViewStyle) { UIProgressViewStyleBar = 1 };
@interface UIProgressView : UIView
- (instancetype)initWithProgressViewStyle:(UIProgressViewStyle)style;
- (void)setProgress:(float)progress animated:(BOOL)animated;
@end
@interface UIViewController : NSObject
@property (null_resettable, nonatomic, strong) UIView *view;
- (void)viewDidLoad;
- (void)viewDidLayoutSubviews;
- (void)presentViewController:(UIViewController *)controller animated:(BOOL)animated completion:(void (^_Nullable)(void))completion;
@end
typedef NS_ENUM(NSInteger, UIAlertActionStyle) { UIAlertActionStyleDefault = 0 };
@interface UIAlertAction : NSObject
+ (instancetype)actionWithTitle:(nullable NSString *)title style:(UIAlertActionStyle)style handler:(void (^_Nullable)(UIAlertAction *action))handler;
@end
typedef NS_ENUM(NSInteger, UIAlertControllerStyle) { UIAlertControllerStyleAlert = 1 };
@interface UIAlertController : UIViewController
+ (instancetype)alertControllerWithTitle:(nullable NSString *)title message:(nullable NSString *)message preferredStyle:(UIAlertControllerStyle)style;
- (void)addAction:(UIAlertAction *)action;
@end
typedef NS_ENUM(NSInteger, UIApplicationState) { UIApplicationStateBackground = 2 };
@interface UIApplication : NSObject
@property (class, nonatomic, readonly) UIApplication *sharedApplication;
@property (nonatomic, readonly) UIApplicationState applicationState;
@end
extern NSNotificationName const UIApplicationProtectedDataDidBecomeAvailable;
