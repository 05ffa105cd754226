#pragma once
#import <Foundation/Foundation.h>
typedef double CGFloat;
@interface UIView : NSObject
@end
