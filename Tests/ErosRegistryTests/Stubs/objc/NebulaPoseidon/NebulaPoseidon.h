#pragma once
#import <Foundation/Foundation.h>
@interface PSDService : NSObject
+ (instancetype)sharedInstance;
- (void)registerComponentWithName:(NSString *)name clsName:(NSString *)clsName;
@end
