import ErosConfig
import ErosCore

/// Compares two surfaces by the table in `docs/registry.md`.
struct SurfaceComparison {
  private(set) var changes: [SurfaceChange] = []

  mutating func compare(_ old: RegistrySurface, _ new: RegistrySurface) {
    for kind in EntryKind.allCases {
      let title = { (name: String) -> Message in "\(kind.row.noun) \(name)" }
      elements(title, old[kind], new[kind]) { $0.entry($2, $3, $1, kind.row) }
    }
  }

  // MARK: Entries

  /// Compares elements: a removal is a major change, an addition is minor.
  private mutating func elements<Element>(
    _ title: (String) -> Message, _ old: [String: Element], _ new: [String: Element],
    _ compare: (inout SurfaceComparison, Message, Element, Element) -> Void
  ) {
    for (name, element) in old {
      let subject = title(name)
      if let other = new[name] {
        compare(&self, subject, element, other)
      } else {
        add(.major, "\(subject) removed")
      }
    }
    for name in new.keys where old[name] == nil { add(.minor, "\(title(name)) added") }
  }

  private mutating func entry(
    _ old: RegistrySurface.Entry, _ new: RegistrySurface.Entry, _ subject: Message,
    _ row: EntryRow
  ) {
    for kind in row.memberKinds {
      if kind == .response {
        type(old.response, new.response, .result, "\(subject): result")
      } else {
        let title = { (name: String) -> Message in "\(subject): \(kind.noun) \(name)" }
        members(title, old[kind], new[kind]) { $0.member(kind, $2, $3, $1) }
      }
    }
  }

  private mutating func members(
    _ title: (String) -> Message, _ old: [String: RegistrySurface.Member],
    _ new: [String: RegistrySurface.Member],
    _ compare: (
      inout SurfaceComparison, Message, RegistrySurface.Member, RegistrySurface.Member
    ) -> Void
  ) {
    for (name, member) in new where member.isRequired && old[name] == nil {
      add(.major, "\(title(name)) added as required")
    }
    let others = new.filter { !$0.value.isRequired || old[$0.key] != nil }
    elements(title, old, others, compare)
  }

  private mutating func member(
    _ kind: MemberKind, _ old: RegistrySurface.Member, _ new: RegistrySurface.Member,
    _ subject: Message
  ) {
    switch kind {
    case .method: method(old, new, subject)
    case .attribute, .parameter:
      type(old.inputs.first, new.inputs.first, .argument, subject)
      if old.isRequired != new.isRequired {
        add(
          new.isRequired ? .major : .minor,
          new.isRequired ? "\(subject) became required" : "\(subject) became optional")
      }
    case .event, .response: type(old.output, new.output, .result, subject)
    case .message:
      type(old.inputs.first, new.inputs.first, .argument, "\(subject): data")
      type(old.output, new.output, .result, "\(subject): result")
    }
  }

  // MARK: Methods

  private mutating func method(
    _ old: RegistrySurface.Member, _ new: RegistrySurface.Member, _ subject: Message
  ) {
    if old.isSync != new.isSync {
      add(
        .major,
        new.isSync ? "\(subject) became synchronous" : "\(subject) became asynchronous")
    }
    type(old.output, new.output, .result, "\(subject): result")
    for (index, pair) in zip(old.inputs, new.inputs).enumerated() {
      argument(pair.0, pair.1, "\(subject): argument \(index + 1)")
    }
    for index in old.inputs.indices.dropFirst(new.inputs.count) {
      add(.major, "\("\(subject): argument \(index + 1)") removed")
    }
    for index in new.inputs.indices.dropFirst(old.inputs.count) {
      let isOptional = new.inputs[index].utf8.last == UInt8(ascii: "?")
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
    _ old: String?, _ new: String?, _ side: TypeRelation.Side, _ subject: Message
  ) {
    guard let old, let new, old != new else { return }
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
