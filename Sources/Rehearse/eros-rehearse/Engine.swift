import CJavaScriptCore

/// The functions of JavaScriptCore, and conversions of its strings.
struct Engine {
  let functions: eros_javascript

  /// Loads the library, or returns `nil` if it is not installed.
  init?() {
    var functions = eros_javascript()
    guard unsafe eros_javascript_load(&functions) else { return nil }
    self.functions = functions
  }

  /// The name and the version, such as `JavaScriptCore 2.50.4`.
  var name: String {
    let version = [functions.version_major, functions.version_minor, functions.version_micro]
    let text = version.map { "\($0)" }.joined(separator: ".")
    return "JavaScriptCore" + (version.contains { $0 > 0 } ? " " + text : "")
  }

  /// Starts the engine, so that it has opened its files and started its threads.
  func warmUp() {
    let group = functions.ContextGroupCreate()
    let context = unsafe functions.GlobalContextCreateInGroup(group, nil)
    _ = unsafe withString("[1].map((item) => new Date(item) + item.toLocaleString())") { script in
      unsafe functions.EvaluateScript(context, script, nil, nil, 1, nil)
    }
    unsafe functions.GlobalContextRelease(context)
    unsafe functions.ContextGroupRelease(group)
  }

  /// Passes `text` to `body` as a string of the engine.
  func withString<Result>(_ text: String, _ body: (JSStringRef?) -> Result) -> Result {
    let string = unsafe makeString(text)
    defer { unsafe functions.StringRelease(string) }
    return unsafe body(string)
  }

  private func makeString(_ text: String) -> JSStringRef? {
    // The first function reads up to a NUL.
    guard text.utf8.contains(0) else {
      return unsafe text.withCString { unsafe functions.StringCreateWithUTF8CString($0) }
    }
    let characters = Array(text.utf16)
    return unsafe characters.withUnsafeBufferPointer { buffer in
      unsafe functions.StringCreateWithCharacters(buffer.baseAddress, buffer.count)
    }
  }

  /// Returns at most `limit` UTF-16 code units of a string, and releases it.
  func take(_ string: JSStringRef?, limit: Int) -> String {
    guard let string = unsafe string else { return "" }
    defer { unsafe functions.StringRelease(string) }
    let count = min(unsafe functions.StringGetLength(string), limit)
    guard let characters = unsafe functions.StringGetCharactersPtr(string) else { return "" }
    return unsafe String(
      decoding: UnsafeBufferPointer(start: characters, count: count), as: UTF16.self)
  }
}
