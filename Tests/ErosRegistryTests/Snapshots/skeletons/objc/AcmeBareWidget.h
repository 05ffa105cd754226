#import <Foundation/Foundation.h>
#import <Rexxar/Rexxar.h>

/// Answers /widget/bare.
@interface AcmeBareWidget : NSObject <RXRWidget>

@end
