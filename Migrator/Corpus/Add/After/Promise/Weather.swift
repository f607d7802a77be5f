import PromiseConcurrency

struct Weather {
  var name: String

  /// Returns the forecast.
  ///
  /// - Parameter day: The day.
  /// - Returns: The temperature.
  func forecast(day: Int) async throws -> Int {
    if day < 0 { throw Failure(text: "past") }
    return day + name.count
  }

  /// Returns the forecast.
  ///
  /// - Parameter day: The day.
  /// - Returns: The temperature.
  func forecast(day: Int) -> Promise<Int> {
    Promise { try await forecast(day: day) }
  }

  func city() async -> String { name }

  func city() -> Guarantee<String> {
    Guarantee { await city() }
  }

  func refresh() async throws {}

  func refresh() -> Promise<Void> {
    Promise { try await refresh() }
  }

  func pause() async {}

  func pause() -> Guarantee<Void> {
    Guarantee { await pause() }
  }

  // A property has the name of the twin.
  func name() async -> String { name }

  func typed(_ day: Int) async throws(Failure) -> Int { day }

  func typed(_ day: Int) -> Promise<Int> {
    Promise { try await typed(day) }
  }

  func never(_ day: Int) async throws(Never) -> Int { day }

  func never(_ day: Int) -> Guarantee<Int> {
    Guarantee { await never(day) }
  }

  @discardableResult
  func report<T: Equatable>(_ value: T, twice: Bool = false) async throws -> [T] {
    twice ? [value, value] : [value]
  }

  @discardableResult
  func report<T: Equatable & Sendable>(_ value: T, twice: Bool = false) -> Promise<[T]> {
    Promise { try await report(value, twice: twice) }
  }

  func all(_ days: some Collection<Int> & Sendable, transform: @escaping @Sendable (Int) async throws -> Int)
    async rethrows -> Int
  {
    var sum = 0
    for day in days { sum += try await transform(day) }
    return sum
  }

  func all(
    _ days: some Collection<Int> & Sendable,
    transform: @escaping @Sendable (Int) async throws -> Int
  ) -> Promise<Int> {
    Promise { try await all(days, transform: transform) }
  }
}

actor Station {
  private var readings: [Int] = []

  func add(_ reading: Int) async throws -> Int {
    readings.append(reading)
    return readings.count
  }

  nonisolated func add(_ reading: Int) -> Promise<Int> {
    Promise { try await add(reading) }
  }

  func count() async -> Int { readings.count }

  nonisolated func count() -> Guarantee<Int> {
    Guarantee { await count() }
  }
}

@MainActor final class Panel {
  private var lines: [String] = []

  func show(_ line: String) async throws -> Int {
    lines.append(line)
    return lines.count
  }

  func show(_ line: String) -> Promise<Int> {
    Promise { try await show(line) }
  }
}

protocol Sensor: Sendable {
  func value(_ channel: Int) async throws -> Int
}

extension Sensor {
  func value(_ channel: Int) -> Promise<Int> {
    Promise { try await value(channel) }
  }
}

struct ConstantSensor: Sensor {
  func value(_ channel: Int) async throws -> Int { channel }
}
