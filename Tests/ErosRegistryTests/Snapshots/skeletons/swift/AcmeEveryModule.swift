import Foundation
import WeexSDK

/// Ends * / here / * and // there, /u0022 $x ]]>   😀
///
/// Pages get it with weex.requireModule('acme-every').
@objc(AcmeEveryModule)
public final class AcmeEveryModule: NSObject, WXModuleProtocol {

    /// The page that uses this instance; Weex sets it.
    @objc public weak var weexInstance: WXSDKInstance?

    @objc static func wx_export_method_eros_types() -> String { return "types:::::::::::" }

    @objc static func wx_export_method_eros_optional() -> String { return "optional::::::::" }

    @objc static func wx_export_method_eros_words() -> String { return "words::::::" }

    @objc static func wx_export_method_eros_renamed() -> String { return "renamed:toBe:" }

    @objc static func wx_export_method_sync_eros_text() -> String { return "text" }

    @objc static func wx_export_method_sync_eros_number() -> String { return "number:" }

    @objc static func wx_export_method_sync_eros_whole() -> String { return "whole" }

    @objc static func wx_export_method_sync_eros_truth() -> String { return "truth" }

    @objc static func wx_export_method_sync_eros_point() -> String { return "point" }

    @objc static func wx_export_method_sync_eros_points() -> String { return "points" }

    @objc static func wx_export_method_sync_eros_anything() -> String { return "anything" }

    @objc static func wx_export_method_eros_onlyThere() -> String { return "onlyThere" }

    /// One * / of each
    @objc(types:::::::::::)
    public func types(_ a: String?, _ b: NSNumber?, _ c: Int, _ d: Bool, _ e: [String: Any]?, _ f: [String: Any]?, _ g: [String: Any]?, _ h: [Any]?, _ i: Any?, _ j: WXModuleCallback?, _ k: WXModuleKeepAliveCallback?) {
        NSLog("%@", "acme-every.types is not written yet")
    }

    @objc(optional::::::::)
    public func optional(_ a: String?, _ b: NSNumber?, _ c: NSNumber?, _ d: NSNumber?, _ e: [String: Any]?, _ f: [Any]?, _ g: Any?, _ done: WXModuleCallback?) {
        NSLog("%@", "acme-every.optional is not written yet")
    }

    /// Deprecated.
    @objc(words::::::)
    public func words(_ class_: String?, _ in_: String?, _ id: String?, _ fun: String?, _ func_: String?, _ class__: String?) {
        NSLog("%@", "acme-every.words is not written yet")
    }

    @objc(renamed:toBe:)
    public func renamed(_ first: String?, _ second: Int) {
        NSLog("%@", "acme-every.renamed is not written yet")
    }

    @objc(text)
    public func text() -> String {
        NSLog("%@", "acme-every.text is not written yet")
        return ""
    }

    @objc(number:)
    public func number(_ of: Int) -> NSNumber {
        NSLog("%@", "acme-every.number is not written yet")
        return 0
    }

    @objc(whole)
    public func whole() -> Int {
        NSLog("%@", "acme-every.whole is not written yet")
        return 0
    }

    @objc(truth)
    public func truth() -> Bool {
        NSLog("%@", "acme-every.truth is not written yet")
        return false
    }

    @objc(point)
    public func point() -> [String: Any] {
        NSLog("%@", "acme-every.point is not written yet")
        return [:]
    }

    @objc(points)
    public func points() -> [Any] {
        NSLog("%@", "acme-every.points is not written yet")
        return []
    }

    @objc(anything)
    public func anything() -> Any? {
        NSLog("%@", "acme-every.anything is not written yet")
        return nil
    }

    @objc(onlyThere)
    public func onlyThere() {
        NSLog("%@", "acme-every.onlyThere is not written yet")
    }
}
