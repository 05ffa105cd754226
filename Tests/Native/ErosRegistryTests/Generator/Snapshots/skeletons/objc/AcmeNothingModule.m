#import "AcmeNothingModule.h"

@implementation AcmeNothingModule

@synthesize weexInstance;

@end
