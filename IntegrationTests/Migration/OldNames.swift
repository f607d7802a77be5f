// Names from an SPI cannot be used in the interface of a module.
//
// verify: -swift-version 5
@_spi(PromiseKit) import PromiseKitVocabulary

// expected-error@+1 {{cannot use type alias 'PMKError' here; it is an SPI imported from 'PromiseKitVocabulary'}}
public func show(_ error: PMKError) {}
public func show(error: PromiseError) {}
