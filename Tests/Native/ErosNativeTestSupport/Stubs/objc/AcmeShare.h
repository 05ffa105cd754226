#import <Foundation/Foundation.h>
@protocol AcmeShareProtocol
@end
@interface AcmeShare : NSObject <AcmeShareProtocol>
+ (instancetype)sharedInstance;
@end
