import Foundation
import Rexxar

/// Answers /widget/bare.
@objc(AcmeBareWidget)
public final class AcmeBareWidget: NSObject, RXRWidget {

    public func canPerform(with url: URL) -> Bool {
        return url.path == "/widget/bare"
    }

    public func prepare(with url: URL) {
        let items = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems ?? []
        for item in items {
            switch item.name {
            default: continue
            }
        }
    }

    public func perform(with controller: RXRViewController) {
        NSLog("%@", "/widget/bare is not written yet, for \(controller)")
    }
}
