package import PromiseSyntax

extension Report {
  /// The report on one file.
  package struct File: Hashable, Sendable, Codable {
    /// The path of the file, in the form in which it is printed.
    package let path: String
    /// The counts that are not 0.
    package let counts: [Measure: Int]
    /// The imports of promise libraries, in order.
    package let imports: [ImportUse]
    /// The functions that are not synchronous, in order.
    package let functions: [Function]
    /// How many chains have how many operators.
    package let chainLengths: [Int: Int]
    /// How often each operator is called.
    package let chainOperators: [String: Int]
    /// The calls that block their thread.
    package let blockingWaits: [Place]
    /// The tasks whose handle is discarded.
    package let droppedTasks: [Place]
    /// The calls that create continuations.
    package let continuations: [Place]
    /// The closures that are isolated to an actor, and may be called on another thread.
    package let isolatedCallbacks: [Place]
    /// The declarations with `@unchecked Sendable`.
    package let uncheckedSendables: [Place]
    /// How often each operation of this library is used.
    package let libraryOperations: [LibraryOperation: Int]
    /// The properties and variables whose values are promises.
    package let storedPromises: [Place]
    /// The mentions of errors of this library.
    package let libraryErrors: [Place]

    /// A function that is not synchronous.
    package struct Function: Hashable, Sendable, Codable {
      /// The line of the declaration, counted from 1.
      package let line: Int
      /// The containers and the name with its labels, such as `API.user(id:)`.
      package let name: String
      /// How the function delivers its result.
      package let style: FunctionDeclaration.Style
      /// Whether the function is `public` or `open`.
      package let isPublic: Bool
    }

    /// Sums up a file.
    ///
    /// - Parameters:
    ///   - names: The declarations of all files.
    ///   - mayTrap: Whether a callback is isolated and called by another module.
    init(_ file: FileReport, _ names: DeclaredNames, where mayTrap: (CallbackUse) -> Bool) {
      path = file.path
      imports = file.imports
      functions = file.functions.filter { $0.style != .synchronous }.map {
        Function(line: $0.line, name: $0.name, style: $0.style, isPublic: $0.isPublic)
      }
      blockingWaits = file.blockingWaits
      droppedTasks = file.droppedTasks
      continuations = file.continuations
      isolatedCallbacks = file.callbacks.filter(mayTrap).map(\.place)
      uncheckedSendables = file.uncheckedSendables
      let uses = file.libraryUses.filter { $0.operation.isUsed(if: $0.condition, names) }
      libraryOperations = uses.reduce(into: [:]) { $0[$1.operation, default: 0] += 1 }
      storedPromises = uses.filter { $0.operation == .storedPromise }.compactMap(\.place)
      libraryErrors = uses.filter { $0.operation == .error }.compactMap(\.place)
      let chains = file.chains.filter { chain in
        chain.isCertain || chain.headFunction.map(names.promiseFunctions.contains) ?? false
      }
      var lengths: [Int: Int] = [:]
      var operators: [String: Int] = [:]
      for chain in chains {
        lengths[chain.operators.count, default: 0] += 1
        for name in chain.operators { operators[name, default: 0] += 1 }
      }
      chainLengths = lengths
      chainOperators = operators

      var counts: [Measure: Int] = [:]
      for use in imports { counts[use.library.measure, default: 0] += 1 }
      counts[.spiImports] = imports.count { $0.spi != nil }
      for function in functions {
        guard let measures = function.style.measures else { continue }
        counts[measures.all, default: 0] += 1
        if function.isPublic { counts[measures.public, default: 0] += 1 }
      }
      counts[.chains] = chains.count
      counts[.chainOperators] = chains.reduce(0) { $0 + $1.operators.count }
      counts[.blockingWaits] = blockingWaits.count
      counts[.droppedTasks] = droppedTasks.count
      counts[.continuations] = continuations.count
      counts[.isolatedCallbacks] = isolatedCallbacks.count
      counts[.uncheckedSendables] = uncheckedSendables.count
      self.counts = counts.filter { $0.value != 0 }
    }

    /// The imports of this library.
    var libraryImports: [ImportUse] { imports.filter { $0.library == .swiftPromises } }

    /// Whether there is nothing to report.
    var isEmpty: Bool { counts.isEmpty }

    /// The number of items to migrate: callback and promise functions, chains, and blocking waits.
    var remainingWork: Int {
      [.callbackFunctions, .promiseFunctions, .chains, .blockingWaits].reduce(0) { $0 + (counts[$1] ?? 0) }
    }
  }
}

extension FunctionDeclaration.Style {
  /// Which measures count the functions of this style, and the public ones.
  var measures: (all: Measure, public: Measure)? {
    switch self {
    case .synchronous: nil
    case .callback: (.callbackFunctions, .publicCallbackFunctions)
    case .promise: (.promiseFunctions, .publicPromiseFunctions)
    case .async: (.asyncFunctions, .publicAsyncFunctions)
    }
  }
}
