import ErosCore
import ErosRegistry
import ErosSyntax

/// Resolves the names in scanned files against all of an app's sources.
struct SourceLinker {
  let units: [SourceUnit]
  let tables: PlatformValues<SymbolTable>
  let unitsByFile: [String: Int]
  var facts = SourceFacts()
  let calls: [String: [Located<WrittenCall>]]
  /// Rows by the name of their table, with the index of their file.
  let rows: [String: [Located<TableRow>]]
  let keys: [String: [Located<TableRow>]]
  /// Attributes and events that are tables or have computed names.
  ///
  /// `type` is the index of their class in ``SourceFacts/classes``.
  var unread: [(member: Located<SourceClass.WrittenMember>, type: Int)] = []
  let rowsOfFunctions: [FunctionID: [TableRow]]
  let functions: [String: [FunctionID]]
  /// The remaining number of calls to follow.
  ///
  /// This and the next two limit the work on hostile sources.
  var callsLeft = 1 << 16
  /// The remaining number of rows to compare with the loops that register them.
  var remainingRows = 1 << 16
  /// The remaining number of keys to compare with the classes that look them up.
  var remainingKeys = 1 << 16
  /// Registrations of objects that are not followed.
  private var objects: Set<FilePosition> = []
  /// Findings about attributes and events with unknown names, with the classes on iOS.
  private var memberFindings: [(className: String?, finding: Finding)] = []

  struct Located<Value> {
    let value: Value
    let unit: Int
  }

  struct FunctionID: Hashable {
    let unit: Int
    let function: Int
  }

  /// Links `units`, and adds the result to what is already known about their files.
  static func facts(of units: [SourceUnit], adding scanned: SourceFacts) -> SourceFacts {
    var linker = SourceLinker(units)
    linker.facts = scanned
    linker.facts.findings = []
    linker.run()
    linker.facts.findings += scanned.findings
    return linker.facts
  }

  private init(_ units: [SourceUnit]) {
    self.units = units
    unitsByFile = Dictionary(units.enumerated().map { ($1.file, $0) }) { first, _ in first }
    tables = PlatformValues { SymbolTable(units, platform: $0) }
    calls = Dictionary(grouping: Self.all(\.calls, in: units), by: \.value.callee)
    rows = Self.byTable(Self.all(\.rows, in: units))
    keys = Self.byTable(Self.all(\.keys, in: units))
    functions = units.enumerated().reduce(into: [:]) { result, unit in
      for (number, function) in unit.element.functions.enumerated() {
        result[function.name, default: []].append(.init(unit: unit.offset, function: number))
      }
    }
    rowsOfFunctions = units.enumerated().reduce(into: [:]) { result, unit in
      for row in unit.element.rows {
        guard let function = row.context.function else { continue }
        result[.init(unit: unit.offset, function: function), default: []].append(row)
      }
    }
  }

  /// Returns the values in all files, with the indices of their files.
  private static func all<Value>(
    _ values: KeyPath<SourceUnit, [Value]>, in units: [SourceUnit]
  ) -> [Located<Value>] {
    units.enumerated().flatMap { index, unit in
      unit[keyPath: values].map { Located(value: $0, unit: index) }
    }
  }

  private static func byTable(_ rows: [Located<TableRow>]) -> [String: [Located<TableRow>]] {
    rows.reduce(into: [:]) { result, row in
      for table in row.value.tables { result[table, default: []].append(row) }
    }
  }

  private mutating func run() {
    for (index, unit) in units.enumerated() {
      facts.findings += unit.findings
      facts.manual += unit.manual
      for type in unit.classes { link(type, in: index) }
      for registration in unit.registrations { link(.init(value: registration, unit: index)) }
    }
    reportMembers()
    linkUnqualifiedCalls()
    linkTables()
    addAttributesOfDOMObjects()
    removeRepeated()
    removeFallbacks()
    findUnfollowed()
    removeHost()
  }

  func scope(_ context: SourceContext, in unit: Int) -> SymbolTable.Scope {
    .init(unit: unit, type: context.type)
  }

  func table(of unit: Int) -> SymbolTable { tables[units[unit].platform] }

  /// Removes repeated registrations, because several loops may register the same row.
  private mutating func removeRepeated() {
    struct Key: Hashable {
      let platform: Platform
      let kind: SourceRegistration.Kind
      let name: String
      let position: FilePosition
    }
    var registrationKeys: Set<Key> = []
    facts.registrations.removeAll {
      !registrationKeys.insert(
        Key(platform: $0.platform, kind: $0.kind, name: $0.name, position: $0.position)
      ).inserted
    }
    var findings: Set<String> = []
    facts.findings.removeAll {
      $0.has(RegistryRule.nameNotFollowed) && !findings.insert($0.location ?? "").inserted
    }
  }

  /// Removes fallback registrations if the same name is also registered without a check.
  private mutating func removeFallbacks() {
    let names = { (item: SourceRegistration) in
      [item.platform.rawValue, item.kind.name, item.name]
    }
    let certain = Set(facts.registrations.filter { !$0.isFallback }.map(names))
    facts.registrations.removeAll { $0.isFallback && certain.contains(names($0)) }
  }

  private mutating func findUnfollowed() {
    for finding in facts.findings where finding.has(RegistryRule.nameNotFollowed) {
      guard let file = finding.file, let unit = unitsByFile[file] else { continue }
      let position = FilePosition(file: file, position: finding.position ?? .start)
      guard !objects.contains(position) else { continue }
      facts.unfollowed[units[unit].platform, default: []].append(position)
    }
  }

  // MARK: Classes

  /// Adds what DOM objects read.
  ///
  /// Up to Weex 0.18, a component has the attributes of its DOM object.
  private mutating func addAttributesOfDOMObjects() {
    var objects: [String: String] = [:]
    for item in facts.registrations where item.kind == .domObject {
      objects[item.name] = item.className
    }
    guard !objects.isEmpty else { return }
    var added: [String: Set<String>] = [:]
    for item in facts.registrations where item.kind == .component && item.platform == .android {
      if let object = objects[item.name] { added[item.className, default: []].insert(object) }
    }
    let classes = facts.classes.filter { $0.platform == .android }
    let attributes = Dictionary(grouping: classes, by: \.name)
      .mapValues { $0.flatMap(\.attributes) }
    for index in facts.classes.indices where facts.classes[index].platform == .android {
      let objects = added[facts.classes[index].name] ?? []
      facts.classes[index].attributes += objects.sorted(by: inByteOrder)
        .flatMap { attributes[$0] ?? [] }
    }
  }

  private mutating func link(_ type: SourceClass, in unit: Int) {
    let table = table(of: unit)
    var type = type
    // A class may import a base of the same name.
    let outer = SymbolTable.outer(type.name)
    type.bases = type.bases.map { table.typeName($0, in: .init(unit: unit, type: outer)) }
    for member in type.written {
      let scope = scope(member.context, in: unit)
      let name = member.isTable ? nil : table.text(of: member.name, in: scope)
      if name == nil {
        if !member.isTable { report(member, of: type, in: scope, table) }
        unread.append((.init(value: member, unit: unit), facts.classes.count))
      }
      if !member.isTable { type.add(name, member.kind, at: member.position) }
    }
    for (index, export) in type.exports.enumerated() {
      guard let alias = export.alias else { continue }
      let name = table.text(of: alias, in: .init(unit: unit, type: type.name))
      type.exports[index].name = name ?? export.name
    }
    type.written = []
    facts.classes.append(type)
  }

  private mutating func report(
    _ member: SourceClass.WrittenMember, of type: SourceClass, in scope: SymbolTable.Scope,
    _ table: SymbolTable
  ) {
    // Not only embedded views receive messages.
    guard member.isReported, member.kind != .message else { return }
    let noun = member.kind.noun
    let finding = Finding(
      .memberNotFollowed, at: member.position,
      "\(reason(member.name, in: scope, table, what: "the name of this \(noun)")), so it is not compared"
    )
    memberFindings.append((type.platform == .ios ? type.name : nil, finding))
  }

  /// Reports members of classes that may be components: their root is not in Foundation or UIKit.
  private mutating func reportMembers() {
    guard !memberFindings.isEmpty else { return }
    let classes = facts.classes.filter { $0.platform == .ios }
    let bases = Dictionary(grouping: classes, by: \.name)
      .compactMapValues { $0.lazy.compactMap(\.bases.first).first }
    for (className, finding) in memberFindings {
      var root = className ?? ""
      for _ in 0..<SymbolTable.maximumDepth { root = bases[root] ?? root }
      if !root.hasPrefix("NS"), !root.hasPrefix("UI") { facts.findings.append(finding) }
    }
  }

  // MARK: Findings

  /// Explains why `expression` has no known value.
  func reason(
    _ expression: SourceExpression, in scope: SymbolTable.Scope, _ table: SymbolTable, what: Message
  ) -> Message {
    for part in expression.parts where part.isConstant {
      guard case .name(let path) = part else { continue }
      let name = path.joined(separator: ".").escapedForDisplay
      guard let definition = table.definition(of: path, in: scope) else {
        return "the constant '\(name)' is not in the sources"
      }
      if definition.constant.value == .unknown { return "the constant '\(name)' is computed" }
    }
    return "\(what) is computed"
  }

  mutating func reportUnread(
    _ registration: Located<WrittenRegistration>, at position: FilePosition? = nil
  ) {
    guard !isLoader(registration) else { return }
    let table = table(of: registration.unit)
    let written = registration.value
    let scope = scope(written.context, in: registration.unit)
    let kind = written.kind.reportedTitle
    if written.kind.isNamedByClass {
      let platform = units[registration.unit].platform
      let position = position ?? written.position
      objects.insert(position)
      facts.unfollowedObjects[platform, default: [:]][written.kind, default: []].append(position)
    }
    let names = written.names.filter { table.text(of: $0, in: scope) == nil }
    let reason =
      names.first.map {
        self.reason($0, in: scope, table, what: "the name of this \(kind)")
      } ?? self.reason(written.className, in: scope, table, what: "the class of this \(kind)")
    report(kind, reason, at: position ?? written.position)
  }

  mutating func report(_ kind: Message, _ reason: Message, at position: FilePosition) {
    facts.findings.append(
      Finding(
        .nameNotFollowed, at: position,
        "\(reason), so this registration of a \(kind) is not followed",
        "\(reason)".hasSuffix("not in the sources")
          ? "also pass the folder that declares it, or describe the \(kind) manually"
          : "describe the \(kind) manually"))
  }
}

extension SourceRegistration.Kind {
  /// The subject of messages about a registration with an unknown name.
  var reportedTitle: Message {
    if case .entry(let kind) = self { kind.row.shortNoun ?? kind.row.noun } else { noun }
  }
}
