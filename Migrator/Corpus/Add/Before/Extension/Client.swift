import PromiseCore

/// A client.
public struct Client {
  public init() {}

  /// Returns a name.
  public func name(_ id: Int, completion: @escaping (String?, Error?) -> Void) { completion("name \(id)", nil) }

  private func secret(completion: @escaping (Int) -> Void) { completion(1) }

  struct Cache {
    func value(completion: @escaping (Int) -> Void) { completion(2) }

    private struct Entry {
      func key(completion: @escaping (Int) -> Void) { completion(3) }
    }
  }

  func age(completion: @escaping (Int) -> Void) { completion(4) }
}

extension Client.Cache {
  func size(completion: @escaping (Int) -> Void) { completion(5) }
}

public extension Array where Element == Int {
  func total(completion: @escaping (Int) -> Void) { completion(reduce(0, +)) }
}

func globalSum(_ list: [Int], completion: @escaping (Int) -> Void) { completion(list.reduce(0, +)) }

@available(macOS 10.15, *)
protocol Source {
  func next(completion: @escaping (Int) -> Void)
}

@available(macOS 10.15, *)
struct Numbers: Source {
  func next(completion: @escaping (Int) -> Void) { completion(6) }
}

#if !DEBUG_NEVER
  struct Conditional {
    func flag(completion: @escaping (Bool) -> Void) { completion(true) }
  }
#endif
// The end of the file.
