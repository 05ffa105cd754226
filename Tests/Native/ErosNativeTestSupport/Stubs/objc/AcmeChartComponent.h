#import <Foundation/Foundation.h>
@interface AcmeChartComponent : NSObject
@end
