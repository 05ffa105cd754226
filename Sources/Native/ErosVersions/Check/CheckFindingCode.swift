import ErosConfig
public import ErosCore

/// Codes for a project: its bundles, pages, versions and native apps.
public enum CheckFindingCode: String, FindingCode {
  /// Packing the pages would give a different manifest.
  case bundleStale
  /// Either the zip or its manifest is missing.
  case bundleMissing
  /// A zip is damaged, or differs from the manifest next to it.
  case bundleDamaged
  /// The shipped configuration differs from the project's configuration.
  case shippedConfigStale
  /// The app's name differs from the base.
  case appNameChanged
  /// The lowest native version was raised, but no change requires it.
  case versionRaisedForNothing
  /// The content is new, but the timestamp is not, so clients ignore the bundle.
  case timestampNotNewer

  /// A manifest's build time is more than a day in the future.
  case timestampInFuture
  /// A manifest's build time is before 2015, for example because it is in seconds.
  case timestampTooOld

  /// A required version is missing.
  case versionMissing
  /// A version is still the placeholder from a project template.
  case versionPlaceholder
  /// A version is not one to four numbers with an optional suffix.
  case versionMalformed
  /// A version is lower than in the base.
  case versionLowered
  /// A version is too low for what changed on the native side.
  case versionTooLow

  /// A native app's version differs from the configuration.
  case nativeVersionDiffers
  /// A native app's version is below the configuration, so the app never gets the bundle.
  case nativeVersionBehind
  /// A native app's version cannot be determined.
  case nativeVersionUnknown

  /// A property list or an Xcode project has a key twice.
  case duplicateKey

  /// The manifest of generated files states other versions than the configuration.
  case generatedStale

  /// The source lacks a page that the configuration or a mini program's `app.json` names.
  case pageMissing
  /// A page is not UTF-8.
  case pageNotUTF8
  /// The source lacks a file that a page or the configuration refers to.
  case assetMissing

  /// A bundle is larger than its budget.
  case totalOverBudget
  /// A script is larger than a page may be.
  case pageOverBudget
  /// The content delta from the base is larger than its budget, or could not be created.
  case deltaOverBudget

  /// JavaScript uses something that the bundle's lowest app version lacks.
  case nativeSideLacks

  /// The native side has changed since a published release, but the app's version has not.
  case storeBuildNeeded

  /// Installed apps would refuse the uni-app resource package: its appid changed, or its version was
  /// not raised.
  case wgtRefused

  /// JavaScript is missing or cannot be read.
  case scriptUnreadable

  /// The description of the native side has errors, so it cannot be compared.
  case registryUnreadable

  public var severity: Finding.Severity {
    switch self {
    case .appNameChanged, .versionRaisedForNothing, .timestampInFuture, .timestampTooOld,
      .nativeVersionDiffers, .duplicateKey, .pageNotUTF8:
      .warning
    default: .error
    }
  }

  public var summary: String {
    switch self {
    case .bundleStale: "bundles match the pages"
    case .bundleMissing: "bundles have a zip and a manifest"
    case .bundleDamaged: "bundles are intact and match their manifests"
    case .shippedConfigStale: "shipped configurations match the project's"
    case .appNameChanged: "the name of the app is unchanged"
    case .versionRaisedForNothing: "versions are raised only for changes"
    case .timestampNotNewer: "new bundles have new timestamps"
    case .timestampInFuture: "build times are not in the future"
    case .timestampTooOld: "build times are in milliseconds"
    case .versionMissing: "versions are present"
    case .versionPlaceholder: "versions are not placeholders"
    case .versionMalformed: "versions are one to four numbers"
    case .versionLowered: "versions are not lowered"
    case .versionTooLow: "versions match the changes of the native side"
    case .nativeVersionDiffers: "native apps have the configured versions"
    case .nativeVersionBehind: "native apps are not below the configured versions"
    case .nativeVersionUnknown: "the versions of native apps are known"
    case .duplicateKey: "property lists have each key once"
    case .generatedStale: "generated files have the configured versions"
    case .pageMissing: "configured pages exist"
    case .pageNotUTF8: "pages are UTF-8"
    case .assetMissing: "referenced files exist"
    case .totalOverBudget, .pageOverBudget, .deltaOverBudget:
      BudgetFindingCode(rawValue: rawValue)?.summary ?? rawValue
    case .nativeSideLacks: "the lowest version offers everything that JavaScript uses"
    case .storeBuildNeeded: "changes of the native side have a new version"
    case .wgtRefused: "installed apps accept the uni-app resource package"
    case .scriptUnreadable: "the JavaScript is readable"
    case .registryUnreadable: "the description of the native side is valid"
    }
  }

  /// `true` if the code means that part of the project could not be checked.
  public var isIncompleteCheck: Bool {
    [.nativeVersionUnknown, .scriptUnreadable, .registryUnreadable].contains(self)
  }
}
