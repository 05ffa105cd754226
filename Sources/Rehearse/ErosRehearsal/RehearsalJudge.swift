import ErosBundle
import ErosCore
import ErosRehearsalMessages

/// The judgement of one run.
///
/// An exception is an error only if the page has used nothing that the environment does not know: the
/// value of an unknown function may be the cause. A name that exists nowhere is always an error.
struct RehearsalJudge {
  private let page: RehearsalPage
  private let files: Set<String>
  private(set) var findings: [Finding] = []
  private var unknownNames: [String] = []
  private var stubNames: [String] = []
  private var missingMethods: [StackFrame: String] = [:]
  private var hasFailed = false
  private let waits: Bool
  private(set) var hasRendered = false

  init(_ page: RehearsalPage, _ outcome: RehearsalOutcome) {
    self.page = page
    files = Set(page.scripts.map(\.file))
    waits = outcome.facts.contains { $0.kind == .waits }
    for fact in outcome.facts { judge(fact) }
    judge(outcome.ending)
    if !hasFailed { judgeRendering() }
  }

  /// Whether the page, or a part of it, could not be judged.
  var isUnjudged: Bool { findings.contains { $0.has(RehearsalFindingCode.pageNotJudged) } }

  // MARK: - Facts

  private mutating func judge(_ fact: RehearsalFact) {
    switch fact.kind {
    case .syntax: fail(.scriptInvalid, fact, fact.text)
    case .load, .hook, .render: judgeException(fact)
    case .later: judgeLater(fact)
    case .rejection: judgeRejection(fact)
    case .module: add(.moduleMissing, fact, "the app does not have the \(fact.text)")
    case .arguments: add(.argumentsInvalid, fact, fact.text)
    case .missing:
      if let frame = frame(of: fact) { missingMethods[frame.line] = fact.text }
    case .unknown: if !unknownNames.contains(fact.text) { unknownNames.append(fact.text) }
    case .stub: if !stubNames.contains(fact.text) { stubNames.append(fact.text) }
    case .waits: break
    case .rendered: hasRendered = true
    case .time: fail(.pageTooSlow, fact, "the page exceeds the limit of time")
    }
  }

  /// Only the first exception counts: the others may follow from it.
  private mutating func judgeException(_ fact: RehearsalFact) {
    guard !hasFailed else { return }
    if let name = fact.browserName {
      hasFailed = true
      addNote(Self.reason(ofBrowserName: name), fact)
    } else if let frame = frame(of: fact), let method = missingMethods[frame.line] {
      fail(.methodMissing, fact, "the app does not have the method '\(method)': \(fact.text)")
    } else if fact.kind == .render, waits, !fact.isUnknownName {
      hasFailed = true
      addNote("\(fact.text); it may have data after a native callback is called", fact)
    } else if isCertain(fact) {
      fail(.pageThrows, fact, fact.text)
    } else {
      hasFailed = true
      let reason =
        unknownNames.isEmpty
        ? "the environment of the rehearsal throws it"
        : "the page uses \(unknownText), which is unknown here"
      addNote("\(fact.text); \(reason)", fact)
    }
  }

  /// Later code depends on the use of the page, and on data that it receives.
  private mutating func judgeLater(_ fact: RehearsalFact) {
    if let name = fact.browserName {
      addNote(Self.reason(ofBrowserName: name), fact)
    } else if fact.isUnknownName {
      add(.pageThrows, fact, fact.text)
    } else {
      addNote("\(fact.text); code that runs after the first render is not judged", fact)
    }
  }

  private mutating func judgeRejection(_ fact: RehearsalFact) {
    if let name = fact.browserName {
      addNote(Self.reason(ofBrowserName: name), fact)
    } else if fact.isUnknownName {
      add(.rejectionUnhandled, fact, as: .error, fact.text)
    } else if unknownNames.isEmpty {
      add(.rejectionUnhandled, fact, fact.text)
    } else {
      addNote("a promise is rejected: \(fact.text); the page uses \(unknownText)", fact)
    }
  }

  private static func reason(ofBrowserName name: String) -> String {
    "it needs '\(name)', which browsers have and Weex does not; if the app adds it, declare it in "
      + "'rehearsal.globals'"
  }

  private mutating func judge(_ ending: RehearsalOutcome.Ending) {
    switch ending {
    case .complete: break
    case .time: fail(.pageTooSlow, nil, "the page exceeds the limit of time")
    case .memory: fail(.pageTooLarge, nil, "the page exceeds the limit of memory")
    case .crash(let status): fail(.pageCrashes, nil, "the engine exited with \(status)")
    }
  }

  private mutating func judgeRendering() {
    switch page.framework {
    case .unknown: addNote("the script names no framework, so only its syntax was checked", nil)
    case .weex: addNote("pages of '.we' files are loaded, but not rendered", nil)
    case .vue, .rax:
      guard !hasRendered else { return }
      if !page.mustRender {
        if page.script.path.isPage { return }
        addNote("it renders nothing; a script outside the page folders may be a library", nil)
      } else if waits {
        addNote("it renders nothing before a native callback is called", nil)
      } else if let name = (unknownNames + stubNames).first {
        addNote("it renders nothing, and uses '\(name)', which is unknown here", nil)
      } else {
        add(.pageNeverRenders, nil, "the page puts nothing into the document")
      }
    }
  }

  // MARK: - Findings

  private func isCertain(_ fact: RehearsalFact) -> Bool {
    fact.isUnknownName || unknownNames.isEmpty && !fact.isThrownByEnvironment
  }

  /// The first unknown names, for messages.
  private var unknownText: String {
    let shown = unknownNames.prefix(3).map { "'\($0)'" }
    let more = unknownNames.count - shown.count
    return shown.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
  }

  private func frame(of fact: RehearsalFact?) -> StackFrame? {
    fact.flatMap { StackFrame.first(in: $0.stack, of: files) }
  }

  private mutating func fail(
    _ code: RehearsalFindingCode, _ fact: RehearsalFact?, _ message: String
  ) {
    hasFailed = true
    add(code, fact, message)
  }

  private mutating func addNote(_ reason: String, _ fact: RehearsalFact?) {
    add(.pageNotJudged, fact, "not judged: " + reason)
  }

  private mutating func add(
    _ code: RehearsalFindingCode, _ fact: RehearsalFact?, as severity: Finding.Severity? = nil,
    _ message: String
  ) {
    let frame = frame(of: fact)
    findings.append(
      Finding(
        code, as: severity, file: frame?.file ?? page.script.file, at: frame?.position, message))
  }
}

extension StackFrame {
  /// The frame without its column, because a call has several.
  fileprivate var line: StackFrame {
    StackFrame(file: file, position: TextPosition(line: position.line, column: 1))
  }
}

extension RehearsalFact {
  /// Whether the exception is about a name that no scope has.
  fileprivate var isUnknownName: Bool {
    unknownName != nil
  }

  /// Whether the exception comes from the environment of the page, which may lack something.
  fileprivate var isThrownByEnvironment: Bool {
    let frame = stack.split(separator: "\n").first { !$0.hasSuffix("[native code]") }
    return frame?.contains("@eros:environment:") == true && text.contains("TypeError")
  }

  /// The name in a message such as `ReferenceError: Can't find variable: name`.
  private var unknownName: Substring? {
    guard errorName == "ReferenceError",
      let range = text.firstRange(of: "Can't find variable: ")
    else { return nil }
    return text[range.upperBound...]
  }

  /// The unknown name if browsers have it: some apps add such names to their pages.
  fileprivate var browserName: String? {
    unknownName.map(String.init).flatMap { Self.browserNames.contains($0) ? $0 : nil }
  }

  private static let browserNames: Set<String> = [
    "Audio", "Blob", "CustomEvent", "DOMParser", "Element", "Event", "EventSource", "File",
    "FileReader", "FormData", "HTMLElement", "Headers", "Image", "MutationObserver", "Node",
    "Notification", "Request", "Response", "TextDecoder", "TextEncoder", "URL", "URLSearchParams",
    "WebSocket", "Worker", "XMLHttpRequest", "addEventListener", "alert", "atob", "btoa", "confirm",
    "crypto", "fetch", "getComputedStyle", "history", "localStorage", "location", "matchMedia",
    "navigator", "performance", "postMessage", "prompt", "screen", "self", "sessionStorage",
    "window",
  ]
}
