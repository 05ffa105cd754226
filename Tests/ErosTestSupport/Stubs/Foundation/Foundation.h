// As much of Foundation as generated code, `ErosDeviceObjC` and `Examples/device-ios` use.
#pragma once
#pragma clang system_header
#define NS_ASSUME_NONNULL_BEGIN _Pragma("clang assume_nonnull begin")
#define NS_ASSUME_NONNULL_END _Pragma("clang assume_nonnull end")
#define NS_ENUM(type, name) enum name : type name; enum name : type
#define NS_UNAVAILABLE __attribute__((unavailable))
#define NS_DESIGNATED_INITIALIZER __attribute__((objc_designated_initializer))
#define NS_RETURNS_INNER_POINTER __attribute__((objc_returns_inner_pointer))
#define NSAssert(condition, description) ((void)(condition), (void)(description))
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#undef NULL
#define NULL ((void *)0)
typedef signed char BOOL;
typedef long NSInteger;
typedef unsigned long NSUInteger;
typedef double NSTimeInterval;
#define YES __objc_yes
#define NO __objc_no
#define nil ((id)0)
#define Nil ((Class)0)
@protocol NSObject
@end
@protocol NSCopying
@end
@protocol NSMutableCopying
@end
__attribute__((objc_root_class))
@interface NSObject <NSObject>
+ (instancetype)alloc;
+ (instancetype)new;
+ (Class)class;
- (instancetype)init;
- (id)copy;
- (id)mutableCopy;
- (BOOL)isKindOfClass:(Class)type;
- (void)dealloc;
@end
@interface NSString : NSObject <NSCopying>
+ (instancetype)stringWithFormat:(NSString *)format, ...;
@end
@interface NSNumber : NSObject <NSCopying>
+ (NSNumber *)numberWithBool:(BOOL)value;
@end
@interface NSDate : NSObject <NSCopying>
+ (instancetype)dateWithTimeIntervalSince1970:(NSTimeInterval)seconds;
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
@interface NSString (C)
+ (nullable instancetype)stringWithUTF8String:(const char *)text;
@property (nullable, readonly) const char *UTF8String NS_RETURNS_INNER_POINTER;
@property (readonly) const char *fileSystemRepresentation NS_RETURNS_INNER_POINTER;
@end
@interface NSString (Comparing)
- (BOOL)isEqualToString:(NSString *)other;
@end
@interface NSNumber (Literals)
+ (NSNumber *)numberWithInt:(int)value;
+ (NSNumber *)numberWithUnsignedInteger:(NSUInteger)value;
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
@interface NSDictionary<Key, Value> (Enumerating)
@property (readonly) NSUInteger count;
- (NSUInteger)countByEnumeratingWithState:(NSFastEnumerationState *)state objects:(id __unsafe_unretained[])buffer count:(NSUInteger)length;
@end
@interface NSMutableDictionary<Key, Value> : NSDictionary<Key, Value>
- (void)setObject:(nullable Value)object forKeyedSubscript:(Key<NSCopying>)key;
@end
@interface NSError : NSObject
+ (instancetype)errorWithDomain:(NSString *)domain code:(NSInteger)code userInfo:(nullable NSDictionary<NSString *, id> *)info;
@property (readonly, copy) NSString *domain;
@property (readonly) NSInteger code;
@end
extern NSString *const NSLocalizedDescriptionKey;
extern NSString *const NSLocalizedRecoverySuggestionErrorKey;
extern NSString *const NSUnderlyingErrorKey;
@interface NSData : NSObject <NSCopying>
+ (instancetype)dataWithBytes:(nullable const void *)bytes length:(NSUInteger)length;
@property (readonly) NSUInteger length;
@property (readonly) const void *bytes NS_RETURNS_INNER_POINTER;
@end
@interface NSMutableData : NSData
+ (nullable instancetype)dataWithLength:(NSUInteger)length;
@property (readonly) void *mutableBytes NS_RETURNS_INNER_POINTER;
@end
@interface NSNull : NSObject
+ (NSNull *)null;
@end
@interface NSThread : NSObject
@property (class, readonly, strong) NSThread *currentThread;
@end
@interface NSURL : NSObject <NSCopying>
+ (nullable instancetype)URLWithString:(NSString *)text;
@property (nullable, readonly, copy) NSString *path;
@property (nullable, readonly, copy) NSString *absoluteString;
@end
@interface NSURLQueryItem : NSObject
@property (readonly, copy) NSString *name;
@property (readonly, copy) NSString *value;
@end
@interface NSURLComponents : NSObject
+ (instancetype)componentsWithURL:(NSURL *)url resolvingAgainstBaseURL:(BOOL)resolve;
@property (copy) NSArray<NSURLQueryItem *> *queryItems;
@end
// Files, resources and notifications.
typedef NSString *NSFileAttributeKey;
typedef NSString *NSFileProtectionType;
typedef NSString *NSNotificationName;
typedef NSString *NSURLResourceKey;
extern NSFileAttributeKey const NSFileProtectionKey;
extern NSFileProtectionType const NSFileProtectionNone;
extern NSURLResourceKey const NSURLIsExcludedFromBackupKey;
typedef NS_ENUM(NSUInteger, NSSearchPathDirectory) { NSApplicationSupportDirectory = 14 };
typedef NS_ENUM(NSUInteger, NSSearchPathDomainMask) { NSUserDomainMask = 1 };
extern NSArray<NSString *> *NSSearchPathForDirectoriesInDomains(NSSearchPathDirectory directory, NSSearchPathDomainMask domainMask, BOOL expandTilde);
extern NSString *NSTemporaryDirectory(void);
@interface NSArray<Item> (Reading)
- (Item)objectAtIndexedSubscript:(NSUInteger)index;
@end
@interface NSString (Paths)
- (NSString *)stringByAppendingPathComponent:(NSString *)component;
@end
@interface NSError (Describing)
@property (readonly, copy) NSString *localizedDescription;
@end
@interface NSData (Reading)
+ (nullable instancetype)dataWithContentsOfFile:(NSString *)path;
@end
@interface NSURL (Files)
+ (NSURL *)fileURLWithPath:(NSString *)path;
- (BOOL)setResourceValue:(nullable id)value forKey:(NSURLResourceKey)key error:(NSError **)error;
@end
@interface NSBundle : NSObject
@property (class, readonly, strong) NSBundle *mainBundle;
@property (readonly, copy) NSString *bundlePath;
- (nullable id)objectForInfoDictionaryKey:(NSString *)key;
@end
@interface NSProcessInfo : NSObject
@property (class, readonly, strong) NSProcessInfo *processInfo;
@property (readonly) NSTimeInterval systemUptime;
@end
@interface NSFileManager : NSObject
@property (class, readonly, strong) NSFileManager *defaultManager;
- (BOOL)createDirectoryAtPath:(NSString *)path withIntermediateDirectories:(BOOL)createIntermediates attributes:(nullable NSDictionary<NSFileAttributeKey, id> *)attributes error:(NSError **)error;
@end
@interface NSNotificationCenter : NSObject
@property (class, readonly, strong) NSNotificationCenter *defaultCenter;
- (void)addObserver:(id)observer selector:(SEL)selector name:(nullable NSNotificationName)name object:(nullable id)object;
@end
extern NSString *NSStringFromSelector(SEL selector);
extern void NSLog(NSString *format, ...);
extern Class NSClassFromString(NSString *name);
extern NSString *NSStringFromClass(Class cls);

// The HTTP client.
extern NSString *const NSURLErrorDomain;
NS_ENUM(NSInteger, NSURLErrorCode) {
  NSURLErrorCancelled = -999,
  NSURLErrorTimedOut = -1001,
  NSURLErrorCannotFindHost = -1003,
  NSURLErrorCannotConnectToHost = -1004,
  NSURLErrorNetworkConnectionLost = -1005,
  NSURLErrorDNSLookupFailed = -1006,
  NSURLErrorNotConnectedToInternet = -1009,
  NSURLErrorInternationalRoamingOff = -1018,
  NSURLErrorCallIsActive = -1019,
  NSURLErrorDataNotAllowed = -1020,
  NSURLErrorAppTransportSecurityRequiresSecureConnection = -1022,
  NSURLErrorSecureConnectionFailed = -1200,
  NSURLErrorServerCertificateHasBadDate = -1201,
  NSURLErrorServerCertificateUntrusted = -1202,
  NSURLErrorServerCertificateHasUnknownRoot = -1203,
  NSURLErrorServerCertificateNotYetValid = -1204,
  NSURLErrorClientCertificateRejected = -1205,
  NSURLErrorClientCertificateRequired = -1206
};
typedef NS_ENUM(NSUInteger, NSURLRequestCachePolicy) { NSURLRequestReloadIgnoringLocalCacheData = 1 };
@interface NSURLRequest : NSObject <NSCopying, NSMutableCopying>
+ (instancetype)requestWithURL:(NSURL *)url;
@property (readonly) NSTimeInterval timeoutInterval;
@end
@interface NSMutableURLRequest : NSURLRequest
@property NSURLRequestCachePolicy cachePolicy;
@property NSTimeInterval timeoutInterval;
@property (copy) NSString *HTTPMethod;
@property (nullable, copy) NSData *HTTPBody;
- (void)setValue:(nullable NSString *)value forHTTPHeaderField:(NSString *)field;
@end
@interface NSURLResponse : NSObject
@end
@interface NSHTTPURLResponse : NSURLResponse
@property (readonly) NSInteger statusCode;
@property (readonly, copy) NSDictionary *allHeaderFields;
@end
@class NSHTTPCookieStorage, NSOperationQueue, NSURLCache, NSURLCredentialStorage;
@interface NSURLSessionTask : NSObject
@property (readonly) NSUInteger taskIdentifier;
- (void)cancel;
- (void)resume;
@end
@interface NSURLSessionDataTask : NSURLSessionTask
@end
@interface NSURLSessionConfiguration : NSObject
@property (class, readonly, strong) NSURLSessionConfiguration *ephemeralSessionConfiguration;
@property (nullable, retain) NSHTTPCookieStorage *HTTPCookieStorage;
@property BOOL HTTPShouldSetCookies;
@property (nullable, retain) NSURLCache *URLCache;
@property (nullable, retain) NSURLCredentialStorage *URLCredentialStorage;
@end
@protocol NSURLSessionDelegate;
@interface NSURLSession : NSObject
+ (NSURLSession *)sessionWithConfiguration:(NSURLSessionConfiguration *)configuration delegate:(nullable id<NSURLSessionDelegate>)delegate delegateQueue:(nullable NSOperationQueue *)queue;
- (NSURLSessionDataTask *)dataTaskWithRequest:(NSURLRequest *)request;
- (void)invalidateAndCancel;
@end
typedef NS_ENUM(NSInteger, NSURLSessionResponseDisposition) { NSURLSessionResponseAllow = 1 };
@protocol NSURLSessionDelegate <NSObject>
@end
@protocol NSURLSessionTaskDelegate <NSURLSessionDelegate>
@optional
- (void)URLSession:(NSURLSession *)session task:(NSURLSessionTask *)task willPerformHTTPRedirection:(NSHTTPURLResponse *)response newRequest:(NSURLRequest *)request completionHandler:(void (^)(NSURLRequest *_Nullable))completionHandler;
- (void)URLSession:(NSURLSession *)session task:(NSURLSessionTask *)task didCompleteWithError:(nullable NSError *)error;
@end
@protocol NSURLSessionDataDelegate <NSURLSessionTaskDelegate>
@optional
- (void)URLSession:(NSURLSession *)session dataTask:(NSURLSessionDataTask *)task didReceiveResponse:(NSURLResponse *)response completionHandler:(void (^)(NSURLSessionResponseDisposition))completionHandler;
- (void)URLSession:(NSURLSession *)session dataTask:(NSURLSessionDataTask *)task didReceiveData:(NSData *)data;
@end
