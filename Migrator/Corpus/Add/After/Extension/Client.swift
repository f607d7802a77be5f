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

      func key() -> Promise<Int> {
        wrap { handler in key(completion: handler) }
      }
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

  extension Conditional {
    func flag() -> Promise<Bool> {
      wrap { handler in flag(completion: handler) }
    }
  }
#endif

extension Client {
  /// Returns a name.
  public func name(_ id: Int) -> Promise<String> {
    wrap { handler in name(id, completion: handler) }
  }

  private func secret() -> Promise<Int> {
    wrap { handler in secret(completion: handler) }
  }

  func age() -> Promise<Int> {
    wrap { handler in age(completion: handler) }
  }
}

extension Client.Cache {
  func value() -> Promise<Int> {
    wrap { handler in value(completion: handler) }
  }

  func size() -> Promise<Int> {
    wrap { handler in size(completion: handler) }
  }
}

public extension Array where Element == Int {
  func total() -> Promise<Int> {
    wrap { handler in total(completion: handler) }
  }
}

func globalSum(_ list: [Int]) -> Promise<Int> {
  wrap { handler in globalSum(list, completion: handler) }
}

@available(macOS 10.15, *)
extension Source {
  func next() -> Promise<Int> {
    wrap { handler in next(completion: handler) }
  }
}
// The end of the file.
