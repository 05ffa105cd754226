import Foundation
import UIKit
import WeexSDK

/// Pages show it with the tag acme-bare.
@objc(AcmeBareComponent)
public final class AcmeBareComponent: WXComponent {

    public override init(
        ref: String, type: String, styles: [AnyHashable: Any]?, attributes: [AnyHashable: Any]?,
        events: [Any]?, weexInstance: WXSDKInstance
    ) {
        super.init(
            ref: ref, type: type, styles: styles, attributes: attributes, events: events,
            weexInstance: weexInstance)
        take(attributes ?? [:])
    }

    /// Takes what a page has set: everything at first, later only what has changed.
    private func take(_ attributes: [AnyHashable: Any]) {
    }

    public override func loadView() -> UIView {
        return UIView()
    }

    public override func viewDidLoad() {
        super.viewDidLoad()
    }
}
