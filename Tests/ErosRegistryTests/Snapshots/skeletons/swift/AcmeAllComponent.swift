import Foundation
import UIKit
import WeexSDK

/// Pages show it with the tag acme-all.
@objc(AcmeAllComponent)
public final class AcmeAllComponent: WXComponent {

    /// What * / it says
    private var aTextAttribute: String?

    private var numberAttribute: Double?

    private var wholeAttribute: Int?

    private var truthAttribute: Bool?

    private var pointAttribute: [String: Any]?

    private var pointsAttribute: [Any]?

    private var typeAttribute: Any?

    @objc static func wx_export_method_eros_zoom() -> String { return "zoom:" }

    @objc static func wx_export_method_sync_eros_size() -> String { return "size" }

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
        if let value = attributes["a-text"] {
            aTextAttribute = value as? String
        }
        if let value = attributes["number"] {
            numberAttribute = Double("\(value)")
        }
        if let value = attributes["whole"] {
            wholeAttribute = Int("\(value)")
        }
        if let value = attributes["truth"] {
            truthAttribute = value as? Bool ?? ("\(value)" == "true")
        }
        if let value = attributes["point"] {
            pointAttribute = value as? [String: Any]
        }
        if let value = attributes["points"] {
            pointsAttribute = value as? [Any]
        }
        if let value = attributes["type"] {
            typeAttribute = value
        }
    }

    public override func loadView() -> UIView {
        return UIView()
    }

    public override func viewWillLoad() {
        super.viewWillLoad()
    }

    public override func viewDidLoad() {
        super.viewDidLoad()
    }

    public override func layoutDidFinish() {
        super.layoutDidFinish()
    }

    public override func viewWillUnload() {
        super.viewWillUnload()
    }

    public override func viewDidUnload() {
        super.viewDidUnload()
    }

    public override func updateStyles(_ styles: [AnyHashable: Any]) {
        super.updateStyles(styles)
    }

    public override func updateAttributes(_ attributes: [AnyHashable: Any]) {
        super.updateAttributes(attributes)
        take(attributes)
    }

    /// A page has begun to listen.
    public override func addEvent(_ eventName: String) {
        super.addEvent(eventName)
    }

    public override func removeEvent(_ eventName: String) {
        super.removeEvent(eventName)
    }

    /// At the end
    func fireFinish(_ params: [AnyHashable: Any]) {
        fireEvent("finish", params: params)
    }

    @objc(zoom:)
    public func zoom(_ factor: NSNumber?) {
        NSLog("%@", "acme-all.zoom is not written yet")
    }

    @objc(size)
    public func size() -> [String: Any] {
        NSLog("%@", "acme-all.size is not written yet")
        return [:]
    }
}
