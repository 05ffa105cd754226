#pragma once
#import "DCUniModule.h"
@interface DCUniComponent : WXComponent
@property (nonatomic, readonly, weak) DCUniSDKInstance *uniInstance;
- (void)onCreateComponentWithRef:(NSString *)ref type:(NSString *)type styles:(NSDictionary<NSString *, id> *)styles attributes:(NSDictionary<NSString *, id> *)attributes events:(NSArray *)events uniInstance:(DCUniSDKInstance *)uniInstance;
@end
