/// A list that is the main actor's own: that a handler may write to it without `await` shows what the compiler takes it
/// for.
@MainActor package final class MainActorLog<Entry: Sendable> {
  package private(set) var entries: [Entry] = []

  package nonisolated init() {}

  /// Notes `entry`, unless the code that runs is not on the main actor after all.
  package func callAsFunction(_ entry: Entry) {
    if isOnMainQueue { entries.append(entry) }
  }
}
