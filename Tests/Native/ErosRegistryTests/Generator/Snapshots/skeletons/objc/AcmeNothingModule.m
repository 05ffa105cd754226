#import "AcmeNothingModule.h"

@implementation AcmeNothingModule

@synthesize weexInstance;

/// Asynchronous methods run on this thread instead of the main thread.
- (NSThread *)targetExecuteThread {
    return [WXComponentManager componentThread];
}

@end
