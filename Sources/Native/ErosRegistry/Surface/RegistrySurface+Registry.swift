import ErosConfig
public import ErosCore

extension Registry {
  /// Returns what JavaScript can observe on `platform`.
  public func surface(on platform: Platform) -> RegistrySurface {
    var surface = RegistrySurface(platform: platform)
    for entry in entries.on(platform) where entry.kind.row.members != nil {
      let described = self.entry(entry, on: platform)
      for name in entry.names { surface[entry.kind][name.value] = described }
    }
    return surface
  }

  func normalForm(_ type: TypeExpression) -> String { types.expanded(type).normalForm }

  private func methods(
    _ methods: [MethodEntry], on platform: Platform
  ) -> [String: RegistrySurface.Member] {
    methods.on(platform).reduce(into: [:]) { result, method in
      let signature = method.signature(on: platform)
      result[method.name.value] = .init(
        inputs: signature.args.map(argument), output: normalForm(signature.returns),
        isSync: signature.isSync)
    }
  }

  func argument(_ argument: MethodEntry.Argument) -> String {
    normalForm(argument.isOptional ? .optional(argument.type) : argument.type)
  }

  private func entry(_ entry: Entry, on platform: Platform) -> RegistrySurface.Entry {
    var members = [MemberKind.method: methods(entry.methods, on: platform)]
    for member in entry.members where member.exists(on: platform) {
      members[member.kind, default: [:]][member.name.value] = self.member(member)
    }
    return .init(members)
  }

  private func member(_ member: EntryMember) -> RegistrySurface.Member {
    let type = normalForm(member.type)
    return switch member.kind {
    case .event, .response: .init(output: type)
    default:
      .init(
        inputs: [type], output: member.returns.map(normalForm), isRequired: member.isRequired)
    }
  }
}
