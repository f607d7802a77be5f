extension Lowering {
  /// Adds the task that iterates over the values of statements.
  mutating func iterate(
    over inputs: [Int], _ order: IterationOrder, stopsAfterFirst: Bool, _ statement: Int
  ) -> Int {
    // Inputs of different types become promises.
    let isOneType = program.commonType(of: inputs) != nil
    let inputs = inputs.map { isOneType ? result($0) : promise(of: $0, statement) }
    let followers = inputs.map { _ in self.node(.source, statement) }
    let outputs = inputs.map { _ in self.node(.source, statement) }
    for output in outputs { start.nodes[output].isObserved = true }
    let task = task(of: specs.count)
    let iteration = NodeSpec.Iteration(
      task: task, followers: followers, outputs: outputs, order: order, stopsAfterFirst: stopsAfterFirst)
    let node = self.node(.iteration(iteration), statement)
    var steps: [Step] = []
    for (index, (input, follower)) in zip(inputs, followers).enumerated() {
      let observer = ModelObserver.element(of: node, index: index)
      if specs[input].isForeign {
        start.nodes[follower].observers = [observer]
        steps.append(.attach(.foreignCallback(follower), to: input))
      } else {
        start.nodes[follower].targets = [.node(input)]
        steps.append(.attach(observer, to: input))
      }
    }
    begins(statement, with: steps + [.requestElement(node)])
    return task
  }
}
