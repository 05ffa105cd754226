// GENERATED FILE - DO NOT EDIT. Run `eros generate` to update.
// source: eros.native.json
// format: 1
// eros-surface-ios: sha256:7020c5d51dc53291391a2aac471a50dd6eeb3fda9c40a5dcd36379ce6fce134c
// swiftlint:disable all
// swift-format-ignore-file

import Foundation
import Rexxar

/// Creates the widgets and installs the interceptors that eros.native.json declares for Rexxar.
public enum AcmeRexxarRegistrant {

    /// Returns new widgets for one controller, in the order in which they are asked.
    public static func makeWidgets() -> [RXRWidget] {
        var widgets: [RXRWidget?] = []
        widgets.append(make("RXRNavTitleWidget")) // navTitle: /widget/nav_title
        return widgets.compactMap { $0 }
    }

    /// Sets the container APIs, decorators and proxies of all controllers, and replaces those of earlier calls.
    public static func installInterceptors() {
        var containerAPIs: [RXRContainerAPI?] = []
        containerAPIs.append(make("AcmeGeoContainerAPI")) // geo: /api/geo
        RXRContainerInterceptor.containerAPIs = containerAPIs.compactMap { $0 }
        var decorators: [RXRDecorator?] = []
        decorators.append(RXRRequestDecorator(headers: ["X-App": "acme"], parameters: [:])) // auth
        RXRRequestInterceptor.decorators = decorators.compactMap { $0 }
        RXRNSURLProtocol.registerRXRProtocolClass(RXRRequestInterceptor.self)
        RXRNSURLProtocol.registerRXRProtocolClass(RXRContainerInterceptor.self)
    }

    public static func uninstallInterceptors() {
        RXRNSURLProtocol.unregisterRXRProtocolClass(RXRContainerInterceptor.self)
        RXRNSURLProtocol.unregisterRXRProtocolClass(RXRRequestInterceptor.self)
    }

    private static func make<Item>(_ name: String) -> Item? {
        guard let cls = NSClassFromString(name) as? NSObject.Type else {
            NSLog("%@", "[eros] class \(name) is not linked into the app")
            return nil
        }
        return cls.init() as? Item
    }
}
