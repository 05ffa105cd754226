import Foundation
import NebulaPoseidon
import UIKit

/// Mini programs show it with the type acme_chart.
@objc(AcmeChartView)
public final class AcmeChartView: NBComponent {

    private let shownView = UIView()

    public override func contentView() -> UIView {
        return shownView
    }

    /// The page has changed what it gives to the view: color, line-width.
    public override func componentDataDidChange(withData data: [AnyHashable: Any]) {
        NSLog("%@", "color is \(String(describing: data["color"]))")
        NSLog("%@", "line-width is \(String(describing: data["line-width"]))")
    }

    public override func componentReceiveMessage(
        _ message: String, data: [AnyHashable: Any], callback: @escaping NBComponentCallback
    ) {
        switch message {
        // Sets * / it
        case "set":
            NSLog("%@", "acme_chart.set is not written yet")
            callback([:])
        case "clear":
            NSLog("%@", "acme_chart.clear is not written yet")
            callback([:])
        default: super.componentReceiveMessage(message, data: data, callback: callback)
        }
    }

    /// `element` is the id that the page gave to the view.
    func fireOnTap(_ data: [AnyHashable: Any], element: String) {
        let message: [AnyHashable: Any] = [
            "element": element, "eventName": "onTap", "data": data,
        ]
        nbComponentMessageDelegate?.sendCustomEventMessage(
            "nbcomponent.mpaasComponent.customEvent", component: self, data: message,
            callback: { _ in })
    }
}
