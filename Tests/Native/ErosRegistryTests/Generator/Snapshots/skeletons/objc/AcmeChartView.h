#import <NebulaPoseidon/NebulaPoseidon.h>
#import <UIKit/UIKit.h>

/// Mini programs show it with the type acme_chart.
@interface AcmeChartView : NBComponent

@end
