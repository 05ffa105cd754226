#pragma once
#import <WeexSDK/WeexSDK.h>
@interface DCUniConvert : WXConvert
@end
