import Observation
import PromiseObservation
import PromiseTesting
import TestSupport
import Testing

// The code in the article "How do I use promises in SwiftUI?" that needs no SwiftUI. The views are in
// IntegrationTests/SwiftUI.

/// The requests that the test answers.
@MainActor private var profiles: [Int: Promise<SwiftUICodeTests.Profile>] = [:]

@MainActor private func fetchProfile(_ id: Int) -> Promise<SwiftUICodeTests.Profile> { profiles[id]! }

private func fetchFriends(of profile: SwiftUICodeTests.Profile) -> Promise<[SwiftUICodeTests.Friend]> {
  .value([SwiftUICodeTests.Friend(id: profile.id + 1, name: "Grace")])
}

@MainActor @Suite(.sharingProcessors, .serialized, .promises(timeLimit: .testLimit)) struct SwiftUICodeTests {
  struct Profile: Sendable, Equatable {
    let id: Int
    let name: String
  }

  typealias Friend = Profile

  @MainActor @Observable final class ProfilePage {
    let profile = PromiseModel<Profile>()
    let friends = PromiseModel<[Friend]>()
    var title: String { profile.value?.name ?? "Profile" }
    var isLoading: Bool { profile.isLoading || friends.isLoading }

    func load(_ id: Int) {
      let profile = profile.load { fetchProfile(id) }
      friends.load { profile.then { fetchFriends(of: $0) } }
    }
  }

  @MainActor @Observable final class HandWrittenProfile {
    private(set) var value: Profile?
    private(set) var error: (any Error)?
    private(set) var isLoading = false
    @ObservationIgnored private var task: Task<Void, Never>?

    func load(_ id: Int) {
      task?.cancel()
      isLoading = true
      error = nil
      task = Task { [weak self] in
        let result = await fetchProfile(id).getResult(cancellation: .forward)
        guard !Task.isCancelled, let self else { return }
        isLoading = false
        switch result {
        case .success(let profile): value = profile
        case .failure(let error): self.error = error
        }
      }
    }

    deinit { task?.cancel() }
  }

  nonisolated final class Profiles {
    let profile = PromiseModel<Profile>()
  }

  @Test func `a model of models is observed through its computed properties`() async throws {
    let page = ProfilePage()
    let (first, resolver) = Promise<Profile>.pending()
    let (second, otherResolver) = Promise<Profile>.pending()
    profiles = [1: first, 2: second]
    page.load(1)
    #expect(page.isLoading && page.title == "Profile")
    page.load(2)
    #expect(first.isCancelled && page.friends.error == nil)
    let isNotified = Gate()
    withObservationTracking {
      _ = page.title
    } onChange: {
      isNotified.open()
    }
    resolver.fulfill(Profile(id: 1, name: "Ada"))
    otherResolver.fulfill(Profile(id: 2, name: "Joan"))
    try await isNotified.opened()
    #expect(await promisesSettled())
    #expect(page.title == "Joan" && page.friends.value?.first?.id == 3 && !page.isLoading)
  }

  @Test func `the code that a model replaces works`() async throws {
    let profile = HandWrittenProfile()
    let (first, resolver) = Promise<Profile>.pending()
    let (second, otherResolver) = Promise<Profile>.pending()
    profiles = [1: first, 2: second]
    profile.load(1)
    await Task.yield()
    profile.load(2)
    otherResolver.fulfill(Profile(id: 2, name: "Joan"))
    resolver.fulfill(Profile(id: 1, name: "Ada"))
    while profile.isLoading { await Task.yield() }
    #expect(profile.value?.id == 2 && profile.error == nil)
  }

  @MainActor @Test(.promises(time: .manual)) func `a slow profile is shown`() async throws {
    let profile = PromiseModel<Profile>()
    profile.load { after(seconds: 3_600).map { Profile(id: 1, name: "Ada") } }
    #expect(profile.isLoading)
    try await ManualClock.current.advance(by: .seconds(3_600))
    #expect(profile.value?.name == "Ada")
  }

  @Test func `nonisolated code may create a model`() {
    #expect(Profiles().profile.value == nil)
  }
}
