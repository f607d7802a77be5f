import Foundation

/// What there is to do, which is decided before anything is downloaded.
struct Plan: Sendable {
  /// The files to download, in the order of the list.
  private(set) var files: [RemoteFile] = []
  /// The number of files that have been downloaded before.
  private(set) var alreadyThere = 0
  /// The URLs that cannot be downloaded.
  private(set) var failures: [Failure] = []

  /// The number of URLs.
  var total: Int { files.count + alreadyThere + failures.count }

  /// Decides what to do about each URL of a list.
  ///
  /// - Parameters:
  ///   - urls: The list.
  ///   - folder: The folder to download to.
  ///   - kind: Returns what there is at a location. A file appears under its name when it is complete, so it need not
  ///     be downloaded again.
  init(_ urls: [URL], into folder: URL, kind: (URL) -> Entry = Entry.init) {
    var origins: [String: URL] = [:]
    for (number, url) in urls.enumerated() {
      let name: String
      do {
        name = try FileName.name(of: url)
      } catch {
        failures.append(Failure(number: number, name: url.shown, text: error.message))
        continue
      }
      if let other = origins[name] {
        let text = "\(url.shown) has the same file name as \(other.shown)."
        failures.append(Failure(number: number, name: name, text: text))
        continue
      }
      origins[name] = url
      let file = RemoteFile(number: number, url: url, name: name, folder: folder)
      switch kind(file.location) {
      case .nothing: files.append(file)
      case .file: alreadyThere += 1
      case .other:
        failures.append(Failure(number: number, name: name, text: "There is a folder or a broken link with this name."))
      }
    }
  }

  /// What there is at a location.
  enum Entry {
    /// Nothing, so the file is downloaded.
    case nothing
    /// The file, which has been downloaded before.
    case file
    /// A folder, or a link that leads nowhere.
    case other

    /// Finds out what there is at a location.
    init(_ location: URL) {
      var isFolder: ObjCBool = false
      if FileManager.default.fileExists(atPath: location.path, isDirectory: &isFolder) {
        self = isFolder.boolValue ? .other : .file
      } else {
        // A link that leads nowhere has attributes, but does not exist.
        self = (try? FileManager.default.attributesOfItem(atPath: location.path)) == nil ? .nothing : .other
      }
    }
  }
}
