#pragma once
#import <Foundation/Foundation.h>
@protocol WXImgLoaderProtocol
@end
