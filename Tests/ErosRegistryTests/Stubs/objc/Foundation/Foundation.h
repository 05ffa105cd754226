// As much of Foundation as generated code uses.
#pragma once
#pragma clang system_header
#define NS_ASSUME_NONNULL_BEGIN _Pragma("clang assume_nonnull begin")
#define NS_ASSUME_NONNULL_END _Pragma("clang assume_nonnull end")
typedef signed char BOOL;
typedef long NSInteger;
typedef unsigned long NSUInteger;
#define YES __objc_yes
#define NO __objc_no
#define nil ((id)0)
#define Nil ((Class)0)
@protocol NSObject
@end
@protocol NSCopying
@end
__attribute__((objc_root_class))
@interface NSObject <NSObject>
+ (instancetype)alloc;
+ (instancetype)new;
+ (Class)class;
- (instancetype)init;
@end
@interface NSString : NSObject <NSCopying>
+ (instancetype)stringWithFormat:(NSString *)format, ...;
@end
@interface NSNumber : NSObject
+ (NSNumber *)numberWithBool:(BOOL)value;
@end
@interface NSArray<Item> : NSObject
+ (instancetype)array;
@end
@interface NSMutableArray<Item> : NSArray<Item>
- (void)addObject:(Item)object;
- (void)addObjectsFromArray:(NSArray<Item> *)array;
@end
@interface NSDictionary<Key, Value> : NSObject
+ (instancetype)dictionaryWithObjects:(const Value[])objects forKeys:(const id<NSCopying>[])keys count:(NSUInteger)count;
@end
extern void NSLog(NSString *format, ...);
extern Class NSClassFromString(NSString *name);
extern NSString *NSStringFromClass(Class cls);
