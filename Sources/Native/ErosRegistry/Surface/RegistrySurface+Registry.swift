import ErosConfig
public import ErosCore

extension Registry {
  /// Returns what JavaScript can observe on `platform`.
  public func surface(on platform: Platform) -> RegistrySurface {
    var surface = RegistrySurface(platform: platform)
    for module in modules.on(platform) {
      surface[.module][module.name.value] = .init([.method: methods(module.methods, on: platform)])
    }
    for component in components.on(platform) {
      let entry = self.component(component, on: platform)
      for name in component.allNames { surface[.component][name.value] = entry }
    }
    for widget in widgets.on(platform) {
      surface[.widget][widget.path.value] = .init([
        .parameter: attributes(widget.params) { ($0.name.value, $0.type, !$0.isOptional) }
      ])
    }
    for api in containerAPIs.on(platform) {
      surface[.containerAPI][api.path.value] = .init([
        .response: [MemberKind.response.rawValue: .init(output: normalForm(api.returns))]
      ])
    }
    for view in embedViews.on(platform) { surface[.embedView][view.type.value] = embedView(view) }
    for name in jsAPIs.on(platform).flatMap(\.names) { surface[.jsAPI][name.value] = .init() }
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

  private func component(
    _ component: ComponentEntry, on platform: Platform
  ) -> RegistrySurface.Entry {
    let attributes = component.attributes.filter { $0.exists(on: platform) }
    let events = component.events.filter { $0.exists(on: platform) }
    return .init([
      .attribute: self.attributes(attributes) { ($0.name.value, $0.type, $0.isRequired) },
      .event: payloads(of: events), .method: methods(component.methods, on: platform),
    ])
  }

  private func embedView(_ view: EmbedViewEntry) -> RegistrySurface.Entry {
    .init([
      .parameter: attributes(view.params) { ($0.name.value, $0.type, $0.isRequired) },
      .event: payloads(of: view.events),
      .message: view.messages.reduce(into: [:]) { messages, message in
        messages[message.name.value] = .init(
          inputs: [normalForm(message.data)], output: normalForm(message.returns))
      },
    ])
  }

  private func payloads(of events: [ComponentEntry.Event]) -> [String: RegistrySurface.Member] {
    events.reduce(into: [:]) { $0[$1.name.value] = .init(output: normalForm($1.payload ?? .any)) }
  }

  private func attributes<Item>(
    _ items: [Item], _ facts: (Item) -> (name: String, type: TypeExpression, isRequired: Bool)
  ) -> [String: RegistrySurface.Member] {
    items.reduce(into: [:]) { attributes, item in
      let (name, type, isRequired) = facts(item)
      attributes[name] = .init(inputs: [normalForm(type)], isRequired: isRequired)
    }
  }
}
