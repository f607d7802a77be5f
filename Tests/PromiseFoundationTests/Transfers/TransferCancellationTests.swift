#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking
  import PromiseFoundation
  import PromiseTesting
  import TestSupport
  import Testing

  /// The transfers of a session on Linux, counted after they have been canceled at every moment.
  @Suite(.sharingProcessors, .promises(timeLimit: .testLimit)) struct TransferCancellationTests {
    @Test func `a transfer is counted until it ends`() async throws {
      let (started, stopped) = (Gate(), Gate())
      let stub = Stub(started: started, stopped: stopped)
      let promise = stub.session.dataTask(.promise, with: stub.url)
      try await started.opened()
      #expect(TransferSessionPool.transferCount(of: stub.session) == 1)
      #expect(TransferSessionPool.transferCount(of: URLSession(configuration: .ephemeral)) == 0)
      promise.cancel()
      #expect(TransferSessionPool.transferCount(of: stub.session) == 0)
    }

    @Test func `no transfer is left after cancellation at random moments`() async throws {
      let folder = try TemporaryFolder()
      let stub = Stub {
        $0.respond(headers: ["Content-Length": "2000"], body: [Data(count: 1_000), Data(count: 1_000)])
      }
      let outcomes = Log<Bool>()
      let numbers = (0..<1_000).concurrentMap(maxConcurrent: 8, order: .completion) { number in
        let file = folder.url.appendingPathComponent("\(number)")
        switch number % 3 {
        case 0: await cancelAtRandom(stub.session.dataTask(.promise, with: stub.url), outcomes)
        case 1:
          await cancelAtRandom(stub.session.uploadTask(.promise, with: stub.post, from: Data(count: 1_000)), outcomes)
        default:
          let download = stub.session.downloadTask(.promise, with: stub.url, to: file)
          await cancelAtRandom(download, outcomes)
          // A download that was fulfilled has created its file, and a canceled one has not.
          if download.isFulfilled { try FileManager.default.removeItem(at: file) }
        }
        return number
      }
      for try await _ in numbers {}
      #expect(outcomes.entries.contains(true) && outcomes.entries.contains(false))
      #expect(TransferSessionPool.transferCount(of: stub.session) == 0)
      #expect(folder.names == [])
    }

    /// Cancels three of four promises after up to two milliseconds, and notes whether the promise was fulfilled.
    private func cancelAtRandom<Value>(_ promise: Promise<Value>, _ outcomes: Log<Bool>) async {
      let isCanceled = Int.random(in: 0..<4) > 0
      let cancellation = isCanceled ? after(seconds: .random(in: 0...0.002)).done { promise.cancel() } : nil
      _ = await promise.getResult()
      await cancellation?.get()
      outcomes(promise.isFulfilled)
    }

    @Test func `few sessions without transfers keep their connections`() async throws {
      let server = HostileServer { _ in HostileServer.response("text") }
      var sessions: [URLSession] = []
      for _ in 0..<3 * TransferSessionPool.longestIdleList {
        let session = URLSession(configuration: .ephemeral)
        sessions.append(session)
        _ = try await session.dataTask(.promise, with: server.url()).get()
        #expect(TransferSessionPool.idleSessionCount <= TransferSessionPool.longestIdleList)
      }
      // Each session can be used again.
      for session in sessions { _ = try await session.dataTask(.promise, with: server.url()).get() }
    }

    @Test func `the delegate of a released session lives until the transfer ends`() async throws {
      final class Delegate: NSObject, URLSessionDataDelegate, Sendable {
        let lifetime: Lifetime.Object

        init(_ lifetime: Lifetime.Object) { self.lifetime = lifetime }
      }
      let lifetime = Lifetime()
      let arrived = Gate()
      let answer = Gate()
      let stub = Stub { request in
        arrived.open()
        Task {
          try await answer.opened()
          request.respond()
        }
      }
      let promise = URLSession(
        configuration: stub.session.configuration, delegate: Delegate(lifetime.object()), delegateQueue: nil
      ).dataTask(.promise, with: stub.url)
      try await arrived.opened()
      #expect(lifetime.alive == 1)
      answer.open()
      _ = try await promise.get()
    }
  }
#endif
