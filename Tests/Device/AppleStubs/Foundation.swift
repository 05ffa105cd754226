// What the sources and the stubs use of Foundation.

public protocol ContiguousBytes {}
public protocol DataProtocol: ContiguousBytes {}

extension Array: ContiguousBytes where Element == UInt8 {}
extension Array: DataProtocol where Element == UInt8 {}

public struct Data: DataProtocol, Sequence, Sendable {
  public init() {}
  public init<Bytes: Sequence>(_ elements: Bytes) where Bytes.Element == UInt8 {}
  public init(contentsOf url: URL) throws {}
  public func makeIterator() -> Array<UInt8>.Iterator { [].makeIterator() }
}

extension String {
  public var precomposedStringWithCanonicalMapping: String { self }
}

// What `Examples/device-ios/webview` uses besides: files and resources, then HTTP.

public typealias CGFloat = Double

public struct CGRect {
  public init(x: CGFloat, y: CGFloat, width: CGFloat, height: CGFloat) {}
  public var width: CGFloat { 0 }
}

public protocol NSObjectProtocol {}
open class NSObject: NSObjectProtocol { public init() {} }

extension Error {
  public var localizedDescription: String { "" }
}

public struct URL: Sendable {
  public init?(string: String) {}
  public init(fileURLWithPath path: String, isDirectory: Bool) {}
  public var path: String { "" }
  public func appendingPathComponent(_ pathComponent: String) -> URL { self }
  public mutating func setResourceValues(_ values: URLResourceValues) throws {}
}

public struct URLResourceValues: Sendable {
  public init() {}
  public var isExcludedFromBackup: Bool?
}

open class Bundle: NSObject {
  public class var main: Bundle { Bundle() }
  public var bundleURL: URL { URL(fileURLWithPath: "", isDirectory: true) }
  public func object(forInfoDictionaryKey key: String) -> Any? { nil }
}

open class ProcessInfo: NSObject {
  public var environment: [String: String] { [:] }
  public class var processInfo: ProcessInfo { ProcessInfo() }
  public var systemUptime: Double { 0 }
}

public struct FileAttributeKey: Hashable, Sendable {
  public static let protectionKey = FileAttributeKey()
}

public struct FileProtectionType: Hashable, Sendable {
  public static let none = FileProtectionType()
}

open class FileManager: NSObject {
  public enum SearchPathDirectory: Sendable { case applicationSupportDirectory }
  public struct SearchPathDomainMask: Sendable {
    public static var userDomainMask: SearchPathDomainMask { .init() }
  }
  public class var `default`: FileManager { FileManager() }
  public var temporaryDirectory: URL { URL(fileURLWithPath: "", isDirectory: true) }
  public func urls(
    for directory: SearchPathDirectory, in domainMask: SearchPathDomainMask
  ) -> [URL] { [] }
  public func createDirectory(
    at url: URL, withIntermediateDirectories createIntermediates: Bool,
    attributes: [FileAttributeKey: Any]? = nil
  ) throws {}
}

public struct Notification {
  public struct Name: Hashable, Sendable { public init() {} }
}

open class OperationQueue: NSObject {
  public class var main: OperationQueue { OperationQueue() }
}

open class NotificationCenter: NSObject {
  public class var `default`: NotificationCenter { NotificationCenter() }
  @discardableResult
  public func addObserver(
    forName name: Notification.Name?, object obj: Any?, queue: OperationQueue?,
    using block: @escaping @Sendable (Notification) -> Void
  ) -> any NSObjectProtocol { self }
}

public struct URLError: Error {
  public struct Code: Hashable, Sendable {
    public static var badURL: Code { .init() }
    public static var cancelled: Code { .init() }
  }
  public var code: Code
  public init(_ code: Code) { self.code = code }
}

public struct URLRequest: Sendable {
  public enum CachePolicy: Sendable { case reloadIgnoringLocalCacheData }
  public init(url: URL, cachePolicy: CachePolicy) {}
  public var httpMethod: String?
  public var httpBody: Data?
  public mutating func setValue(_ value: String?, forHTTPHeaderField field: String) {}
  public mutating func addValue(_ value: String, forHTTPHeaderField field: String) {}
}

open class URLResponse: NSObject, @unchecked Sendable {}
open class HTTPURLResponse: URLResponse, @unchecked Sendable {
  public var statusCode: Int { 0 }
  public var allHeaderFields: [AnyHashable: Any] { [:] }
}

open class URLSessionConfiguration: NSObject, @unchecked Sendable {
  public class var ephemeral: URLSessionConfiguration { URLSessionConfiguration() }
  public var timeoutIntervalForResource = 0.0
}

open class URLSessionTask: NSObject, @unchecked Sendable {
  public func resume() {}
}
open class URLSessionDataTask: URLSessionTask, @unchecked Sendable {}

open class URLSession: NSObject, @unchecked Sendable {
  public enum ResponseDisposition: Sendable { case cancel, allow }
  public init(
    configuration: URLSessionConfiguration, delegate: (any URLSessionDelegate)?,
    delegateQueue queue: OperationQueue?
  ) {}
  public func dataTask(with request: URLRequest) -> URLSessionDataTask { URLSessionDataTask() }
  public func invalidateAndCancel() {}
}

// Foundation's requirements are optional, so it does not report a wrong signature.
public protocol URLSessionDelegate: NSObjectProtocol, Sendable {}
public protocol URLSessionTaskDelegate: URLSessionDelegate {
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?)
  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void)
}
public protocol URLSessionDataDelegate: URLSessionTaskDelegate {
  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void)
  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data)
}
