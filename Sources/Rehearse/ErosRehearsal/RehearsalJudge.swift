import ErosBundle
import ErosCore
import ErosRehearsalMessages

/// Judges one run of a page.
///
/// An exception is an error if the page has used nothing that the environment does not know,
/// because otherwise an unknown value may be the cause. It is also an error if it occurs with
/// different unknown values as well. A name that exists nowhere is always an error.
struct RehearsalJudge {
  private let page: RehearsalPage
  private let files: Set<String>
  private(set) var findings: [RehearsalFinding] = []
  private var unknownNames: [String] = []
  private var stubNames: [String] = []
  /// Native methods whose results the page has used.
  private var resultNames: [String] = []
  /// Uses of native modules and methods that the presets lack, in an app without a description.
  private var undescribed: [RehearsalFact] = []
  private var missingMethods: [StackFrame: [String]] = [:]
  private var hasFailed = false
  private var readsParameters = false
  private let waits: Bool
  private(set) var hasRendered = false
  /// `true` if the page was not judged because the app has no description.
  private(set) var lacksDescription = false
  /// The first exception that may depend on unknown values.
  private(set) var doubtfulException: RehearsalFact?
  /// The exception that occurs with all variants of unknown values.
  private let ownException: RehearsalFact?

  init(_ page: RehearsalPage, _ outcome: RehearsalOutcome, ownException: RehearsalFact? = nil) {
    self.page = page
    self.ownException = ownException
    files = Set(page.scripts.map(\.file))
    waits = outcome.facts.contains { $0.kind == .waits }
    for missing in page.web?.missing ?? [] {
      let finding = Finding(
        RehearsalFindingCode.resourceMissing, file: page.script.file, at: missing.position,
        "the script '\(missing.path.escapedForDisplay)' is not in the bundle")
      findings.append(RehearsalFinding(finding: finding))
    }
    for fact in outcome.facts { judge(fact) }
    let isStopped = outcome.facts.contains { $0.kind == .time }
    if !isStopped || outcome.ending != .time { judge(outcome.ending) }
    if !hasFailed { judgeRendering() }
  }

  /// `true` if the page, or part of it, could not be judged.
  var isUnjudged: Bool { findings.contains { $0.finding.has(RehearsalFindingCode.pageNotJudged) } }

  private static let timeProblem: Message = "the page exceeds the time limit"

  // MARK: - Facts

  private mutating func judge(_ fact: RehearsalFact) {
    switch fact.kind {
    case .syntax: fail(.scriptInvalid, fact, "\(fact.text)")
    case .load, .hook, .render: judgeException(fact)
    case .later: judgeLater(fact)
    case .rejection: judgeRejection(fact)
    case .module: add(.moduleMissing, fact, "the app does not have the \(fact.entry)")
    case .arguments: add(.argumentsInvalid, fact, fact.argumentProblem)
    // The SDKs ignore additional arguments.
    case .excessArguments: add(.argumentsInvalid, fact, as: .warning, fact.argumentProblem)
    case .missing:
      if let frame = frame(of: fact) { missingMethods[frame.line, default: []].append(fact.text) }
    case .unknown: if !unknownNames.contains(fact.text) { unknownNames.append(fact.text) }
    case .undescribed: addUndescribed(fact)
    case .stub: if !stubNames.contains(fact.text) { stubNames.append(fact.text) }
    case .result: if !resultNames.contains(fact.text) { resultNames.append(fact.text) }
    case .waits, .thrown: break
    case .rendered: hasRendered = true
    case .asset: judgeAsset(fact)
    case .parameters: readsParameters = true
    case .time: judgeLimit(.pageTooSlow, fact, Self.timeProblem)
    }
  }

  private mutating func addUndescribed(_ fact: RehearsalFact) {
    if !undescribed.contains(where: { $0.text == fact.text }) { undescribed.append(fact) }
  }

  /// A loop over a document or an API that is unknown here may have no end.
  private mutating func judgeLimit(
    _ code: RehearsalFindingCode, _ fact: RehearsalFact?, _ message: Message
  ) {
    guard page.framework == .web || page.isOfUniApp, let name = (unknownNames + stubNames).first
    else { return fail(code, fact, message) }
    hasFailed = true
    addNote("\(message); it uses '\(name)', which is unknown here", fact)
  }

  /// Only the first exception counts: the others may follow from it.
  private mutating func judgeException(_ fact: RehearsalFact) {
    guard !hasFailed else { return }
    if page.framework == .web { return judgeWebException(fact) }
    if page.framework == .service {
      if fact.isOfFailedBuild { fail(.pageThrows, fact, "\(fact.text)") }
    } else if let name = fact.browserName {
      hasFailed = true
      addNote(Self.reason(ofBrowserName: name), fact)
    } else if let method = missingMethod(in: fact) {
      fail(.methodMissing, fact, "the app does not have the method '\(method)': \(fact.text)")
    } else if fact.kind == .render, waits, !fact.isUnknownName {
      hasFailed = true
      addNote("\(fact.text); it may have data after a native callback is called", fact)
    } else if page.framework == .weex, fact.isMissingVue {
      hasFailed = true
      addNote("it needs 'Vue', but names the framework 'Weex'", fact)
    } else if fact.isMissingChunkLoader, page.isChunkOnDemand {
      hasFailed = true
      addNote("it is a chunk that a page loads on demand", fact)
    } else if readsParameters, fact.isOfMissingValue, fact != ownException {
      hasFailed = true
      doubt(fact)
      addNote("\(fact.text); the caller of the page may pass the value in its URL", fact)
    } else if page.mayGainMembers, isOfMissingMember(fact) {
      hasFailed = true
      addNote(
        "\(fact.text); the app board or 'main.js' of the app may add it, and is unknown", fact)
    } else if isCertain(fact) {
      fail(.pageThrows, fact, "\(fact.text)", remedy: fact.remedy)
    } else {
      hasFailed = true
      let doubts = doubts(about: fact)
      if !doubts.isEmpty { doubt(fact) }
      let reason: Message =
        doubts.isEmpty
        ? "the environment of the rehearsal throws it"
        : "the page uses \(Self.list(doubts)), unknown here"
      addNote("\(fact.text); \(reason)", fact)
    }
  }

  /// Returns the missing method that an exception names, at the exception's line.
  ///
  /// A minified script has one line, so its line alone does not identify the method.
  private func missingMethod(in fact: RehearsalFact) -> String? {
    guard let frame = frame(of: fact) else { return nil }
    let words = fact.text.split { !($0.isLetter || $0.isNumber || "_$".contains($0)) }
    return missingMethods[frame.line]?.last { method in
      method.split(separator: ".").last.map(words.contains) ?? false
    }
  }

  /// Returns `true` if a component lacks a member, even if a variable such as `_vm` holds it.
  private func isOfMissingMember(_ fact: RehearsalFact) -> Bool {
    if fact.isOfMissingMember { return true }
    guard let owner = fact.ownerOfMissingFunction, let frame = frame(of: fact),
      let script = page.script(of: frame), let offset = frame.offset(in: script.text)
    else { return false }
    return ThisAliases(script.text, at: offset).contains(owner)
  }

  /// Only judges exceptions that do not depend on the web view's document, because it is unknown.
  private mutating func judgeWebException(_ fact: RehearsalFact) {
    let isComplete = page.web.map { $0.unknownScripts.isEmpty && $0.missing.isEmpty } ?? false
    if isComplete, fact.isUnknownName, fact.browserName == nil {
      hasFailed = true
      add(.pageThrows, fact, as: .warning, "\(fact.text)", remedy: fact.remedy)
    } else if isComplete, !fact.isUnknownName, unknownNames.isEmpty, stubNames.isEmpty {
      fail(.pageThrows, fact, "\(fact.text)")
    } else {
      hasFailed = true
      addNote("\(fact.text); it may depend on the web view, or on a script that is not here", fact)
    }
  }

  /// Later code depends on what the user does, and on data that the page receives.
  private mutating func judgeLater(_ fact: RehearsalFact) {
    if page.framework == .web { return judgeWebException(fact) }
    if page.framework == .service { return }
    if let name = fact.browserName {
      addNote(Self.reason(ofBrowserName: name), fact)
    } else if fact.isUnknownName {
      add(.pageThrows, fact, "\(fact.text)", remedy: fact.remedy)
    } else {
      addNote("\(fact.text); code that runs after the first render is not judged", fact)
    }
  }

  private mutating func judgeRejection(_ fact: RehearsalFact) {
    if page.framework == .web { return judgeWebException(fact) }
    if page.framework == .service { return }
    let doubts = doubts(about: fact)
    if let name = fact.browserName {
      addNote(Self.reason(ofBrowserName: name), fact)
    } else if fact.isUnknownName {
      add(.rejectionUnhandled, fact, as: .error, "\(fact.text)", remedy: fact.remedy)
    } else if doubts.isEmpty, !page.mayGainMembers || !isOfMissingMember(fact),
      !readsParameters || !fact.isOfMissingValue || fact == ownException
    {
      add(.rejectionUnhandled, fact, "\(fact.text)")
    } else {
      if fact != ownException { doubt(fact) }
      let reason: Message =
        doubts.isEmpty
        ? "a value that the app or the caller of the page may add is missing"
        : "the page uses \(Self.list(doubts))"
      addNote("a promise is rejected: \(fact.text); \(reason)", fact)
    }
  }

  /// A literal in a script is a better position than the call that mounts the component.
  private mutating func judgeAsset(_ fact: RehearsalFact) {
    let text = fact.text.dropFirst(Self.assetScheme.utf8.count)
    guard page.script.path.isPage, fact.text.hasPrefix(Self.assetScheme),
      let path = AssetPath(String(text)),
      !path.candidates.contains(where: page.files.contains)
    else { return }
    let message: Message = "'\(fact.text.escapedForDisplay)' is not in the bundle"
    let literal = page.position(ofText: fact.text)
    let stack = literal.map { [$0] } ?? frames(of: fact)
    findings.append(
      RehearsalFinding(
        finding: Finding(
          RehearsalFindingCode.resourceMissing, file: stack.first?.file ?? page.script.file,
          at: stack.first?.position, message),
        stack: stack, missingFile: path.displayPath))
  }

  private static let assetScheme = "bmlocal://"

  private static func reason(ofBrowserName name: String) -> Message {
    "it needs '\(name)', which browsers have and Weex does not; if the app adds it, declare it in "
      + "'rehearsal.globals'"
  }

  private mutating func judge(_ ending: RehearsalOutcome.Ending) {
    switch ending {
    case .complete: break
    case .time: judgeLimit(.pageTooSlow, nil, Self.timeProblem)
    case .memory: judgeLimit(.pageTooLarge, nil, "the page exceeds the memory limit")
    case .crash(let status): fail(.pageCrashes, nil, "the engine exited with \(status)")
    }
  }

  private mutating func judgeRendering() {
    switch page.framework {
    case .unknown: addNote("the script names no framework, so only its syntax was checked", nil)
    case .web:
      let reason: Message = "a page for a web view is loaded without its document, and not rendered"
      let script = page.web?.unknownScripts.first
      addNote(script.map { "\(reason); it loads \($0), which is not here" } ?? reason, nil)
    case .service:
      addNote("'.vue' pages render in web views, so their code is loaded, and not rendered", nil)
    case .weex: addNote("pages of '.we' files are loaded, but not rendered", nil)
    case .vue, .rax:
      guard undescribed.isEmpty else { return addUndescribedNote() }
      guard !hasRendered else { return }
      if !page.mustRender {
        if page.script.path.isPage { return }
        addNote("it renders nothing; a script outside the page folders may be a library", nil)
      } else if waits {
        addNote("it renders nothing before a native callback is called", nil)
      } else if let name = (unknownNames + stubNames).first {
        addNote("it renders nothing, and uses '\(name)', which is unknown here", nil)
      } else {
        add(.pageNeverRenders, nil, "the page renders nothing")
      }
    }
  }

  // MARK: - Findings

  private mutating func addUndescribedNote() {
    lacksDescription = true
    let (name, more) = (undescribed[0].entry, undescribed.count - 1)
    addNote(
      more > 0
        ? "no description found, so it is unknown whether the app has the \(name) and \(more) more"
        : "no description found, so it is unknown whether the app has the \(name)", undescribed[0],
      remedy: page.descriptionRemedy)
  }

  private func isCertain(_ fact: RehearsalFact) -> Bool {
    fact.isUnknownName || doubts(about: fact).isEmpty && !fact.isThrownByEnvironment
  }

  /// Returns the unknown values that an exception may depend on.
  ///
  /// A member of an unknown value exists, but a comparison with it has a made-up result: a page
  /// that checks the status of a native result may take the branch without data.
  private func doubts(about fact: RehearsalFact) -> [String] {
    guard fact != ownException else { return [] }
    guard unknownNames.isEmpty, fact.isOfMissingValue else { return unknownNames }
    return stubNames + resultNames.filter { !stubNames.contains($0) }
  }

  private mutating func doubt(_ exception: RehearsalFact) {
    doubtfulException = doubtfulException ?? exception
  }

  /// Quotes the first few names for a message.
  private static func list(_ names: [String]) -> Message {
    let quotedNames = names.prefix(3).map { "'\($0)'" }
    let (list, more) = (quotedNames.joined(separator: ", "), names.count - quotedNames.count)
    return more > 0 ? "\(list) and \(more) more" : Message(verbatim: list)
  }

  private func frame(of fact: RehearsalFact?) -> StackFrame? {
    frames(of: fact).first
  }

  private func frames(of fact: RehearsalFact?) -> [StackFrame] {
    fact.map { StackFrame.frames(in: $0.stack, of: files) } ?? []
  }

  private mutating func fail(
    _ code: RehearsalFindingCode, _ fact: RehearsalFact?, _ message: Message, remedy: Message? = nil
  ) {
    hasFailed = true
    add(code, fact, message, remedy: remedy)
  }

  private mutating func addNote(
    _ reason: Message, _ fact: RehearsalFact?, remedy: Message? = nil
  ) {
    add(.pageNotJudged, fact, "not judged: \(reason)", reason: reason, remedy: remedy)
  }

  private mutating func add(
    _ code: RehearsalFindingCode, _ fact: RehearsalFact?, as severity: Finding.Severity? = nil,
    _ message: Message, reason: Message? = nil, remedy: Message? = nil
  ) {
    var stack = frames(of: fact)
    if code == .pageTooSlow, let loop = page.loop(at: stack) {
      stack.insert(loop, at: 0)
    }
    findings.append(
      RehearsalFinding(
        finding: Finding(
          code, as: severity, file: stack.first?.file ?? page.script.file,
          at: stack.first?.position, message, remedy: remedy),
        // The engine reports syntax errors without a column.
        stack: code == .scriptInvalid ? [] : stack, reason: reason))
  }
}

extension StackFrame {
  /// The frame without its column, because a call has several.
  var line: StackFrame {
    StackFrame(file: file, position: TextPosition(line: position.line, column: 1))
  }
}

extension RehearsalFact {
  /// `true` if no scope has the name.
  fileprivate var isUnknownName: Bool {
    unknownName != nil
  }

  /// The remedy for a name that no scope has.
  fileprivate var remedy: Message? {
    unknownName == nil
      ? nil
      : "define or import the name; if the app itself adds it to its pages, declare it in 'rehearsal.globals' of the configuration"
  }

  /// `true` if webpack put the error of a failed build into the script.
  fileprivate var isOfFailedBuild: Bool { text.contains(#/Module (build|parse) failed/#) }

  /// `true` if `Vue` is missing, the framework for pages.
  fileprivate var isMissingVue: Bool { unknownName == "Vue" }

  /// `true` if the function is missing that adds the modules of a webpack chunk.
  fileprivate var isMissingChunkLoader: Bool { unknownName?.hasPrefix("webpackJsonp") == true }

  /// `true` if the missing value may come from elsewhere, unlike in `null.x` or `{}[1].x`.
  fileprivate var isOfMissingValue: Bool {
    if text.contains("JSON Parse error") { return true }
    guard errorName == "TypeError", let mark = text.firstRange(of: "(evaluating '") else {
      return false
    }
    let expression = text[mark.upperBound...]
    return !Self.ownExpressions.contains { expression.hasPrefix($0) }
  }

  /// Expressions that start like this contain the missing value themselves.
  private static let ownExpressions = [
    "null.", "null[", "undefined.", "undefined[", "(void 0).", "{}.", "{}[", "({}).",
    "({})[", "[].", "[][", "super.", "super[",
  ]

  /// `true` if a component lacks a method or a property such as `$http`, because a plugin may add
  /// it.
  fileprivate var isOfMissingMember: Bool {
    guard errorName == "TypeError" else { return false }
    return text.contains("is not a function") && text.contains("'this.")
      || text.contains("undefined is not an object") && text.contains(".$")
  }

  /// The variable in a message such as `_vm.getImg is not a function`.
  fileprivate var ownerOfMissingFunction: String? {
    guard errorName == "TypeError", let end = text.firstRange(of: " is not a function") else {
      return nil
    }
    let parts = text[..<end.lowerBound].split(separator: " ").last?.split(separator: ".") ?? []
    return parts.count > 1 ? String(parts[0]) : nil
  }

  /// The module that the app lacks.
  fileprivate var entry: Message {
    Message(parsing: text, as: ["module '\("" as String)'"]) ?? Message(verbatim: text)
  }

  /// The texts of `weex.js` about the arguments of a call.
  private static let argumentTemplates: [Message] = {
    let value = ""
    return [
      "\(value) needs \(value), but the page passes \(value)",
      "\(value) takes '\(value)' as argument \(value), but the page passes \(value)",
      "\(value) takes \(value), but the page passes \(value)", "1 argument",
      "\(value) arguments", "null", "an array", "a value of type \(value)",
    ]
  }()

  /// Explains which arguments of the call do not fit.
  fileprivate var argumentProblem: Message {
    Message(parsing: text, as: Self.argumentTemplates) ?? Message(verbatim: text)
  }

  /// `true` if the page's environment throws, because it may lack something.
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
    unknownName.map(String.init).flatMap { name in
      let isInterface = Self.interfacePrefixes.contains { name.hasPrefix($0) }
      return isInterface || Self.browserNames.contains(name) ? name : nil
    }
  }

  /// Browser interfaces start with these texts, for example `HTMLElement`.
  private static let interfacePrefixes = [
    "AlipayJS", "Audio", "CSS", "DOM", "Device", "File", "HTML", "IDB", "Intersection", "Key",
    "Media", "Mouse",
    "Performance", "RTC", "Readable", "Resize", "SVG", "Touch", "UI", "Web", "WebKit", "Weixin",
    "XML", "XPath",
  ]

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
