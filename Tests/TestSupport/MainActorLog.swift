/// A list that is isolated to the main actor.
///
/// A handler that appends to it without `await` shows that the compiler considers the handler isolated to the main actor.
@MainActor package final class MainActorLog<Entry: Sendable> {
  package private(set) var entries: [Entry] = []

  package nonisolated init() {}

  /// Appends `entry`, unless the calling code is not actually running on the main actor.
  package func callAsFunction(_ entry: Entry) {
    if isOnMainQueue { entries.append(entry) }
  }
}
