#import "AcmeNothingModule.h"

@implementation AcmeNothingModule

@end
