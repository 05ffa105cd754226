#pragma once
#import <Foundation/Foundation.h>
@interface AcmeChart : NSObject
@end
