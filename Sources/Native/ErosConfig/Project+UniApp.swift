import ErosFiles

extension NativeConfig {
  /// `true` for a project of uni-app.
  package var isOfUniApp: Bool { string(at: "generate.host") == "uni-app" }
}

extension Project {
  /// The folder in which HBuilderX or uni-app's command line put the build for apps, or `nil` in a
  /// project of another host.
  package var uniAppBuild: String? {
    get throws {
      guard try config.isOfUniApp else { return nil }
      let folders = ["unpackage/dist/build/app-plus", "dist/build/app-plus", "dist/build/app"]
      return try folders.map(path).first { try FileStatus.ifExists($0) != nil } ?? path(folders[0])
    }
  }
}
