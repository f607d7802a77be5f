import Foundation
import PromiseFoundation
import PromiseTesting
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// What the comments and the landing page of PromiseFoundation show.

private struct User: Codable, Equatable {
  var id = 7
  var name: String
  var avatar: URL?
}

private struct NewUser: Codable {
  var name: String
}

private struct Profile: Codable {
  var avatar: URL
}

extension Notification.Name {
  fileprivate static let downloadFinished = Notification.Name("downloadFinished")
}

@Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct FoundationComments {
  private let shown = Log<String>()

  /// Shadows Foundation's class, whose shared session would use the network.
  private enum URLSession {
    static let shared = CannedServer.session()
  }

  /// Shadows the function of the standard library.
  private func print(_ item: Any) { shown("\(item)") }
  private func show(_ text: String) { shown(text) }

  @Test func `sending a request`() async throws {
    let url = try #require(URL(string: "https://api.example/users?id=7"))
    let done = {
      URLSession.shared.dataTask(.promise, with: url).validate().decode(User.self).done { user in
        print(user.name)
      }.catch { error in
        print(error.localizedDescription)
      }
    }()
    try await done.get()
    #expect(shown.entries == ["Ada"])
    let page = URLSession.shared.dataTask(.promise, with: url).validate()
      .compactMap { String(data: $0.data, urlResponse: $0.response) }
    #expect(try await page.get().hasPrefix(#"{"id": 7, "name": "Ada""#))
  }

  @Test func `the methods of HTTP`() async throws {
    let session = CannedServer.session()
    let url = try #require(URL(string: "https://api.example/users"))
    let received = try await {
      let user = session.get(url, query: ["id": "7"]).decode(User.self)
      return try await user.get()
    }()
    let newUser = NewUser(name: "Grace")
    let created = try await {
      let user = session.post(url, body: .json(newUser)).decode(User.self)
      return try await user.get()
    }()
    #expect(received.name == "Ada" && created == User(id: 8, name: "Grace"))
  }

  // With a manual clock, a busy machine does not end the transfer.
  @Test(.promises(time: .manual)) func `a download of an avatar`() async throws {
    let session = CannedServer.session()
    let api = try #require(URL(string: "https://api.example/users"))
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: file) }
    let saved = {
      let saved = session.get(api, query: ["id": "7"])
        .decode(Profile.self)
        .then { profile in session.downloadTask(.promise, with: profile.avatar, to: file).validate() }
        .timeout(seconds: 30)  // cancels the running transfer
        .done { avatar in show("Saved \(avatar.saveLocation.path)") }
        .catch { error in show(error.localizedDescription) }
      return saved
    }()
    try await saved.get()
    #expect(shown.entries == ["Saved \(file.path)"])
    #expect(try Data(contentsOf: file).count == 10_000)
  }

  @Test func `observing a notification`() async throws {
    NotificationCenter.default.observe(once: .downloadFinished).done { notification in
      print(notification.value(for: "fileName", as: String.self) ?? "no file")
    }.cauterize()
    NotificationCenter.default.post(
      name: .downloadFinished, object: nil, userInfo: ["fileName": "avatar.png"])
    #expect(await promisesSettled(timeout: TestLimit.seconds))
    #expect(shown.entries == ["avatar.png"])
  }

  #if os(macOS) || os(Linux)
    @Test func `launching a process`() async throws {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/git")
      process.arguments = ["log", "--oneline"]
      process.launch(.promise).done { print($0.text) }.catch { print($0) }
      #expect(await promisesSettled(timeout: TestLimit.seconds))
      // The result depends on whether Git is installed, and on the current folder.
      #expect(shown.count == 1)
    }
  #endif
}
