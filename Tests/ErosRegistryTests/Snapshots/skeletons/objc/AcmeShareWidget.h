#import <Foundation/Foundation.h>
#import <Rexxar/Rexxar.h>

/// Answers /widget/share.
@interface AcmeShareWidget : NSObject <RXRWidget>

@end
