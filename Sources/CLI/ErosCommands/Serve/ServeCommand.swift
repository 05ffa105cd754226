import ArgumentParser
import ErosBundle
import ErosCommandLine
import ErosConfig
import ErosCore
import ErosDevelop
import ErosFiles
import ErosPack
import ErosTemplates
import SystemPackage

struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serve built pages to this machine or the local network",
    discussion: """
      Serves the built pages and the bundle of them, packs again when a file changes, and tells open pages \
      to load again. With --lan, devices in the local network can load them, and a terminal shows the address as a QR code:

        $ eros serve
        $ eros serve dist --port 9000 --lan

      The bundle names this server as the server of its pages, so an app with it loads the pages from here. \
      The page at the address lists the pages of the configuration. A page can wait for changes with server-sent events, at \
      /events.

      With --lan, everybody in the network can read the pages while the command runs. \
      Ctrl-C ends the command. For production, use `eros publish` and eros-server.
      """)

  @Argument(
    help: "The folder of built pages (default: 'dist' in the project's folder).",
    completion: .directory)
  var source: String?

  @OptionGroup var project: ProjectOptions

  @Option(help: "The port; 0 is any free port.")
  var port: UInt16 = 8889

  @Flag(help: "Serve all devices in the local network, not only this machine.")
  var lan = false

  @OptionGroup var framing: FrameworkOption

  @OptionGroup var output: OutputOptions

  func run() throws {
    let appProject = try project.find(output)
    let source = source ?? appProject.pagesFolder
    guard try FileStatus.ifExists(source) != nil else { throw CommandError.pagesNotBuilt(source) }
    try Folder.withScratchFolder(beside: Folder.scratchPath + "-serve") { scratch in
      let pages = ServedPages()
      let server = try open(source, bundle: scratch.path) { pages.html }
      let network = lan ? LocalNetwork.addresses() : []
      let urls = (network + ["127.0.0.1"]).map { "http://\($0):\(server.port)/" }
      let code = network.isEmpty ? nil : QRCode(Array(urls[0].utf8))
      let builder = ServedBundle(
        config: project.config, source: source, folder: scratch.path, url: urls[0],
        framework: framing.framework)
      // Before packing, so that no change is missed.
      let watcher = FolderWatcher([source, appProject.configPath])
      pages.update(try builder.pack(), urls: urls, code)
      try ServeReport(urls: urls, source: source, code: code).print(as: output)
      watch(watcher, builder, server) { pages.update($0, urls: urls, code) }
      server.run()
    }
  }

  private func open(
    _ source: String, bundle: String, home: @escaping @Sendable () -> String
  ) throws -> PageServer {
    do throws(FileError) {
      return try PageServer(
        address: lan ? "0.0.0.0" : "127.0.0.1", port: port, pages: source, bundle: bundle,
        home: home)
    } catch {
      guard error.reason == .addressInUse else { throw error }
      throw CommandError.portInUse(port)
    }
  }

  /// Packs again after each change, on a thread of its own.
  private func watch(
    _ watcher: FolderWatcher, _ builder: ServedBundle, _ server: PageServer,
    _ update: @escaping @Sendable (NativeConfig) -> Void
  ) {
    let output = output
    _ = WorkerThread {
      var watcher = watcher
      while true {
        let changes = watcher.next()
        let firstPath = changes.first.map { $0.escapedForDisplay } ?? ""
        let more = changes.count - 1
        do {
          update(try builder.pack())
          output.note(
            more > 0
              ? "packed again: '\(firstPath)' and \(more) more changed"
              : "packed again: '\(firstPath)' changed")
        } catch let error as any ErosError {
          output.show(error)
          output.note("the previous bundle is still served")
        } catch {
          output.warn("packing failed; the previous bundle is still served")
        }
        server.announceChange()
      }
    }
  }
}

private struct ServedBundle: Sendable {
  let config: String?
  let source: String
  let folder: String
  /// The address that the bundle names as the server of its pages.
  let url: String
  let framework: Framework?

  /// Packs the pages, and returns the configuration.
  func pack() throws -> NativeConfig {
    let config = try Project.find(config).config
    let settings = try BundlePacker.Settings(
      config, timestamp: BuildTime.milliseconds(), framework: framework)
    let plan = try PackPlan(
      folders: [folder], config: config.shippedCopy(devServer: DevelopmentServer(url)),
      versionFile: joinedPath(folder, BundleOutputs.versionFile), extraFiles: [])
    _ = try plan.write(
      BundleSource(source), with: BundlePacker(settings, threads: Parallel.processorCount)
    ) { _ in }
    return config
  }
}

/// The page at `/`.
private final class ServedPages: Sendable {
  private let text = Lock("")

  var html: String { text.withLock { $0 } }

  func update(_ config: NativeConfig, urls: [String], _ code: QRCode?) {
    let name = (config.appName ?? "app").escapedForMarkup
    let picture = code?.svg ?? ""
    let addresses = urls.map { "<li><a href=\"\($0)\">\($0)</a></li>" }.joined()
    let pages = config.referencedPages.map { page in
      let path = page.path.escapedForMarkup
      return "<li><a href=\"\(path)\">\(path)</a> \(page.key.escapedForMarkup)</li>"
    }.joined()
    let style = TextStyle(isColored: false, in: .ofProcess)
    let page = """
      <!doctype html><html lang="\(style.language.rawValue)"><meta charset="utf-8"><title>\(name)</title>
      <meta name="viewport" content="width=device-width">
      <style>:root{color-scheme:light dark}body{font:16px/1.5 system-ui;margin:2rem auto;\
      max-width:40rem;padding:0 1rem}svg{width:12rem}</style>
      <h1>\(name)</h1>\(picture)<ul>\(addresses)</ul>
      <p><a href="/bundle.zip">bundle.zip</a> <a href="/bundle.config">bundle.config</a></p>
      <h2>\(style.text("Pages of the configuration"))</h2><ul>\(pages)</ul>
      <script>new EventSource("/events").addEventListener("change", () => location.reload())</script>

      """
    text.withLock { $0 = page }
  }
}

private struct ServeReport: Report {
  let urls: [String]
  let source: String
  /// The address in the network, or `nil` if only this machine is served.
  let code: QRCode?

  private enum CodingKeys: CodingKey {
    case urls, source
  }

  func text(_ style: TextStyle) -> String {
    var table = TextTable()
    for (index, url) in urls.enumerated() {
      table.add(index == 0 ? "serving" : "", style.bold(url))
    }
    table.add("pages", source.escapedForDisplay)
    guard StandardStream.output.isTerminal, let code else {
      return table.text
    }
    return table.text + "\n\n" + code.terminalText
  }
}
