import PromiseSyntax

// What the text and the Markdown form show in the same order.
extension Report {
  func total(_ measure: Measure) -> Int { totals[measure] ?? 0 }

  /// The sentence below the bar.
  var summary: String {
    guard total(.distinctFunctions) > 0 else {
      return "\(total(.files).counting("Swift file")); no asynchronous functions."
    }
    let (moved, all) = (total(.functionsWithAsyncForm), total(.distinctFunctions))
    return
      "\(total(.files).counting("Swift file")); \(moved) of \(all.counting("asynchronous function")) \(moved == 1 ? "has" : "have") an async form."
  }

  /// The rows of the table of functions.
  var functionRows: [(style: String, all: Int, public: Int)] {
    [
      ("callback", total(.callbackFunctions), total(.publicCallbackFunctions)),
      ("promise", total(.promiseFunctions), total(.publicPromiseFunctions)),
      ("async", total(.asyncFunctions), total(.publicAsyncFunctions)),
      ("in several styles", total(.functionsInSeveralStyles), total(.publicFunctionsInSeveralStyles)),
    ]
  }

  /// How many chains have how many operators, in order.
  var lengthsInOrder: [(length: Int, count: Int)] {
    chainLengths.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// The operators, the most frequent one first.
  var operatorsInOrder: [(name: String, count: Int)] {
    chainOperators.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { ($0.key, $0.value) }
  }

  /// The lists of places, each with its title.
  var placeLists: [PlaceList] {
    let lists: [(String, String, KeyPath<File, [Place]>)] = [
      ("Blocking waits", "They block a thread, and can deadlock if async code calls them.", \.blockingWaits),
      ("Tasks whose handle is discarded", "Nothing can cancel them or wait for them.", \.droppedTasks),
      (
        "Continuations", "Each must be resumed exactly once; `wrap` and `withPromise` take care of that.",
        \.continuations
      ),
      (
        "Callbacks that may trap on another thread",
        "In Swift 6 mode, they check their actor. Pass a function, or write a `@Sendable` closure.",
        \.isolatedCallbacks
      ),
      ("@unchecked Sendable", "The compiler does not check these types.", \.uncheckedSendables),
    ]
    return lists.map { placeList($0, $1, $2) }
  }

  func placeList(_ title: String, _ hint: String, _ list: KeyPath<File, [Place]>) -> PlaceList {
    PlaceList(title: title, hint: hint, places: files.flatMap { file in file[keyPath: list].map { (file.path, $0) } })
  }

  /// The files with something to move, the most of it first.
  var filesToMove: [File] {
    files.filter { $0.remainingWork > 0 }.sorted { ($1.remainingWork, $0.path) < ($0.remainingWork, $1.path) }
  }
}

/// Places of one sort in all files.
struct PlaceList {
  let title: String
  /// Why the reader should look at these places.
  let hint: String
  let places: [(path: String, place: Place)]

  /// How often each kind of place occurs, the most frequent one first.
  var kinds: [(kind: String, count: Int)] {
    places.reduce(into: [:]) { $0[$1.place.kind, default: 0] += 1 }
      .sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { ($0.key, $0.value) }
  }
}

extension Int {
  /// The number with a noun, in the singular or the plural.
  func counting(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }

  /// The number with its sign; 0 has none.
  var signed: String { self > 0 ? "+\(self)" : "\(self)" }
}
