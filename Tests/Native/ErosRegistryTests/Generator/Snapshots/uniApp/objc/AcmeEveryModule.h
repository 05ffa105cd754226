#import <Foundation/Foundation.h>
#import "DCUniModule.h"

/// Ends * / here / * and // there, /u0022 $x ]]>   😀
/// Pages get it with uni.requireNativePlugin('Acme-Every').
@interface AcmeEveryModule : DCUniModule

@end
