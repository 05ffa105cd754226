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
@interface NSString (Comparing)
- (BOOL)isEqualToString:(NSString *)other;
@end
@interface NSNumber (Literals)
+ (NSNumber *)numberWithInt:(int)value;
@end
@interface NSArray<Item> (Literals)
+ (instancetype)arrayWithObjects:(const id[])objects count:(NSUInteger)count;
@end
@interface NSDictionary<Key, Value> (Reading)
- (Value)objectForKeyedSubscript:(Key)key;
- (void)enumerateKeysAndObjectsUsingBlock:(void (^)(Key key, Value object, BOOL *stop))block;
@end
typedef struct { unsigned long state; id __unsafe_unretained *itemsPtr; unsigned long *mutationsPtr; unsigned long extra[5]; } NSFastEnumerationState;
@interface NSArray<Item> (Enumerating)
- (NSUInteger)countByEnumeratingWithState:(NSFastEnumerationState *)state objects:(id __unsafe_unretained[])buffer count:(NSUInteger)length;
@end
@interface NSURL : NSObject
@property (readonly, copy) NSString *path;
@end
@interface NSURLQueryItem : NSObject
@property (readonly, copy) NSString *name;
@property (readonly, copy) NSString *value;
@end
@interface NSURLComponents : NSObject
+ (instancetype)componentsWithURL:(NSURL *)url resolvingAgainstBaseURL:(BOOL)resolve;
@property (copy) NSArray<NSURLQueryItem *> *queryItems;
@end
extern NSString *NSStringFromSelector(SEL selector);
extern void NSLog(NSString *format, ...);
extern Class NSClassFromString(NSString *name);
extern NSString *NSStringFromClass(Class cls);
