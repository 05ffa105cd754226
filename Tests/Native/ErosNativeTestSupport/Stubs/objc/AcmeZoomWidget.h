#import <Foundation/Foundation.h>
#import <Rexxar/Rexxar.h>
@interface AcmeZoomWidget : NSObject <RXRWidget>
@end
