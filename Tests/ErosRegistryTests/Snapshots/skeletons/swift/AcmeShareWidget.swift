import Foundation
import Rexxar

/// Answers /widget/share.
@objc(AcmeShareWidget)
public final class AcmeShareWidget: NSObject, RXRWidget {

    private var titleParam: String?

    private var urlParam: String?

    public func canPerform(with url: URL) -> Bool {
        return url.path == "/widget/share"
    }

    public func prepare(with url: URL) {
        let items = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems ?? []
        for item in items {
            switch item.name {
            case "title": titleParam = item.value
            case "url": urlParam = item.value
            default: continue
            }
        }
    }

    public func perform(with controller: RXRViewController) {
        NSLog("%@", "/widget/share is not written yet, for \(controller)")
    }
}
