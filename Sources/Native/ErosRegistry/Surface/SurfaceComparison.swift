/// Compares two surfaces by the table in `docs/registry.md`.
struct SurfaceComparison {
  private(set) var changes: [SurfaceChange] = []

  mutating func compare(_ old: RegistrySurface, _ new: RegistrySurface) {
    members("module", old.modules, new.modules) { $0.methods($2, $3, in: $1) }
    members("component", old.components, new.components) { $0.component($2, $3, $1) }
    members("widget", old.widgets, new.widgets) {
      $0.attributes("parameter", $2, $3, in: $1)
    }
    members("container API", old.containerAPIs, new.containerAPIs) {
      $0.type($2, $3, .result, $1 + ": result")
    }
    members("embedded view", old.embedViews, new.embedViews) { $0.embedView($2, $3, $1) }
    let names = { (surface: RegistrySurface) in
      Dictionary(uniqueKeysWithValues: surface.jsAPIs.map { ($0, true) })
    }
    members("JS API", names(old), names(new)) { _, _, _, _ in }
  }

  // MARK: Members

  /// Compares members: a removal is a major change, an addition is minor.
  private mutating func members<Member>(
    _ kind: String, _ old: [String: Member], _ new: [String: Member],
    _ compare: (inout SurfaceComparison, String, Member, Member) -> Void
  ) {
    for (name, member) in old {
      let subject = "\(kind) \(name)"
      if let other = new[name] {
        compare(&self, subject, member, other)
      } else {
        add(.major, subject, "removed")
      }
    }
    for name in new.keys where old[name] == nil { add(.minor, "\(kind) \(name)", "added") }
  }

  private mutating func component(
    _ old: RegistrySurface.Component, _ new: RegistrySurface.Component, _ subject: String
  ) {
    methods(old.methods, new.methods, in: subject)
    attributes("attribute", old.attributes, new.attributes, in: subject)
    payloads(old.events, new.events, in: subject)
  }

  private mutating func embedView(
    _ old: RegistrySurface.EmbedView, _ new: RegistrySurface.EmbedView, _ subject: String
  ) {
    attributes("parameter", old.params, new.params, in: subject)
    payloads(old.events, new.events, in: subject)
    members("\(subject): message", old.messages, new.messages) {
      $0.type($2.data, $3.data, .argument, $1 + ": data")
      $0.type($2.returns, $3.returns, .result, $1 + ": result")
    }
  }

  private mutating func payloads(
    _ old: [String: String], _ new: [String: String], in subject: String
  ) {
    members("\(subject): event", old, new) { $0.type($2, $3, .result, $1) }
  }

  private mutating func attributes(
    _ kind: String, _ old: [String: RegistrySurface.Attribute],
    _ new: [String: RegistrySurface.Attribute], in subject: String
  ) {
    for (name, attribute) in new where attribute.isRequired && old[name] == nil {
      add(.major, "\(subject): \(kind) \(name)", "added as required")
    }
    let others = new.filter { !$0.value.isRequired || old[$0.key] != nil }
    members("\(subject): \(kind)", old, others) { comparison, name, old, new in
      comparison.type(old.type, new.type, .argument, name)
      if old.isRequired != new.isRequired {
        comparison.add(
          new.isRequired ? .major : .minor, name,
          new.isRequired ? "became required" : "became optional")
      }
    }
  }

  // MARK: Methods

  private mutating func methods(
    _ old: [String: RegistrySurface.Method], _ new: [String: RegistrySurface.Method],
    in subject: String
  ) {
    members("\(subject): method", old, new) { $0.method($2, $3, $1) }
  }

  private mutating func method(
    _ old: RegistrySurface.Method, _ new: RegistrySurface.Method, _ subject: String
  ) {
    if old.isSync != new.isSync {
      add(.major, subject, new.isSync ? "became synchronous" : "became asynchronous")
    }
    type(old.returns, new.returns, .result, subject + ": result")
    for (index, pair) in zip(old.args, new.args).enumerated() {
      argument(pair.0, pair.1, subject + ": argument \(index + 1)")
    }
    for index in old.args.indices.dropFirst(new.args.count) {
      add(.major, subject + ": argument \(index + 1)", "removed")
    }
    for index in new.args.indices.dropFirst(old.args.count) {
      let isOptional = new.args[index].utf8.last == UInt8(ascii: "?")
      add(
        isOptional ? .minor : .major, subject + ": argument \(index + 1)",
        isOptional ? "added" : "added as required")
    }
  }

  private mutating func argument(_ old: String, _ new: String, _ subject: String) {
    guard old != new else { return }
    let oldType = TypeRelation.parse(old)
    let newType = TypeRelation.parse(new)
    guard case .callback(let oldResult, let wasKept) = oldType.unwrapped.type,
      case .callback(let newResult, let isKept) = newType.unwrapped.type
    else { return type(old, new, .argument, subject) }
    if wasKept != isKept {
      add(
        isKept ? .minor : .major, subject,
        isKept ? "may now be called again" : "is now called once")
    }
    if oldType.unwrapped.isOptional != newType.unwrapped.isOptional {
      let isRequired = oldType.unwrapped.isOptional
      add(isRequired ? .major : .minor, subject, isRequired ? "became required" : "became optional")
    }
    type(oldResult.normalForm, newResult.normalForm, .result, subject + ": result")
  }

  // MARK: Types

  /// Compares types: arguments may become wider, and results narrower.
  private mutating func type(
    _ old: String, _ new: String, _ side: TypeRelation.Side, _ subject: String
  ) {
    guard old != new else { return }
    let oldType = TypeRelation.parse(old)
    let newType = TypeRelation.parse(new)
    let isCompatible =
      switch side {
      case .argument: TypeRelation.accepts(newType, oldType, .argument)
      case .result: TypeRelation.accepts(oldType, newType, .result)
      }
    add(isCompatible ? .minor : .major, subject, "changed from \(old) to \(new)")
  }

  private mutating func add(_ level: ChangeLevel, _ subject: String, _ change: String) {
    changes.append(SurfaceChange(level: level, subject: subject, change: change))
  }
}
