import ErosDevice
import UIKit
import WebKit

/// Shows the pages of a release, and fetches the next one.
final class ViewController: UIViewController, WKNavigationDelegate, WKScriptMessageHandler {
  private static let firstPage = "index.html"

  /// Reports errors of the page's scripts to the message handler `failure`.
  private static let reportErrors = """
    addEventListener('error', event => {
      const error = event.error || {}
      webkit.messageHandlers.failure.postMessage({
        name: String(error.name), stack: String(error.stack)
      })
    })
    """

  private let releases = Releases()
  private let pages = WKWebView()
  private let progress = UIProgressView(progressViewStyle: .bar)

  override func viewDidLoad() {
    super.viewDidLoad()
    let scripts = pages.configuration.userContentController
    scripts.add(self, name: "failure")
    scripts.addUserScript(
      WKUserScript(
        source: Self.reportErrors, injectionTime: .atDocumentStart, forMainFrameOnly: true))
    pages.navigationDelegate = self
    view.addSubview(pages)
    view.addSubview(progress)
    NotificationCenter.default.addObserver(
      forName: UIApplication.protectedDataDidBecomeAvailableNotification, object: nil, queue: .main
    ) { [weak self] _ in
      Task { @MainActor in self?.leaveEmbeddedBundle() }
    }
    // The view is not yet in a window, and could not present an alert.
    Task {
      showPages()
      await update()
    }
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    pages.frame = view.bounds
    progress.frame = CGRect(
      x: 0, y: view.safeAreaInsets.top, width: view.bounds.width, height: 4)
  }

  // MARK: - Pages

  private func showPages() {
    do {
      let isBackground = UIApplication.shared.applicationState == .background
      let folder = try releases.launch(inBackground: isBackground)
      pages.loadFileURL(
        folder.appendingPathComponent(Self.firstPage), allowingReadAccessTo: folder)
    } catch {
      offerRollback(error.localizedDescription)
    }
  }

  /// Shows the release as soon as its files can be read.
  private func leaveEmbeddedBundle() {
    if releases.isEmbeddedOnly { showPages() }
  }

  private func pageFailed(_ reason: String, errorClass: String? = nil, stack: String? = nil) {
    if releases.block(reason, errorClass: errorClass, stack: stack) {
      showPages()
    } else {
      offerRollback(reason)
    }
  }

  private func offerRollback(_ reason: String) {
    print("The page cannot be shown:", reason)
    let alert = UIAlertController(
      title: "The page cannot be shown", message: nil, preferredStyle: .alert)
    alert.addAction(
      UIAlertAction(title: "Try again", style: .default) { [weak self] _ in self?.showPages() })
    alert.addAction(
      UIAlertAction(title: "Use the previous version", style: .default) { [weak self] _ in
        do { try self?.releases.rollBack() } catch { print("There is no previous version:", error) }
        self?.showPages()
      })
    present(alert, animated: true)
  }

  // MARK: - Updates

  private func update() async {
    do {
      try await releases.update { [weak self] step in
        Task { @MainActor in self?.show(step) }
      }
    } catch {
      // Without a network, the app continues with its release.
      print("No update:", error)
    }
    progress.isHidden = true
  }

  private func show(_ step: Device.FetchStep) {
    if case .downloading(let received, let total) = step, total > 0 {
      progress.setProgress(Float(received) / Float(total), animated: true)
    }
  }

  // MARK: - Delegate

  func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) { releases.confirm() }

  func webView(
    _ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error
  ) {
    if !wasCancelled(error) { pageFailed(error.localizedDescription) }
  }

  func webView(
    _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!,
    withError error: any Error
  ) {
    if !wasCancelled(error) { pageFailed(error.localizedDescription) }
  }

  /// Whether another page replaced this one before it was complete.
  private func wasCancelled(_ error: any Error) -> Bool {
    (error as? URLError)?.code == .cancelled
  }

  func userContentController(
    _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
  ) {
    // Only the first page of a trial counts; later errors are the concern of the pages.
    guard releases.isOnTrial else { return }
    let error = message.body as? [String: String]
    pageFailed("script error", errorClass: error?["name"], stack: error?["stack"])
  }
}
