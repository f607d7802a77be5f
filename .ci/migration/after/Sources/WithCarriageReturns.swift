@_spi(PromiseKit) import PromiseCore
let one = Promise.value(1)
