#import <Foundation/Foundation.h>
@interface AcmeScanModule : NSObject
@end
