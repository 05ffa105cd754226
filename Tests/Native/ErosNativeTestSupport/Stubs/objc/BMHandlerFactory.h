#import <Foundation/Foundation.h>
@interface BMHandlerFactory : NSObject
+ (void)registerHandler:(id)handler withProtocol:(Protocol *)protocol;
@end
