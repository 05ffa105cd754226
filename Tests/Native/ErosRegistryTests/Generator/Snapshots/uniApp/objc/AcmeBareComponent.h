#import <UIKit/UIKit.h>
#import "DCUniComponent.h"

/// Pages show it with the tag acme-bare.
@interface AcmeBareComponent : DCUniComponent

@end
