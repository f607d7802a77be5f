import PromiseKit

func load() async throws -> Int { try await fetch().async() }
