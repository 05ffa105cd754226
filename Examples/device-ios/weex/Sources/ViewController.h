#import <UIKit/UIKit.h>

/// Shows the pages of a release with Weex, and fetches the next release.
@interface ViewController : UIViewController
@end
