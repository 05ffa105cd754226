import ErosSyntax

/// Whether the functions with registrations run, as the calls in their file show.
extension BodyScanner {
  /// The maximum number of calls to follow, which limits the work on hostile sources.
  private static var maximumCallCount: Int { 256 }

  /// Sets ``SourceFunction/run`` of the functions with registrations, after the whole file is read.
  mutating func readCallers() {
    let contexts = unit.registrations.map(\.context) + unit.calls.map(\.context)
    let registering = Set(contexts.compactMap(\.function))
    guard !registering.isEmpty else { return }
    let names = Set(unit.functions.map(\.firstName))
    var calls: [String: [Int]] = [:]
    for index in 0..<tokens.count {
      guard let name = tokens.word(index), names.contains(name), tokens.isCall(index) else {
        continue
      }
      calls[name, default: []].append(index)
    }
    for id in registering.sorted() {
      var left = Self.maximumCallCount
      unit.functions[id].run = run(of: id, calls, below: [], &left)
    }
  }

  /// A function is certain to run if it is an entry point, or if a call has no condition.
  private func run(
    of id: Int, _ calls: [String: [Int]], below callees: [Int], _ left: inout Int
  ) -> SourceFunction.Run {
    let function = unit.functions[id]
    if isEntryPoint(function) { return .certain }
    var run = SourceFunction.Run.unknown
    for index in calls[function.firstName] ?? [] {
      guard left > 0 else { return .unknown }
      left -= 1
      let caller = caller(at: index)
      if let caller, caller == id || callees.contains(caller) { continue }
      let outer = caller.map { self.run(of: $0, calls, below: callees + [id], &left) }
      guard let condition = condition(at: index, in: caller) ?? outer?.condition else {
        return .certain
      }
      if run == .unknown { run = .under(condition) }
    }
    return run
  }

  /// The innermost function around a call, or `nil`.
  private func caller(at index: Int) -> Int? {
    unit.functions.indices.filter { unit.functions[$0].body.contains(index) }
      .max { unit.functions[$0].body.lowerBound < unit.functions[$1].body.lowerBound }
  }

  private func condition(at index: Int, in function: Int?) -> String? {
    if tokens.isConditional(index) {
      let start = tokens.range(index).lowerBound
      let text = tokens.conditions.last { $0.range.contains(start) }?.text
      return "#if " + (text ?? "…")
    }
    let start = function.map { unit.functions[$0].body.lowerBound } ?? 0
    let brackets = (start..<index).filter { tokens.isOpening($0) && tokens.close($0) > index }
    let call = tokens.call(at: index, in: brackets)?.lowerBound ?? index
    return tokens.condition(around: call, in: brackets.suffix(Self.maximumDepth))
  }

  // MARK: Entry points

  /// Whether the system calls the function when the app starts, or it starts the Weex SDK.
  private func isEntryPoint(_ function: SourceFunction) -> Bool {
    let names: Set<String> =
      switch tokens.language {
      case .objectiveC:
        [
          "load", "main", "application:didFinishLaunchingWithOptions:",
          "application:willFinishLaunchingWithOptions:",
        ]
      case .swift: ["application", "main"]
      default: ["onCreate", "attachBaseContext"]
      }
    return names.contains(function.name)
      || function.body.contains { index in
        startsEngine(index) && condition(at: index, in: caller(at: index)) == nil
      }
  }

  private func startsEngine(_ index: Int) -> Bool {
    guard let name = tokens.word(index) else { return false }
    // The name has a spelling error in older versions.
    if ["initSDKEnvironment", "initSDKEnviroment"].contains(name) { return true }
    return ["initialize", "init"].contains(name) && tokens.isPunctuation(index - 1, ".")
      && tokens.isWord(index - 2, "WXSDKEngine")
  }
}
