import CJavaScriptCore
import ErosCore
import ErosRehearsalMessages

/// A page in a virtual machine of its own.
@safe
final class PageContext {
  /// The maximum number of timers that a page runs.
  private static let timerLimit = 10_000
  private static let environmentURL = "eros:environment"

  /// The running page.
  ///
  /// The functions that the engine calls have no other context.
  nonisolated(unsafe) private static var current: PageContext?

  private let engine: Engine
  private let recorder: FactRecorder
  private let group: JSContextGroupRef?
  private let context: JSGlobalContextRef?
  private let milliseconds: Int
  private let start = eros_processor_time()
  private let startOfLimit = eros_page_time()
  /// The cost up to the first element in the document.
  private(set) var firstRender: RehearsalCost?

  init(_ engine: Engine, _ recorder: FactRecorder, milliseconds: Int) {
    self.engine = engine
    self.recorder = recorder
    self.milliseconds = milliseconds
    unsafe group = engine.functions.ContextGroupCreate()
    unsafe context = engine.functions.GlobalContextCreateInGroup(group, nil)
    unsafe Self.current = self
    limitTime()
  }

  func release() {
    unsafe Self.current = nil
    unsafe engine.functions.GlobalContextRelease(context)
    unsafe engine.functions.ContextGroupRelease(group)
  }

  // MARK: - Running

  /// Records syntax errors in scripts that are not executed.
  func checkSyntax(of scripts: [RehearsalInput.Script]) {
    for script in scripts { _ = isValid(script) }
  }

  /// Loads scripts in a page's environment, and runs its timers.
  func load(_ scripts: [RehearsalInput.Script], settings: String, surface: String) {
    guard let nextTimer = unsafe startEnvironment(settings, surface) else { return }
    for script in scripts where !evaluate(script) { return }
    for _ in 0..<Self.timerLimit {
      limitTime()
      var exception: JSValueRef?
      let result = unsafe engine.functions.ObjectCallAsFunction(
        context, nextTimer, nil, 0, nil, &exception)
      if hasExceededTime { return }
      if let exception = unsafe exception {
        unsafe record(.later, "a timer", exception)
      } else if unsafe !engine.functions.ValueToBoolean(context, result) {
        return
      }
    }
  }

  /// Evaluates the environment, and returns its function that runs the next timer.
  private func startEnvironment(_ settings: String, _ surface: String) -> JSObjectRef? {
    let functions = engine.functions
    let source = unsafe String(
      cString: eros_environment_text())
    let host = unsafe engine.withString("host") {
      unsafe functions.ObjectMakeFunctionWithCallback(context, $0, hostCallback)
    }
    let rejected = unsafe engine.withString("rejected") {
      unsafe functions.ObjectMakeFunctionWithCallback(context, $0, rejectionCallback)
    }
    unsafe functions.GlobalContextSetUnhandledRejectionCallback(context, rejected, nil)
    let environment = unsafe engine.withString(source) { script in
      unsafe engine.withString(Self.environmentURL) { url in
        unsafe functions.EvaluateScript(context, script, nil, url, 1, nil)
      }
    }
    let texts = unsafe [settings, surface].map { text in
      unsafe engine.withString(text) { unsafe functions.ValueMakeString(context, $0) }
    }
    let arguments = unsafe [host] + texts
    var exception: JSValueRef?
    let result = unsafe arguments.withUnsafeBufferPointer { buffer in
      unsafe functions.ObjectCallAsFunction(
        context, environment, nil, buffer.count, buffer.baseAddress, &exception)
    }
    if let exception = unsafe exception { unsafe record(.load, "the environment", exception) }
    guard let result = unsafe result else { return nil }
    unsafe functions.ValueProtect(context, result)
    return unsafe result
  }

  /// Evaluates a script.
  ///
  /// Returns `false` if it ended with an exception.
  private func evaluate(_ script: RehearsalInput.Script) -> Bool {
    var exception: JSValueRef?
    let text = String(decoding: script.text, as: UTF8.self)
    unsafe engine.withString(text) { source in
      unsafe engine.withString(script.url) { url in
        _ = unsafe engine.functions.EvaluateScript(context, source, nil, url, 1, &exception)
      }
    }
    guard let exception = unsafe exception else { return true }
    if !hasExceededTime, isValid(script) { unsafe record(.load, "", exception) }
    return false
  }

  /// Returns `true` if a script is valid JavaScript.
  ///
  /// Otherwise records the error.
  private func isValid(_ script: RehearsalInput.Script) -> Bool {
    var exception: JSValueRef?
    let text = String(decoding: script.text, as: UTF8.self)
    let isValid = unsafe engine.withString(text) { source in
      unsafe engine.withString(script.url) { url in
        unsafe engine.functions.CheckScriptSyntax(context, source, url, 1, &exception)
      }
    }
    if !isValid, let exception = unsafe exception { unsafe recordSyntax(exception, in: script) }
    return isValid
  }

  // MARK: - Limits

  private var hasExceededTime = false

  /// Gives the engine the rest of the time.
  private func limitTime() {
    let used = Double(eros_page_time() - startOfLimit) / 1_000_000
    let remainingSeconds = max(0.001, Double(milliseconds) / 1_000 - used)
    unsafe engine.functions.ContextGroupSetExecutionTimeLimit(
      group, remainingSeconds, timeCallback, nil)
  }

  private func recordTime(_ context: JSContextRef?) {
    hasExceededTime = true
    // Unlike a backtrace, an error's stack has columns.
    let error = unsafe engine.functions.ObjectMakeError(context, 0, nil, nil)
    let stack = unsafe error.map { unsafe property("stack", of: $0) } ?? ""
    recorder.add(RehearsalFact(.time, "", stack: stack))
  }

  // MARK: - Facts

  /// The position of the last `throw`, if the page records them.
  private var lastThrown = ""

  /// Syntax errors come without a stack, only with a line.
  private func recordSyntax(_ error: JSValueRef, in script: RehearsalInput.Script) {
    unsafe recorder.add(
      RehearsalFact(
        .syntax, text(of: error, limit: FactRecorder.textLimit),
        stack: unsafe "@\(script.url):\(max(1, number("line", of: error))):1"))
  }

  private func record(_ kind: RehearsalFact.Kind, _ subject: String, _ error: JSValueRef) {
    let isObject = unsafe engine.functions.ValueIsObject(context, error)
    let message = unsafe text(of: error, limit: FactRecorder.textLimit)
    recorder.add(
      RehearsalFact(
        kind, subject.isEmpty ? message : subject + ": " + message,
        errorName: isObject ? unsafe property("name", of: error) : "",
        stack: unsafe stack(of: error)))
  }

  /// Returns an exception's stack, or the position of its `throw` if it has none.
  private func stack(of error: JSValueRef) -> String {
    let stack = unsafe property("stack", of: error)
    return stack.contains("@") ? stack : lastThrown
  }

  private func recordFact(_ values: UnsafeBufferPointer<JSValueRef?>) {
    guard let first = unsafe values.first ?? nil,
      let kind = unsafe RehearsalFact.Kind(rawValue: text(of: first, limit: 32))
    else { return }
    if kind == .thrown {
      lastThrown =
        values.count > 1
        ? unsafe values[1].map { unsafe text(of: $0, limit: FactRecorder.textLimit) } ?? "" : ""
      return
    }
    if kind == .rendered, firstRender == nil {
      firstRender = RehearsalCost(
        microseconds: Int64(eros_processor_time() - start),
        bytes: Int64(clamping: eros_watch_memory()))
    }
    let subject =
      values.count > 1
      ? unsafe values[1].map { unsafe text(of: $0, limit: FactRecorder.textLimit) } ?? "" : ""
    guard values.count > 2, let error = unsafe values[2] else {
      return recorder.add(RehearsalFact(kind, subject))
    }
    if kind == .hook || kind == .render { return unsafe record(kind, subject, error) }
    recorder.add(RehearsalFact(kind, subject, stack: unsafe property("stack", of: error)))
  }

  /// Returns the text of a value, or an empty text if the page makes this fail.
  private func text(of value: JSValueRef, limit: Int) -> String {
    unsafe engine.take(
      engine.functions.ValueToStringCopy(context, value, nil), limit: limit)
  }

  private func property(_ name: String, of object: JSValueRef) -> String {
    guard unsafe engine.functions.ValueIsObject(context, object) else { return "" }
    let value = unsafe engine.withString(name) {
      unsafe engine.functions.ObjectGetProperty(context, object, $0, nil)
    }
    return unsafe value.map { unsafe text(of: $0, limit: FactRecorder.stackLimit) } ?? ""
  }

  private func number(_ name: String, of object: JSValueRef) -> Int {
    Int(unsafe property(name, of: object)) ?? 0
  }

  // MARK: - Functions that the engine calls

  private let hostCallback: JSObjectCallAsFunctionCallback = {
    context, _, _, count, arguments, _ in
    unsafe PageContext.current?.recordFact(
      UnsafeBufferPointer(start: arguments, count: count))
    return unsafe PageContext.current?.undefined
  }

  private let rejectionCallback: JSObjectCallAsFunctionCallback = {
    context, _, _, count, arguments, _ in
    if count > 1, let reason = unsafe arguments?[1] {
      unsafe PageContext.current?.record(.rejection, "", reason)
    }
    return unsafe PageContext.current?.undefined
  }

  private let timeCallback: JSShouldTerminateCallback = { context, _ in
    unsafe PageContext.current?.recordTime(context)
    return true
  }

  private var undefined: JSValueRef? {
    unsafe engine.functions.ValueMakeUndefined(context)
  }
}
