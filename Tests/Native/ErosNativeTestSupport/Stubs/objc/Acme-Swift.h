#import <Foundation/Foundation.h>
@interface AcmeSwiftModule : NSObject
@end
