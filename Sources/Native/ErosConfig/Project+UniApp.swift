import ErosFiles

extension NativeConfig {
  /// `true` for a project of uni-app.
  package var isOfUniApp: Bool { string(at: "generate.host") == "uni-app" }
}

extension Project {
  /// The folder in which HBuilderX or uni-app's command line put the build for apps.
  package var uniAppFolder: String {
    get throws {
      let folders = ["unpackage/dist/build/app-plus", "dist/build/app-plus", "dist/build/app"]
      return try folders.map(path).first { try FileStatus.ifExists($0) != nil } ?? path(folders[0])
    }
  }

  /// The folder with the built pages, as the project's host expects them.
  package var builtFolder: String {
    get throws { try config.isOfUniApp ? uniAppFolder : pagesFolder }
  }
}
