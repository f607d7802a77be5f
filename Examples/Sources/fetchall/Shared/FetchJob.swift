import Foundation
import PromiseFoundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The work that each style performs.
struct FetchJob: Sendable {
  /// The files to download.
  let files: [RemoteFile]
  /// The maximum number of downloads at a time.
  let jobs: Int
  /// The number of retries of each file.
  let retries: Int
  /// Records what happens to the files. Its methods return quickly and may be called on any thread.
  let journal: Journal
  /// The session of all downloads.
  let session: URLSession

  /// The delays before the retries.
  let backoff = Backoff.exponential(initial: 0.5, maximum: 30)

  /// Creates a job and its session.
  init(files: [RemoteFile], jobs: Int, retries: Int, journal: Journal) {
    self.files = files
    self.jobs = jobs
    self.retries = retries
    self.journal = journal
    let configuration = URLSessionConfiguration.ephemeral
    // Otherwise the session itself would limit the downloads from one server.
    configuration.httpMaximumConnectionsPerHost = jobs
    configuration.urlCache = nil
    session = URLSession(configuration: configuration)
  }

  /// Returns whether to retry a file, and records that it waits for its next attempt.
  func retries(_ file: RemoteFile, after error: any Error, remaining: Int) -> Bool {
    guard error.mayPass else { return false }
    journal.waits(file, after: error, remaining: remaining)
    return true
  }
}
