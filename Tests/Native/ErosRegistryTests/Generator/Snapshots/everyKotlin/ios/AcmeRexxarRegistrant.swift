// GENERATED FILE - DO NOT EDIT. Run `eros generate` to update.
// source: eros.native.json
// format: 1
// eros-surface-ios: sha256:b0e94a293a8b0e228377a71deb92ccd97cbc71e0fef094653b620bc7b6b8f5f8
// swiftlint:disable all
// swift-format-ignore-file

import Foundation
import Rexxar

/// Creates the widgets and installs the interceptors that eros.native.json declares for Rexxar.
public enum AcmeRexxarRegistrant {

    /// Applies the settings in `routes`; call it before the first controller.
    public static func configure() {
        RXRConfig.setRXRProtocolScheme("acme+app")
        RXRConfig.setRXRProtocolHost("acme-pages")
        RXRConfig.setRoutesMapURL(URL(string: "https://acme.example/routes.json?a=$acme")!)
        RXRConfig.setRoutesCachePath("acme \"cache\"??/$pages")
        RXRConfig.setRoutesResourcePath("web")
    }

    /// Returns new widgets for one controller, in the order in which they are asked.
    public static func makeWidgets() -> [RXRWidget] {
        var widgets: [RXRWidget?] = []
        widgets.append(AcmeZoomWidget()) // zoom: /widget/zoom
        widgets.append(make("AcmeAlertWidget")) // alert: /widget/alert
        return widgets.compactMap { $0 }
    }

    /// Sets the container APIs, decorators and proxies of all controllers, and replaces those of earlier calls.
    public static func installInterceptors() {
        var containerAPIs: [RXRContainerAPI?] = []
        containerAPIs.append(make("AcmeGeoAPI")) // geo: /api/geo
        RXRContainerInterceptor.containerAPIs = containerAPIs.compactMap { $0 }
        var decorators: [RXRDecorator?] = []
        decorators.append(RXRRequestDecorator(headers: ["X-\"App\"": "a\\b\n*/ $x %@ ??/ \\(y)", "\u{1f600}": "\u{2028}\u{e9}"], parameters: [:])) // auth
        decorators.append(make("AcmeDecorator")) // other
        RXRRequestInterceptor.decorators = decorators.compactMap { $0 }
        var proxies: [RXRProxy?] = []
        proxies.append(AcmeProxy()) // cache
        RXRRequestInterceptor.proxies = proxies.compactMap { $0 }
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
