import ErosCore

extension RegistryChecker {
  func checkSettings() {
    let settings = registry.settings
    let places = [
      settings.ios.out, settings.android.out, settings.js.out, settings.manifest, settings.lock,
    ]
    for place in places.compactMap({ $0 }) { checkPlace(place) }
    checkAndroid(settings)
    if registry.isEmpty {
      log.add(.nothingDeclared, at: settings.offset, "nothing native is declared")
    }
  }

  private func checkPlace(_ place: Placed<String>) {
    let isInside =
      !place.value.isEmpty
      && place.value.pathComponents.allSatisfy { !["", ".", ".."].contains($0) }
      && !place.value.utf8.contains { $0 < 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "\\") }
    guard !isInside else { return }
    log.add(
      .outputPlace, at: place.offset,
      "'\(place.value.escapedForDisplay)' is no place inside the project",
      "write a relative path without '..'")
  }

  private func checkAndroid(_ settings: GenerateSettings) {
    let android = settings.android
    guard android.isEnabled, android.out != nil else { return }
    if android.emit.contains(.code), android.package == nil {
      log.add(
        .settingMissing, at: settings.offset, "'generate.android.package' is missing",
        "name the package of the generated classes, such as com.acme.eros")
    }
    if android.emit.contains(.code), android.mpaasPackage == nil,
      let view = registry.embedViews.on(.android).first
    {
      log.add(
        .settingMissing, at: view.type.offset,
        "the view '\(view.type.value)' needs 'generate.android.mpaasPackage'",
        "name the package of MPEmbedViewHelper in your version of mPaaS")
    }
    if android.emit.isSuperset(of: [.code, .weexConfig]) {
      log.add(
        .doubleRegistration, at: android.emitOffset,
        "'code' and 'weex_config' together register everything twice",
        "leave one of them out of 'generate.android.emit'")
    }
  }
}

extension Registry {
  /// Whether nothing native is declared.
  var isEmpty: Bool {
    modules.isEmpty && components.isEmpty && handlers.isEmpty && widgets.isEmpty
      && containerAPIs.isEmpty && decorators.isEmpty && proxies.isEmpty && embedViews.isEmpty
      && jsAPIs.isEmpty && routes == nil
  }
}
