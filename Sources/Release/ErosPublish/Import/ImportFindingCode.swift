import ErosCore

/// The codes of findings about an eros-publish export.
enum ImportFindingCode: String, FindingCode {
  case recordInvalid
  case bundleMissing
  /// A bundle is invalid, or its `jsVersion` or app is not the recorded one.
  case bundleUnusable
  /// The manifest and the record of a bundle disagree.
  case bundleDiffers
  case recordRepeated
  case recordTooOld
  case otherApp
  case fieldIgnored
  case patchUnusable
  /// A client would get a different release than from the old server.
  case responseDiffers

  var severity: Finding.Severity {
    switch self {
    case .recordInvalid, .bundleMissing, .bundleUnusable: .error
    case .bundleDiffers, .recordTooOld, .fieldIgnored, .patchUnusable, .responseDiffers: .warning
    case .recordRepeated, .otherApp: .note
    }
  }

  var remedy: Message? {
    switch self {
    case .bundleMissing, .bundleUnusable:
      "copy the bundle from the old server or from the archive of the build server"
    case .recordInvalid: "correct the record, or remove it from the export"
    case .otherApp: "import them into a channel of their app"
    case .bundleDiffers, .recordRepeated, .recordTooOld, .fieldIgnored, .patchUnusable,
      .responseDiffers:
      nil
    }
  }

  var summary: String {
    switch self {
    case .recordInvalid: "all records are valid"
    case .bundleMissing: "the bundles of all records exist"
    case .bundleUnusable: "the bundles of all records are valid"
    case .bundleDiffers: "all bundles have the values of their records"
    case .recordRepeated: "each bundle has one record"
    case .recordTooOld: "all records are newer than the releases of the channel"
    case .otherApp: "all records belong to the app of the channel"
    case .fieldIgnored: "records do not have unknown fields"
    case .patchUnusable: "all patches produce their bundles"
    case .responseDiffers: "clients get the same releases as from the old server"
    }
  }
}
