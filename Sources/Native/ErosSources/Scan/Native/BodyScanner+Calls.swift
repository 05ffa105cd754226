import ErosSyntax

/// Finds out if functions with registrations run, from the calls in their file.
extension BodyScanner {
  /// The maximum number of calls to follow.
  ///
  /// This limits the work on hostile sources.
  private static var maximumCallCount: Int { 256 }

  /// A call, with the functions and brackets around it, the innermost last.
  private typealias Call = (index: Int, functions: [Int], brackets: [Int])

  /// Sets ``SourceFunction/run`` where a function registers something, once the whole file is read.
  mutating func readCallers() {
    let contexts = unit.registrations.map(\.context) + unit.calls.map(\.context)
    let registering = Set(contexts.compactMap(\.function))
    guard !registering.isEmpty else { return }
    let (calls, starts) = findCalls()
    var returns = EarlyReturns()
    let entryPoints = entryPoints(starts, &returns)
    for id in registering.sorted() {
      var left = Self.maximumCallCount
      unit.functions[id].run = run(of: id, calls, entryPoints, below: [], &left, &returns)
    }
  }

  /// Finds calls to the file's functions, by name, and calls that start the Weex SDK.
  ///
  /// One pass finds what is around all calls. Searching for each would read its function again.
  private func findCalls() -> (byName: [String: [Call]], starts: [Call]) {
    let names = Set(unit.functions.map(\.firstName))
    let bodies = unit.functions.map(\.body)
    var waiting = ArraySlice(
      bodies.indices.sorted { (bodies[$0].lowerBound, $1) < (bodies[$1].lowerBound, $0) })
    var functions: [Int] = []
    var brackets = OpenBrackets(tokens)
    var calls: [String: [Call]] = [:]
    var starts: [Call] = []
    for index in 0..<tokens.count {
      guard let name = tokens.word(index) else { continue }
      let isCall = names.contains(name) && tokens.isCall(index)
      let isStart = startsEngine(name, index)
      guard isCall || isStart else { continue }
      while let first = waiting.first, bodies[first].lowerBound <= index {
        functions.append(waiting.removeFirst())
      }
      functions.removeAll { bodies[$0].upperBound <= index }
      brackets.move(to: index)
      let call: Call = (index, functions, Array(brackets.indexes.suffix(Self.maximumDepth)))
      if isCall { calls[name, default: []].append(call) }
      if isStart { starts.append(call) }
    }
    return (calls, starts)
  }

  /// A function is certain to run if it is an entry point, or if a call has no condition.
  private func run(
    of id: Int, _ calls: [String: [Call]], _ entryPoints: Set<Int>, below callees: [Int],
    _ left: inout Int, _ returns: inout EarlyReturns
  ) -> SourceFunction.Run {
    if entryPoints.contains(id) { return .certain }
    var run = SourceFunction.Run.unknown
    for call in calls[unit.functions[id].firstName] ?? [] {
      guard left > 0 else { return .unknown }
      left -= 1
      let caller = call.functions.last
      if let caller, caller == id || callees.contains(caller) { continue }
      let outer = caller.map {
        self.run(of: $0, calls, entryPoints, below: callees + [id], &left, &returns)
      }
      guard let condition = condition(of: call, &returns) ?? outer?.condition else {
        return .certain
      }
      if run == .unknown { run = .under(condition) }
    }
    return run
  }

  private func condition(of call: Call, _ returns: inout EarlyReturns) -> String? {
    if tokens.isConditional(call.index) {
      let start = tokens.range(call.index).lowerBound
      let text = tokens.conditions.last { $0.range.contains(start) }?.text
      return "#if " + (text ?? "…")
    }
    let start = call.functions.last.map { unit.functions[$0].body.lowerBound } ?? 0
    let brackets = call.brackets.filter { $0 >= start }
    let statement = tokens.call(at: call.index, in: brackets)?.lowerBound ?? call.index
    return tokens.condition(around: statement, in: brackets, &returns)
  }

  // MARK: Entry points

  /// Returns the functions that run when the app starts.
  ///
  /// The system calls them, or they start the Weex SDK: one of `starts` is in them and has no
  /// condition.
  private func entryPoints(_ starts: [Call], _ returns: inout EarlyReturns) -> Set<Int> {
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
    let named = unit.functions.indices.filter { names.contains(unit.functions[$0].name) }
    let starting = starts.filter { condition(of: $0, &returns) == nil }.flatMap { $0.functions }
    return Set(named + starting)
  }

  private func startsEngine(_ name: String, _ index: Int) -> Bool {
    // Older versions spell the name wrong.
    if ["initSDKEnvironment", "initSDKEnviroment"].contains(name) { return true }
    return ["initialize", "init"].contains(name) && tokens.isPunctuation(index - 1, ".")
      && tokens.isWord(index - 2, "WXSDKEngine")
  }
}
