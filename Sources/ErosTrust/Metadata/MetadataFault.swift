/// The reason why a metadata file is malformed; the reader of the file adds the file's name.
package struct MetadataFault: Error {
  package let reason: String

  package init(_ reason: String) { self.reason = reason }
}
