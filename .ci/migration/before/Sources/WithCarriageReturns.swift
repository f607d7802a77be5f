import PromiseKit
let one = Promise.value(1)
