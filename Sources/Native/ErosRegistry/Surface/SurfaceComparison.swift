import ErosCore

/// Compares two surfaces by the table in `docs/registry.md`.
struct SurfaceComparison {
  private(set) var changes: [SurfaceChange] = []

  mutating func compare(_ old: RegistrySurface, _ new: RegistrySurface) {
    members({ "module \($0)" }, old.modules, new.modules) { $0.methods($2, $3, in: $1) }
    members({ "component \($0)" }, old.components, new.components) { $0.component($2, $3, $1) }
    members({ "widget \($0)" }, old.widgets, new.widgets) { comparison, subject, old, new in
      comparison.attributes({ "\(subject): parameter \($0)" }, old, new)
    }
    members({ "container API \($0)" }, old.containerAPIs, new.containerAPIs) {
      $0.type($2, $3, .result, "\($1): result")
    }
    members({ "embedded view \($0)" }, old.embedViews, new.embedViews) { $0.embedView($2, $3, $1) }
    let names = { (surface: RegistrySurface) in
      Dictionary(uniqueKeysWithValues: surface.jsAPIs.map { ($0, true) })
    }
    members({ "JS API \($0)" }, names(old), names(new)) { _, _, _, _ in }
  }

  // MARK: Members

  /// Compares members: a removal is a major change, an addition is minor.
  private mutating func members<Member>(
    _ title: (String) -> Message, _ old: [String: Member], _ new: [String: Member],
    _ compare: (inout SurfaceComparison, Message, Member, Member) -> Void
  ) {
    for (name, member) in old {
      let subject = title(name)
      if let other = new[name] {
        compare(&self, subject, member, other)
      } else {
        add(.major, "\(subject) removed")
      }
    }
    for name in new.keys where old[name] == nil { add(.minor, "\(title(name)) added") }
  }

  private mutating func component(
    _ old: RegistrySurface.Component, _ new: RegistrySurface.Component, _ subject: Message
  ) {
    methods(old.methods, new.methods, in: subject)
    attributes({ "\(subject): attribute \($0)" }, old.attributes, new.attributes)
    payloads(old.events, new.events, in: subject)
  }

  private mutating func embedView(
    _ old: RegistrySurface.EmbedView, _ new: RegistrySurface.EmbedView, _ subject: Message
  ) {
    attributes({ "\(subject): parameter \($0)" }, old.params, new.params)
    payloads(old.events, new.events, in: subject)
    members({ "\(subject): message \($0)" }, old.messages, new.messages) {
      $0.type($2.data, $3.data, .argument, "\($1): data")
      $0.type($2.returns, $3.returns, .result, "\($1): result")
    }
  }

  private mutating func payloads(
    _ old: [String: String], _ new: [String: String], in subject: Message
  ) {
    members({ "\(subject): event \($0)" }, old, new) { $0.type($2, $3, .result, $1) }
  }

  private mutating func attributes(
    _ title: (String) -> Message, _ old: [String: RegistrySurface.Attribute],
    _ new: [String: RegistrySurface.Attribute]
  ) {
    for (name, attribute) in new where attribute.isRequired && old[name] == nil {
      add(.major, "\(title(name)) added as required")
    }
    let others = new.filter { !$0.value.isRequired || old[$0.key] != nil }
    members(title, old, others) { comparison, subject, old, new in
      comparison.type(old.type, new.type, .argument, subject)
      if old.isRequired != new.isRequired {
        comparison.add(
          new.isRequired ? .major : .minor,
          new.isRequired ? "\(subject) became required" : "\(subject) became optional")
      }
    }
  }

  // MARK: Methods

  private mutating func methods(
    _ old: [String: RegistrySurface.Method], _ new: [String: RegistrySurface.Method],
    in subject: Message
  ) {
    members({ "\(subject): method \($0)" }, old, new) { $0.method($2, $3, $1) }
  }

  private mutating func method(
    _ old: RegistrySurface.Method, _ new: RegistrySurface.Method, _ subject: Message
  ) {
    if old.isSync != new.isSync {
      add(
        .major,
        new.isSync ? "\(subject) became synchronous" : "\(subject) became asynchronous")
    }
    type(old.returns, new.returns, .result, "\(subject): result")
    for (index, pair) in zip(old.args, new.args).enumerated() {
      argument(pair.0, pair.1, "\(subject): argument \(index + 1)")
    }
    for index in old.args.indices.dropFirst(new.args.count) {
      add(.major, "\("\(subject): argument \(index + 1)") removed")
    }
    for index in new.args.indices.dropFirst(old.args.count) {
      let isOptional = new.args[index].utf8.last == UInt8(ascii: "?")
      let argument: Message = "\(subject): argument \(index + 1)"
      add(
        isOptional ? .minor : .major,
        isOptional ? "\(argument) added" : "\(argument) added as required")
    }
  }

  private mutating func argument(_ old: String, _ new: String, _ subject: Message) {
    guard old != new else { return }
    let oldType = TypeRelation.parse(old)
    let newType = TypeRelation.parse(new)
    guard case .callback(let oldResult, let wasKept) = oldType.unwrapped.type,
      case .callback(let newResult, let isKept) = newType.unwrapped.type
    else { return type(old, new, .argument, subject) }
    if wasKept != isKept {
      add(
        isKept ? .minor : .major,
        isKept ? "\(subject) may now be called again" : "\(subject) is now called once")
    }
    if oldType.unwrapped.isOptional != newType.unwrapped.isOptional {
      let isRequired = oldType.unwrapped.isOptional
      add(
        isRequired ? .major : .minor,
        isRequired ? "\(subject) became required" : "\(subject) became optional")
    }
    type(oldResult.normalForm, newResult.normalForm, .result, "\(subject): result")
  }

  // MARK: Types

  /// Compares types: arguments may become wider, and results narrower.
  private mutating func type(
    _ old: String, _ new: String, _ side: TypeRelation.Side, _ subject: Message
  ) {
    guard old != new else { return }
    let oldType = TypeRelation.parse(old)
    let newType = TypeRelation.parse(new)
    let isCompatible =
      switch side {
      case .argument: TypeRelation.accepts(newType, oldType, .argument)
      case .result: TypeRelation.accepts(oldType, newType, .result)
      }
    add(isCompatible ? .minor : .major, "\(subject) changed from \(old) to \(new)")
  }

  private mutating func add(_ level: ChangeLevel, _ message: Message) {
    changes.append(SurfaceChange(level: level, message: message))
  }
}
