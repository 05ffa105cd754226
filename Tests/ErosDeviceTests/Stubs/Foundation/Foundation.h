// As much of Foundation as `bindings/objc` uses.
#pragma once
#pragma clang system_header
#define NS_ASSUME_NONNULL_BEGIN _Pragma("clang assume_nonnull begin")
#define NS_ASSUME_NONNULL_END _Pragma("clang assume_nonnull end")
#define NS_ENUM(type, name) enum name : type name; enum name : type
#define NS_UNAVAILABLE __attribute__((unavailable))
#define NULL ((void *)0)
typedef signed char BOOL;
typedef long NSInteger;
typedef unsigned long NSUInteger;
#define YES __objc_yes
#define NO __objc_no
#define nil ((id)0)
@protocol NSObject
@end
@protocol NSCopying
@end
__attribute__((objc_root_class))
@interface NSObject <NSObject>
+ (instancetype)alloc;
- (instancetype)init;
- (void)dealloc;
@end
@interface NSString : NSObject <NSCopying>
+ (nullable instancetype)stringWithUTF8String:(const char *)text;
@property (readonly) const char *UTF8String;
@property (readonly) const char *fileSystemRepresentation;
@end
@interface NSDictionary<Key, Value> : NSObject
+ (instancetype)dictionaryWithObjects:(const Value[])objects forKeys:(const id<NSCopying>[])keys count:(NSUInteger)count;
@end
@interface NSError : NSObject
+ (instancetype)errorWithDomain:(NSString *)domain code:(NSInteger)code userInfo:(nullable NSDictionary<NSString *, id> *)info;
@end
extern NSString *const NSLocalizedDescriptionKey;
extern NSString *const NSLocalizedRecoverySuggestionErrorKey;
