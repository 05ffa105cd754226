import CCurl

/// libcurl's functions.
///
/// A process loads and initializes the library once, before its first request.
@safe
struct CurlLibrary: @unchecked Sendable {
  /// The library's file name.
  static var name: String { unsafe String(cString: eros_curl_library()) }

  /// `nil` if the system has no version that this module supports.
  static let loaded = CurlLibrary()

  let functions: eros_curl

  private init?() {
    var functions = eros_curl()
    guard unsafe eros_curl_load(&functions) != 0,
      functions.global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
    else { return nil }
    self.functions = functions
  }

  func text(of code: CURLcode) -> String {
    unsafe functions.easy_strerror(code).map { unsafe String(cString: $0) }
      ?? "error \(code.rawValue)"
  }
}
