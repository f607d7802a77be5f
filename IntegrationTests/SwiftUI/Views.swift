// The code in the article "How do I use promises in SwiftUI?", and in the comments of PromiseObservation.
import Observation
import PromiseObservation
import SwiftUI

struct Avatar: Sendable {
  let symbol: String
}

struct Profile: Sendable, Identifiable {
  let id: Int
  let name: String
}

typealias Friend = Profile

func fetchAvatar(_ id: Int) -> Promise<Avatar> { .value(Avatar(symbol: "A")) }
func fetchProfile(_ id: Int) -> Promise<Profile> { .value(Profile(id: id, name: "Ada")) }
func fetchFriends(of profile: Profile) -> Promise<[Friend]> { .value([]) }

struct AvatarView: View {
  let id: Int
  @State private var avatar: Avatar?

  var body: some View {
    Text(avatar?.symbol ?? "…")
      .task(id: id) { avatar = try? await fetchAvatar(id).get(cancellation: .forward) }
  }
}

struct FriendsView: View {
  let friends: PromiseModel<[Friend]>

  var body: some View {
    switch friends.phase {
    case .idle, .pending: ProgressView()
    case .fulfilled(let friends): List(friends) { Text($0.name) }
    case .rejected(let error): Text(error.localizedDescription)
    }
  }
}

struct ProfileView: View {
  let id: Int
  @State private var profile = PromiseModel<Profile>()

  var body: some View {
    List {
      if let shown = profile.value {
        Text(shown.name).opacity(profile.isStale ? 0.5 : 1)
      }
      if profile.isLoading {
        ProgressView(value: profile.progress?.fractionCompleted)
      }
      if profile.error != nil {
        Button("Try again") { load() }
      }
    }
    .task(id: id) { load() }
    .refreshable { await refresh() }
  }

  private func load() { profile.load { fetchProfile(id) } }

  private func refresh() async { _ = await profile.load { fetchProfile(id) }.getResult() }
}

/// The variants that the article mentions in its text.
struct OtherTasks: View {
  let id: Int
  @State private var profile = PromiseModel<Profile>()

  var body: some View {
    ProfileView(id: id).id(id)
      .task { load() }
      .task { _ = try? await fetchProfile(id).get(cancellation: .forward) }
      .task(id: id) { _ = await profile.load { fetchProfile(id) }.getResult(cancellation: .forward) }
      .refreshable { _ = try? await fetchProfile(id).get() }
    FriendsView(friends: PromiseModel(.value([])))
    FriendsView(friends: PromiseModel(Promise(error: CancellationError())))
  }

  private func load() { profile.load { try await fetchProfile(id).get() } }
}
