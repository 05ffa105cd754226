// What `Examples/device-ios/webview` uses of WebKit.

public import UIKit

@MainActor
open class WKNavigation: NSObject {}

@MainActor
open class WKScriptMessage: NSObject {
  public var body: Any { 0 }
}

@MainActor
public protocol WKScriptMessageHandler: NSObjectProtocol {
  func userContentController(
    _ userContentController: WKUserContentController, didReceive message: WKScriptMessage)
}

public enum WKUserScriptInjectionTime: Sendable { case atDocumentStart }

@MainActor
open class WKUserScript: NSObject {
  public init(
    source: String, injectionTime: WKUserScriptInjectionTime, forMainFrameOnly: Bool
  ) {}
}

@MainActor
open class WKUserContentController: NSObject {
  public func addUserScript(_ userScript: WKUserScript) {}
  public func add(_ scriptMessageHandler: any WKScriptMessageHandler, name: String) {}
}

@MainActor
open class WKWebViewConfiguration: NSObject {
  public var userContentController: WKUserContentController { WKUserContentController() }
}

// WebKit's requirements are optional, so it does not report a wrong signature.
@MainActor
public protocol WKNavigationDelegate: NSObjectProtocol {
  func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!)
  func webView(_ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error)
  func webView(
    _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!,
    withError error: any Error)
}

@MainActor
open class WKWebView: UIView {
  public var configuration: WKWebViewConfiguration { WKWebViewConfiguration() }
  public weak var navigationDelegate: (any WKNavigationDelegate & AnyObject)?
  @discardableResult
  public func loadFileURL(_ url: URL, allowingReadAccessTo readAccessURL: URL) -> WKNavigation? {
    nil
  }
}
