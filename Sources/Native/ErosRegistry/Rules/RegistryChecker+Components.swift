import ErosConfig
import ErosCore

extension RegistryChecker {
  func check(_ component: ComponentEntry) {
    checkMethods(component.methods, platforms: component.facts)
    checkDuplicates(component.attributes.map(\.name), .duplicateMember, "attribute")
    checkDuplicates(component.events.map(\.name), .duplicateMember, "event")
    for attribute in component.attributes { checkReserved(attribute.name) }
    for event in component.events { checkName(of: event) }
    checkHooks(of: component)
    if registry.settings.host == .weex, component.appendTree == nil,
      component.facts.platforms.count == 2
    {
      log.add(
        .appendDiffers, at: component.name.offset,
        "without 'appendTree', '\(component.name.value)' is appended as a tree on iOS and node by "
          + "node on Android", "set 'appendTree' to true or false")
    }
  }

  private func checkReserved(_ name: Located<String>) {
    let reserved = ["ref", "key", "is", "slot", "style", "class", "append"]
    guard reserved.contains(name.value) || name.value.begins(with: "v-") else { return }
    log.add(
      .reservedAttribute, at: name.offset,
      "the JS framework reserves the attribute '\(name.value)'")
  }

  private func checkName(of event: ComponentEntry.Event) {
    let name = event.name
    // Events of uni-app are often called 'onTel', which pages listen to with '@onTel'.
    if registry.settings.host == .weex, name.value.begins(with: "on") {
      log.add(
        .suspiciousEvent, at: name.offset,
        "pages would listen to the event '\(name.value)' with '@\(name.value)'",
        "remove 'on' from the name")
    } else if ComponentEntry.builtInEvents.contains(name.value), event.payload != nil {
      log.add(
        .suspiciousEvent, at: name.offset,
        "every component already has an event '\(name.value)' with its own parameters")
    }
  }

  private func checkHooks(of component: ComponentEntry) {
    guard let lifecycle = component.lifecycle, !lifecycle.value.contains(.updateAttributes) else {
      return
    }
    guard let attribute = component.attributes.first(where: \.isDynamic) else { return }
    log.add(
      .dynamicWithoutHook, at: lifecycle.offset,
      "the attribute '\(attribute.name.value)' is dynamic, but 'updateAttributes' is missing in 'lifecycle'"
    )
  }

  // MARK: Mini programs

  func check(_ view: EmbedViewEntry) {
    checkDuplicates(view.params.map(\.name), .duplicateMember, "parameter")
    checkDuplicates(view.events.map(\.name), .duplicateMember, "event")
    checkDuplicates(view.messages.map(\.name), .duplicateMember, "message")
    let type = view.type
    let isTag = presets.contains {
      PresetName.alwaysPresent.contains($0.name) && $0.surface[.component][type.value] != nil
    }
    if isTag || !type.value.utf8.contains(where: { "_-".utf8.contains($0) }) {
      log.add(
        .typeWithoutPrefix, at: type.offset,
        "the type '\(type.value)' does not have a prefix, so it may collide with another view",
        "add a prefix, such as acme_\(type.value)")
    }
  }
}
