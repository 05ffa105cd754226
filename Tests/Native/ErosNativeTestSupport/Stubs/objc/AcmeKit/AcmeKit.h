#pragma once
#import <Foundation/Foundation.h>
@interface AcmeKitModule : NSObject
@end
