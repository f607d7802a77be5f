@_spi(PromiseKit) import PromiseConcurrency

func load() async throws -> Int { try await fetch().async() }
