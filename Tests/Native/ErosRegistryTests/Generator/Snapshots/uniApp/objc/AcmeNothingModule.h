#import <Foundation/Foundation.h>
#import "DCUniModule.h"

/// Pages get it with uni.requireNativePlugin('Acme-Nothing').
@interface AcmeNothingModule : DCUniModule

@end
