#import <Foundation/Foundation.h>
#import <Rexxar/Rexxar.h>

/// Handles requests for /widget/share.
@interface AcmeShareWidget : NSObject <RXRWidget>

@end
