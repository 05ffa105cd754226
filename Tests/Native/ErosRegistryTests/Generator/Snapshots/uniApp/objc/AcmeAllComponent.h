#import <UIKit/UIKit.h>
#import "DCUniComponent.h"

/// Pages show it with the tag acme-all.
@interface AcmeAllComponent : DCUniComponent

@end
