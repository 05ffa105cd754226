import ErosConfig
import ErosCore
import ErosRegistry
import ErosSyntax

extension SourceLinker {
  private typealias Arguments = [String: SymbolTable.Argument]

  /// A call that makes a registration, with its arguments by parameter.
  private struct Call {
    let arguments: Arguments
    let position: FilePosition
    let condition: String?
    let function: SourceFunction?
  }

  /// The maximum number of function calls between a registration and its arguments.
  private static let maximumCallDepth = 4
  /// The maximum number of registrations.
  ///
  /// This limits the work on hostile sources.
  private static let maximumCount = 1 << 16

  /// Adds the registrations that a call makes, or reports the call.
  mutating func link(_ registration: Located<WrittenRegistration>) {
    let written = registration.value
    let call = Call(
      arguments: [:], position: written.position, condition: written.context.condition,
      function: function(around: written.context, in: registration.unit))
    if add(registration, call) { return }
    if let function = written.context.function,
      isForwarded(written, in: units[registration.unit].functions[function])
    {
      return follow(registration, from: .init(unit: registration.unit, function: function))
    }
    if addRows(of: registration) { return }
    reportUnread(registration)
  }

  private func function(around context: SourceContext, in unit: Int) -> SourceFunction? {
    context.function.map { units[unit].functions[$0] }
  }

  private func isForwarded(_ written: WrittenRegistration, in function: SourceFunction) -> Bool {
    written.className.uses(function.parameters)
      || written.names.contains { $0.uses(function.parameters) }
  }

  /// Adds what `call` registers.
  ///
  /// Returns `false` if no name is known.
  private mutating func add(_ registration: Located<WrittenRegistration>, _ call: Call) -> Bool {
    let table = table(of: registration.unit)
    let written = registration.value
    let scope = scope(written.context, in: registration.unit)
    let className =
      written.kind.isNamedByClass
      ? table.instanceClass(of: written.className, in: scope)
      : table.className(of: written.className, in: scope, call.arguments)
    guard let className else { return false }
    let names =
      written.kind.isNamedByClass
      ? [ClassIndex.simpleName(className)]
      : written.names.map { table.text(of: $0, in: scope, call.arguments) }
    let resolvedNames = names.compactMap { $0 }
    guard !resolvedNames.isEmpty, facts.registrations.count < Self.maximumCount else {
      return false
    }
    for name in resolvedNames {
      append(
        written, name, className, in: registration.unit, at: call.position, under: call.condition,
        call.function)
    }
    // A list may mix literals with constants that no source has.
    if resolvedNames.count < names.count { reportUnread(registration, at: call.position) }
    return true
  }

  private mutating func append(
    _ written: WrittenRegistration, _ name: String, _ className: String, in unit: Int,
    at position: FilePosition, under condition: String?, _ function: SourceFunction?
  ) {
    let isFallback = written.context.mentions.contains("handlerForProtocol")
    let file = unitsByFile[position.file].map { units[$0] }
    let lines = file?.conditions.first { $0.lines.contains(position.position.line) }
    facts.registrations.append(
      SourceRegistration(
        written: written, name: name, platform: units[unit].platform,
        className: qualified(className, in: unit), position: position, conditional: lines,
        condition: isFallback ? nil : condition ?? function?.run.condition,
        isRun: function?.run == .certain, isFallback: isFallback))
  }

  /// Returns the qualified class name.
  ///
  /// If nothing declares the class, it is assumed in the file's package.
  private func qualified(_ className: String, in unit: Int) -> String {
    let package = units[unit].package
    let isKnown = units[unit].platform == .ios || className.contains(".") || package.isEmpty
    return isKnown ? className : package + "." + className
  }

  // MARK: Loops

  /// Adds the rows of the table in the loop around a call.
  private mutating func addRows(of registration: Located<WrittenRegistration>) -> Bool {
    let written = registration.value
    guard !written.kind.isNamedByClass, written.kind != .entry(.jsAPI) else { return false }
    let table = table(of: registration.unit)
    guard let tableRows = rows(for: registration) else {
      report(
        written.kind.reportedTitle, "the loops of the sources have too many rows to follow",
        at: written.position)
      return true
    }
    guard !tableRows.isEmpty else { return false }
    let scope = scope(written.context, in: registration.unit)
    let ownClass = table.className(of: written.className, in: scope)
    let ownName = written.names.count == 1 ? table.text(of: written.names[0], in: scope) : nil
    guard ownName == nil else { return false }
    for row in tableRows {
      let rowScope = self.scope(row.value.context, in: row.unit)
      let name = table.text(of: row.value.name, in: rowScope)
      let className =
        row.value.className.map { value in
          table.className(of: value, in: rowScope)
            ?? (written.className.isType ? table.text(of: value, in: rowScope) : nil)
        } ?? ownClass
      guard let name, let className else {
        let unknown = name == nil ? row.value.name : row.value.className ?? .unknown
        report(
          written.kind.reportedTitle,
          reason(unknown, in: rowScope, table, what: name == nil ? "the name" : "the class"),
          at: row.value.position)
        continue
      }
      append(
        written, name, className, in: row.unit, at: row.value.position,
        under: written.context.condition, function(around: written.context, in: registration.unit))
    }
    return true
  }

  /// Returns the rows that the loop around a registration adds.
  ///
  /// Returns `nil` if there are too many rows.
  private mutating func rows(
    for registration: Located<WrittenRegistration>
  ) -> [Located<TableRow>]? {
    let context = registration.value.context
    let tables = context.mentions.sorted(by: inByteOrder).compactMap { rows[$0] }
    let id = context.function.map { FunctionID(unit: registration.unit, function: $0) }
    let rowsOfFunction = id.flatMap { rowsOfFunctions[$0] } ?? []
    let count = tables.reduce(rowsOfFunction.count) { $0 + $1.count }
    guard count > 0 else { return [] }
    remainingRows -= count
    guard remainingRows > 0 else { return nil }
    let platform = units[registration.unit].platform
    let needsClass =
      table(of: registration.unit).className(
        of: registration.value.className, in: scope(context, in: registration.unit)) == nil
    let units = units
    let named = tables.joined().filter { row in
      units[row.unit].platform == platform && (row.value.className != nil) == needsClass
        && (row.unit == registration.unit || Self.isMentioned(row.value.context.type, in: context))
    }
    guard named.isEmpty else { return named }
    return rowsOfFunction.filter { ($0.className != nil) == needsClass }
      .map { Located(value: $0, unit: registration.unit) }
  }

  private static func isMentioned(_ type: String, in context: SourceContext) -> Bool {
    !type.isEmpty && context.mentions.contains(ClassIndex.simpleName(type))
  }

  // MARK: Functions and macros

  /// Adds a registration for each call of a function that registers its arguments.
  private mutating func follow(_ registration: Located<WrittenRegistration>, from id: FunctionID) {
    // Overloads of the host's own API call each other.
    let function = units[id.unit].functions[id.function]
    if WrittenRegistration.androidCalls[function.name] != nil,
      RegistrationIdiom.engines.contains(ClassIndex.simpleName(function.owner))
    {
      return
    }
    let callSites = calls(of: id, depth: 0, under: condition(of: registration, in: function))
    guard callsLeft > 0 else {
      report(
        registration.value.kind.reportedTitle, "the sources have too many calls to follow",
        at: registration.value.position)
      return
    }
    guard !callSites.isEmpty else { return reportUnread(registration) }
    for call in callSites where !add(registration, call) {
      if isLoader(registration), call.position.file == registration.value.position.file { continue }
      report(
        registration.value.kind.reportedTitle,
        "the name or class in this call of '\(name(of: id).escapedForDisplay)' is computed",
        at: call.position)
    }
  }

  /// Returns `true` in a class that registers what files in the project list.
  func isLoader(_ registration: Located<WrittenRegistration>) -> Bool {
    RegistrationIdiom.loaders.contains(registration.value.context.type)
  }

  private func name(of id: FunctionID) -> String { units[id.unit].functions[id.function].name }

  /// Returns the condition in a function, unless it depends on a parameter, like a check of a name.
  private func condition(
    of registration: Located<WrittenRegistration>, in function: SourceFunction
  ) -> String? {
    registration.value.context.condition.flatMap { text in
      let names = text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
      return names.contains(where: function.parameters.contains) ? nil : text
    }
  }

  /// Returns the calls of a function, directly or through functions that call it.
  ///
  /// `condition` is the condition in the function itself.
  private mutating func calls(of id: FunctionID, depth: Int, under condition: String?) -> [Call] {
    let function = units[id.unit].functions[id.function]
    guard depth < Self.maximumCallDepth else { return [] }
    var result: [Call] = []
    for call in calls[function.name] ?? [] {
      guard callsLeft > 0 else { break }
      callsLeft -= 1
      guard isCall(call, of: function, in: id.unit) else { continue }
      let condition = call.value.context.condition ?? condition
      let outer =
        caller(passingOn: call).map { calls(of: $0, depth: depth + 1, under: condition) }
        ?? [
          Call(
            arguments: [:], position: call.value.position, condition: condition,
            function: self.function(around: call.value.context, in: call.unit))
        ]
      result += outer.map { outer in
        Call(
          arguments: arguments(of: call, for: function, outer.arguments), position: outer.position,
          condition: outer.condition, function: outer.function)
      }
    }
    return result
  }

  /// Returns the function around a call, if the call passes on the function's parameters.
  private func caller(passingOn call: Located<WrittenCall>) -> FunctionID? {
    guard let caller = call.value.context.function else { return nil }
    let parameters = units[call.unit].functions[caller].parameters
    guard call.value.arguments.contains(where: { $0.uses(parameters) }) else { return nil }
    return .init(unit: call.unit, function: caller)
  }

  private func arguments(
    of call: Located<WrittenCall>, for function: SourceFunction, _ outer: Arguments
  ) -> Arguments {
    let table = table(of: call.unit)
    let scope = scope(call.value.context, in: call.unit)
    return Dictionary(
      zip(function.parameters, call.value.arguments).map { parameter, value in
        let className = table.className(of: value, in: scope, outer)
        return (
          parameter,
          .init(
            text: table.text(of: value, in: scope, outer),
            className: className.map { qualified($0, in: call.unit) },
            written: value.path)
        )
      }
    ) { first, _ in first }
  }

  private func isCall(
    _ call: Located<WrittenCall>, of function: SourceFunction, in unit: Int
  ) -> Bool {
    guard units[call.unit].platform == units[unit].platform,
      call.value.arguments.count == function.parameters.count
    else { return false }
    guard units[unit].platform == .android else { return true }
    let table = table(of: call.unit)
    let scope = scope(call.value.context, in: call.unit)
    if let receiver = call.value.receiver.last, receiver != "this" {
      // A receiver that is a variable may have any type.
      guard receiver.first?.isUppercase == true else { return true }
      let name = table.typeName(call.value.receiver.joined(separator: "."), in: scope)
      return inherits(name, from: function.owner, table)
    }
    return isInScope(function, of: call, table)
  }

  /// Returns `true` if an unqualified call means a method of an enclosing type, or an import.
  private func isInScope(
    _ function: SourceFunction, of call: Located<WrittenCall>, _ table: SymbolTable
  ) -> Bool {
    let types = SymbolTable.enclosing(call.value.context.type)
    if types.contains(where: { inherits($0, from: function.owner, table) }) { return true }
    let unit = units[call.unit]
    return function.owner.isEmpty || unit.imports[function.name] != nil
      || unit.wildcards.contains {
        $0.joined(separator: ".") == function.owner.replacing("$", with: ".")
      }
  }

  private func inherits(_ type: String, from base: String, _ table: SymbolTable) -> Bool {
    table.ancestors(of: type).contains { $0 == base || $0 + "$Companion" == base }
  }

  // MARK: Unqualified calls

  /// Follows `registerModule(…)` without a receiver, in classes that inherit or import it.
  mutating func linkUnqualifiedCalls() {
    for (index, unit) in units.enumerated() where unit.platform == .android {
      for call in unit.calls where WrittenRegistration.androidCalls[call.callee] != nil {
        linkEngineCall(.init(value: call, unit: index))
      }
    }
  }

  private mutating func linkEngineCall(_ call: Located<WrittenCall>) {
    guard let written = WrittenRegistration(call.value) else { return }
    guard isEngineCall(call, table(of: call.unit)) else {
      if !isFollowed(call) {
        report(
          written.kind.reportedTitle, "the receiver of '\(call.value.callee)' is unknown",
          at: call.value.position)
      }
      return
    }
    link(.init(value: written, unit: call.unit))
  }

  private func isFollowed(_ call: Located<WrittenCall>) -> Bool {
    (functions[call.value.callee] ?? []).contains { id in
      isCall(call, of: units[id.unit].functions[id.function], in: id.unit)
    }
  }

  /// Returns `true` if the receiver, or a type around the call, is an engine.
  private func isEngineCall(_ call: Located<WrittenCall>, _ table: SymbolTable) -> Bool {
    let unit = units[call.unit]
    let scope = scope(call.value.context, in: call.unit)
    if let receiver = call.value.receiver.last, receiver != "this", receiver != "super" {
      guard receiver.first?.isUppercase == true else { return false }
      return isEngine(table.typeName(call.value.receiver.joined(separator: "."), in: scope), table)
    }
    let types = SymbolTable.enclosing(call.value.context.type)
    if types.contains(where: { isEngine($0, table) }) { return true }
    let imported = [unit.imports[call.value.callee].map { Array($0.dropLast()) } ?? []]
    return (imported + unit.wildcards).contains {
      $0.last.map(RegistrationIdiom.engines.contains) == true
    }
  }

  private func isEngine(_ type: String, _ table: SymbolTable) -> Bool {
    table.ancestors(of: type).contains {
      RegistrationIdiom.engines.contains(ClassIndex.simpleName($0))
    }
  }
}
