import ErosCore
import ErosFiles
import ErosTestSupport
import SystemPackage
import Testing

@Suite("File errors", .temporaryFolder)
struct FileErrorTests {
  static let errors: [(FileError.Operation, Errno, ErosCore.ExitStatus)] = [
    (.read, .noSuchFileOrDirectory, .inputNotFound), (.read, .notDirectory, .inputNotFound),
    (.read, .permissionDenied, .inputNotFound), (.read, .notSupported, .inputNotFound),
    (.read, .fileTooLarge, .badData), (.list, .notDirectory, .inputNotFound),
    (.read, .tooManyOpenFiles, .ioError), (.create, .tooManyOpenFilesInSystem, .ioError),
    (.create, .readOnlyFileSystem, .cannotCreate), (.create, .permissionDenied, .cannotCreate),
    (.create, .noSpace, .ioError), (.write, .noSpace, .ioError),
    (.sync, .diskQuotaExceeded, .ioError), (.lock, .wouldBlock, .busy),
  ]

  @Test("a file error has an exit status and a remedy", arguments: errors)
  func status(operation: FileError.Operation, reason: Errno, status: ErosCore.ExitStatus) {
    let error = FileError(operation, "a.txt", reason)
    #expect(error.exitStatus == status)
    #expect(error.remedy != nil)
  }

  @Test("a file larger than the limit is not read")
  func limit() throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write("12345", to: "a.txt")
    #expect(try readWholeFile(folder.path("a.txt"), limit: 5).count == 5)
    #expect(throws: FileError(.read, folder.path("a.txt"), .fileTooLarge)) {
      try readWholeFile(folder.path("a.txt"), limit: 4)
    }
  }
}
