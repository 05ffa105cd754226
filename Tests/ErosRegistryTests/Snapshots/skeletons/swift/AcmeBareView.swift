import Foundation
import NebulaPoseidon
import UIKit

/// Mini programs show it with the type acme_bare.
@objc(AcmeBareView)
public final class AcmeBareView: NBComponent {

    private let shownView = UIView()

    public override func contentView() -> UIView {
        return shownView
    }

    public override func componentReceiveMessage(
        _ message: String, data: [AnyHashable: Any], callback: @escaping NBComponentCallback
    ) {
        switch message {
        default: super.componentReceiveMessage(message, data: data, callback: callback)
        }
    }
}
