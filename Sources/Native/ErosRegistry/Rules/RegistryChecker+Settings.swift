import ErosConfig
import ErosCore

extension RegistryChecker {
  func checkSettings() {
    let settings = registry.settings
    let paths = [
      settings.ios.out, settings.android.out, settings.js.out, settings.docs.out, settings.manifest,
      settings.lock, settings.templates, settings.plugin, settings.ios.infoPlist,
    ]
    for path in paths.compactMap({ $0 }) { check(path) }
    checkOverwriting(settings)
    checkHost()
    checkIOS(settings)
    checkAndroid(settings)
    checkMissingFolders(settings)
    if registry.isEmpty {
      log.add(
        .nothingDeclared, at: settings.offset, "nothing native is declared",
        "run `eros adopt DIR` to describe an existing app")
    }
  }

  private func check(_ path: Located<String>) {
    guard !path.value.isPathInside else { return }
    log.add(
      .invalidOutputPath, at: path.offset,
      "'\(path.value.escapedForDisplay)' is not a path inside the project",
      "write a relative path without '.', '..', backslashes and control characters")
  }

  /// Reports outputs that would overwrite each other or the description.
  private func checkOverwriting(_ settings: GenerateSettings) {
    for output in [settings.manifest, settings.lock] where output.value == source {
      log.add(
        .invalidOutputPath, at: output.offset,
        "'\(output.value.escapedForDisplay)' is the description itself",
        "give the output another name")
    }
    if settings.manifest.value == settings.lock.value {
      log.add(
        .invalidOutputPath, at: max(settings.manifest.offset, settings.lock.offset),
        "'\(settings.lock.value.escapedForDisplay)' is both 'manifest' and 'lock'",
        "give one of them another name")
    }
  }

  /// Notes platforms that have entries but no output folder.
  private func checkMissingFolders(_ settings: GenerateSettings) {
    // The package of a plugin registers the classes of both platforms.
    if settings.host == .uniApp, settings.plugin != nil || settings.ios.infoPlist != nil { return }
    let platforms = [
      (Platform.ios, settings.ios.isEnabled && settings.ios.out == nil),
      (.android, settings.android.isEnabled && settings.android.out == nil),
    ]
    for (platform, isMissing) in platforms
    where isMissing && registry.entries.contains(where: { $0.facts.platforms.contains(platform) }) {
      log.add(
        .missingOutputFolder, at: settings.offset,
        "nothing is generated for \(platform.displayName): 'generate.\(platform.rawValue).out' is missing",
        "set it to a folder, relative to the project")
    }
  }

  private func checkIOS(_ settings: GenerateSettings) {
    let ios = settings.ios
    guard settings.host == .weex, ios.isEnabled, ios.out != nil else { return }
    for entry in registry.entries where entry.facts.isEnabled {
      let facts = entry.facts
      guard let iosClass = facts.ios, iosClass.lookup.isGenerated else { continue }
      let isNamed = iosClass.header != nil || iosClass.importedModule != nil
      if ios.language == .objc, iosClass.isSwift, !isNamed, iosClass.lookup == .direct,
        ios.swiftHeader == nil
      {
        log.add(
          .settingMissing, at: iosClass.name.offset,
          "the class of the \(entry.what) is Swift, but 'generate.ios.swiftHeader' is missing",
          "set it to the header that Xcode generates, such as Acme-Swift.h")
      }
      if ios.language == .swift, let condition = iosClass.condition,
        !PreprocessorCondition.isValid(condition.value, inSwift: true)
      {
        log.add(
          .invalidName, at: condition.offset,
          "a condition in Swift may contain only names, '&&', '||' and '!'",
          "define a compilation condition, and use its name in 'if'")
      }
    }
  }

  private func checkAndroid(_ settings: GenerateSettings) {
    let android = settings.android
    guard settings.host == .weex, android.isEnabled, android.out != nil else { return }
    if android.emit.contains(.code), android.package == nil {
      log.add(
        .settingMissing, at: settings.offset,
        "'generate.android.package' is missing",
        "set it to the package of the generated classes, such as com.acme.eros")
    }
    if android.emit.contains(.code), android.mpaasPackage == nil,
      let view = registry[.embedView].on(.android).first
    {
      log.add(
        .settingMissing, at: view.name.offset,
        "the view '\(view.name.value)' needs 'generate.android.mpaasPackage'",
        "set it to the package of MPEmbedViewHelper in your version of mPaaS")
    }
    if android.emit.isSuperset(of: [.code, .weexConfig]) {
      log.add(
        .doubleRegistration, at: android.emitOffset,
        "'code' and 'weex_config' together register everything twice",
        "remove one of them from 'generate.android.emit'")
    }
  }
}
