public import ErosCore

extension Registry {
  /// Returns what JavaScript can observe on `platform`.
  public func surface(on platform: Platform) -> RegistrySurface {
    var surface = RegistrySurface(platform: platform)
    for module in modules.on(platform) {
      surface.modules[module.name.value] = methods(module.methods, on: platform)
    }
    for component in components.on(platform) {
      let document = self.component(component, on: platform)
      for name in component.allNames { surface.components[name.value] = document }
    }
    for widget in widgets.on(platform) {
      surface.widgets[widget.path.value] = attributes(widget.params) {
        ($0.name.value, $0.type, !$0.isOptional)
      }
    }
    for api in containerAPIs.on(platform) {
      surface.containerAPIs[api.path.value] = normalForm(api.returns)
    }
    for view in embedViews.on(platform) { surface.embedViews[view.type.value] = embedView(view) }
    surface.jsAPIs = Set(jsAPIs.on(platform).flatMap(\.names).map(\.value))
    return surface
  }

  func normalForm(_ type: TypeExpression) -> String { types.expanded(type).normalForm }

  private func methods(
    _ methods: [MethodEntry], on platform: Platform
  ) -> [String: RegistrySurface.Method] {
    methods.on(platform).reduce(into: [:]) { result, method in
      let signature = method.signature(on: platform)
      result[method.name.value] = .init(
        args: signature.args.map(argument), returns: normalForm(signature.returns),
        isSync: signature.isSync)
    }
  }

  func argument(_ argument: MethodEntry.Argument) -> String {
    normalForm(argument.isOptional ? .optional(argument.type) : argument.type)
  }

  private func component(
    _ component: ComponentEntry, on platform: Platform
  ) -> RegistrySurface.Component {
    let attributes = component.attributes.filter { $0.exists(on: platform) }
    let events = component.events.filter { $0.exists(on: platform) }
    return .init(
      attributes: self.attributes(attributes) { ($0.name.value, $0.type, $0.isRequired) },
      events: payloads(of: events), methods: methods(component.methods, on: platform))
  }

  private func embedView(_ view: EmbedViewEntry) -> RegistrySurface.EmbedView {
    .init(
      params: attributes(view.params) { ($0.name.value, $0.type, $0.isRequired) },
      events: payloads(of: view.events),
      messages: view.messages.reduce(into: [:]) { messages, message in
        messages[message.name.value] = .init(
          data: normalForm(message.data), returns: normalForm(message.returns))
      })
  }

  private func payloads(of events: [ComponentEntry.Event]) -> [String: String] {
    events.reduce(into: [:]) { $0[$1.name.value] = normalForm($1.payload ?? .any) }
  }

  private func attributes<Item>(
    _ items: [Item], _ facts: (Item) -> (name: String, type: TypeExpression, isRequired: Bool)
  ) -> [String: RegistrySurface.Attribute] {
    items.reduce(into: [:]) { attributes, item in
      let (name, type, isRequired) = facts(item)
      attributes[name] = .init(type: normalForm(type), isRequired: isRequired)
    }
  }
}
