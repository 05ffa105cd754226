#import <Foundation/Foundation.h>
#import <Rexxar/Rexxar.h>

/// Handles requests for /widget/bare.
@interface AcmeBareWidget : NSObject <RXRWidget>

@end
