import ErosCore

/// Scripts of uni-app's build for apps, in `unpackage/dist/build/app-plus` or a `.wgt` file.
///
/// An `.nvue` page is a script that starts a page of Vue in Weex. The code of all `.vue` pages is
/// in `app-service.js`, and `app-view.js` renders them in web views.
extension RehearsalPage {
  private static let serviceScript = "app-service.js"
  /// The configuration, and the loader of the modules in ``serviceScript``.
  private static let startScripts = ["app-config-service.js", "app-config.js"]
  /// Other scripts of the runtime, in the root, start like this.
  private static let runtimePrefixes = ["__uniapp", "app-", "uni-app-view", "view.umd"]
  /// Files in these folders are for web views.
  private static let webFolders: Set<Substring> = ["hybrid", "static"]
  /// Where an `.nvue` page is mounted.
  private static let mountPoint = ByteSearch(Array("#root".utf8))

  /// Returns the pages of such a build, or `nil` if the scripts are not one.
  static func uniAppPages(of source: RehearsalSource, isOfProject: Bool) -> [RehearsalPage]? {
    guard [serviceScript, "manifest.json"].allSatisfy(source.files.contains) else { return nil }
    let starts = source.scripts.filter { startScripts.contains($0.path.string) }
    let configuration = starts.filter { $0.path.string == startScripts[0] }
    return source.scripts.compactMap { script in
      let path = script.path.string
      let folders = script.path.components.dropLast()
      let isService = path == serviceScript
      let isOfRuntime = folders.isEmpty && runtimePrefixes.contains { path.hasPrefix($0) }
      guard isService || !isOfRuntime, !folders.contains(where: webFolders.contains) else {
        return nil
      }
      let isPage = isService || mountPoint.first(in: script.text.span, from: 0) != nil
      return RehearsalPage(
        script: script, starts: isService ? starts : isPage ? configuration : [],
        framework: isService ? .service : isPage ? .vue : .unknown,
        mustRender: isPage && !isService, isOfProject: isOfProject, isOfUniApp: true,
        files: source.files)
    }
  }
}
