#import <Foundation/Foundation.h>
@interface AcmeListView : NSObject
@end
