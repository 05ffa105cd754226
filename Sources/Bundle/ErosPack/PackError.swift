public import ErosCore

/// Ends packing.
@nonexhaustive
public enum PackError: ErosError, Equatable {
  /// A file changed after the source folder was read.
  case changed(String)
  /// A file is a private key, but bundles are public.
  case privateKey(String)
  /// uni-app would not install the files of a folder.
  case notWgt(String, Message)
  /// The system cannot create a thread.
  case noThread

  public var problem: Message {
    switch self {
    case .changed(let path): "'\(path.escapedForDisplay)' changed while it was packed"
    case .privateKey(let path):
      "'\(path.escapedForDisplay)' is a private key, and bundles are public"
    case .notWgt(let folder, let reason):
      "'\(folder.escapedForDisplay)' is not a build of a uni-app for apps: \(reason)"
    case .noThread: "cannot create a thread to pack with"
    }
  }

  public var remedy: Message? {
    switch self {
    case .changed: "wait until the build has ended, then pack again"
    case .privateKey: "move the key out of the folder of the pages"
    case .notWgt:
      "build the app with HBuilderX or `uni build -p app-plus`, and pass the folder with its 'manifest.json'"
    case .noThread: "close other programs, or raise the limit of processes (`ulimit -u`)"
    }
  }

  public var exitStatus: ExitStatus {
    switch self {
    case .changed, .privateKey, .notWgt: .badData
    case .noThread: .ioError
    }
  }
}
