import ErosCore

extension RegistryChecker {
  func checkSettings() {
    let settings = registry.settings
    let places = [
      settings.ios.out, settings.android.out, settings.js.out, settings.manifest, settings.lock,
    ]
    for place in places.compactMap({ $0 }) { checkPlace(place) }
    checkOverwriting(settings)
    checkIOS(settings)
    checkAndroid(settings)
    checkMissingPlaces(settings)
    if registry.isEmpty {
      log.add(.nothingDeclared, at: settings.offset, "nothing native is declared")
    }
  }

  private func checkPlace(_ place: Located<String>) {
    guard !place.value.isPathInside else { return }
    log.add(
      .outputPlace, at: place.offset,
      "'\(place.value.escapedForDisplay)' is no place inside the project",
      "write a relative path without '.', '..', backslashes and control characters")
  }

  /// Reports files of ours that would take the place of each other or of the description.
  private func checkOverwriting(_ settings: GenerateSettings) {
    for place in [settings.manifest, settings.lock] where place.value == source {
      log.add(
        .outputPlace, at: place.offset,
        "'\(place.value.escapedForDisplay)' is the description itself",
        "give the output another name")
    }
    if settings.manifest.value == settings.lock.value {
      log.add(
        .outputPlace, at: max(settings.manifest.offset, settings.lock.offset),
        "'\(settings.lock.value.escapedForDisplay)' is both 'manifest' and 'lock'",
        "give one of them another name")
    }
  }

  /// Notes platforms that have entries but no folder for their files.
  private func checkMissingPlaces(_ settings: GenerateSettings) {
    let places = [
      (Platform.ios, settings.ios.isEnabled && settings.ios.out == nil),
      (.android, settings.android.isEnabled && settings.android.out == nil),
    ]
    for (platform, isMissing) in places
    where isMissing && registry.allFacts.contains(where: { $0.facts.platforms.contains(platform) })
    {
      log.add(
        .noOutputPlace, at: settings.offset,
        "nothing is generated for \(platform.displayName): there is no "
          + "'generate.\(platform.rawValue).out'",
        "name the folder, from the project's own")
    }
  }

  private func checkIOS(_ settings: GenerateSettings) {
    let ios = settings.ios
    guard ios.isEnabled, ios.out != nil else { return }
    for (what, facts) in registry.allFacts where facts.isEnabled {
      guard let iosClass = facts.ios, iosClass.lookup.isGenerated else { continue }
      let isNamed = iosClass.header != nil || iosClass.importedModule != nil
      if ios.language == .objc, iosClass.isSwift, !isNamed, iosClass.lookup == .direct,
        ios.swiftHeader == nil
      {
        log.add(
          .settingMissing, at: iosClass.name.offset,
          "the class of the \(what) is Swift, and 'generate.ios.swiftHeader' is missing",
          "name the header that Xcode makes, such as Acme-Swift.h")
      }
      if ios.language == .swift, let condition = iosClass.condition,
        !PreprocessorCondition.isComplete(condition.value, inSwift: true)
      {
        log.add(
          .invalidName, at: condition.offset,
          "Swift takes only names joined by '&&', '||' and '!' as a condition",
          "define a name, and use it in 'if'")
      }
    }
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
