public import ErosCore
import ErosRegistry
import ErosVersions

/// What kind of thing is wrong between a bundle, its source, its base and its native apps.
///
/// The words are a contract for scripts.
public enum CheckCode: String, Sendable, CaseIterable {
  /// A manifest is not what packing the source would give.
  case bundleStale
  /// Of a zip and its manifest, only one is there.
  case bundleMissing
  /// A zip is damaged, or is not what the manifest beside it says.
  case bundleDamaged
  /// The configuration that an app ships is not the project's.
  case shippedConfigStale
  /// The app has another name than in the base.
  case appNameChanged
  /// The lowest native version was raised although nothing needs it.
  case versionRaisedForNothing
  /// The content is new, but clients would not take it for newer.
  case timestampNotNewer

  /// There is no version where one has to be.
  case versionMissing
  /// A version is a word that a template left.
  case versionPlaceholder
  /// A version is not one to four numbers.
  case versionMalformed
  /// A version is lower than the base's.
  case versionLowered
  /// A version promises less than what changed on the native side.
  case versionTooLow

  /// A native app's version is another one than the configuration's.
  case nativeVersionDiffers
  /// A native app's version is below the configuration's, so it never gets the bundle.
  case nativeVersionBehind
  /// What version a native app has cannot be told.
  case nativeVersionUnknown

  /// A page that the configuration names is not in the source.
  case pageMissing
  /// A file that a page or the configuration refers to is not in the source.
  case assetMissing

  /// The JavaScript uses something that the lowest version which gets the bundle does not offer.
  case nativeSideLacks

  /// JavaScript that should be looked at cannot be read, or there is none.
  case scriptUnreadable

  /// The description of the native side has errors, so it cannot be compared.
  case registryUnreadable

  /// What the code is about, for people.
  public var summary: String {
    switch self {
    case .bundleStale: "bundles match their source"
    case .bundleMissing: "bundles and their manifests are there together"
    case .bundleDamaged: "bundles are sound and what their manifests say"
    case .shippedConfigStale: "configurations that apps ship are the project's"
    case .appNameChanged: "the app has the base's name"
    case .versionRaisedForNothing: "versions are raised for a reason"
    case .timestampNotNewer: "new bundles are newer than the base's"
    case .versionMissing: "versions are there"
    case .versionPlaceholder: "versions are no words of a template"
    case .versionMalformed: "versions are one to four numbers"
    case .versionLowered: "versions are not lower than the base's"
    case .versionTooLow: "versions promise what changed on the native side"
    case .nativeVersionDiffers: "native apps have the configuration's versions"
    case .nativeVersionBehind: "native apps are not below the configuration's versions"
    case .nativeVersionUnknown: "native apps say which version they have"
    case .pageMissing: "pages that the configuration names are there"
    case .assetMissing: "files that pages refer to are there"
    case .nativeSideLacks: "what JavaScript uses is there in the lowest version"
    case .scriptUnreadable: "the JavaScript to look at can be read"
    case .registryUnreadable: "the description of the native side is valid"
    }
  }

  /// Whether a finding of this kind means that something could not be looked at.
  public var meansUnknown: Bool {
    [.nativeVersionUnknown, .scriptUnreadable, .registryUnreadable].contains(self)
  }
}

/// One thing that `eros check` has to say.
public struct CheckFinding: Hashable, Sendable {
  /// How much a finding matters.
  public enum Severity: String, Sendable {
    /// It will go wrong on devices.
    case error
    /// It works, but is probably not what was meant.
    case warning
  }

  /// What kind of finding it is.
  public let code: CheckCode
  /// How much it matters.
  public let severity: Severity

  /// The file it is about, or `nil` where there is none.
  public let file: String?
  /// The place in ``file``, or `nil` where there is none.
  public let position: TextPosition?

  /// What was found and what is expected.
  public let message: String

  /// What to do about it.
  public let remedy: String

  /// Describes a finding: an error, unless `severity` says otherwise.
  public init(
    _ code: CheckCode, _ severity: Severity = .error, file: String?, at position: TextPosition?,
    _ message: String, remedy: String
  ) {
    self.code = code
    self.severity = severity
    self.file = file
    self.position = position
    self.message = message
    self.remedy = remedy
  }
}
