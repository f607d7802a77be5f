@_spi(PromiseKit) internal import PromiseFoundation

func valid(_ answer: Promise<(data: Data, response: URLResponse)>) -> Promise<Data> { answer.validate().map(\.data) }
