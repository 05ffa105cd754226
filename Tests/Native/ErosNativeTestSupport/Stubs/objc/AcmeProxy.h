#import <Foundation/Foundation.h>
#import <Rexxar/Rexxar.h>
@interface AcmeProxy : NSObject <RXRProxy>
@end
