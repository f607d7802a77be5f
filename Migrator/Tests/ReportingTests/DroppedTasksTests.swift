import Testing

@testable import Reporting

@Suite struct DroppedTasksTests {
  private func kinds(_ text: String) throws -> [String] { try read(text).droppedTasks.map(\.kind) }

  @Test(arguments: [
    ("func f() { Task { await g() } }", "Task"),
    ("func f() { print(1); Task(priority: .high) { await g() } }", "Task"),
    ("func f() { Task<Void, Never> { await g() } }", "Task"),
    ("func f() { Task.init { await g() } }", "Task"),
    ("func f() { Task.detached { await g() } }", "Task.detached"),
    ("func f() { Task<Void, Never>.detached(priority: .low) { await g() } }", "Task.detached"),
    ("func f() { Task.immediate { await g() } }", "Task.immediate"),
    ("func f() { _Concurrency.Task { await g() } }", "Task"),
    ("func f() { Task(operation: g) }", "Task"),
    ("func f() { _ = Task { await g() } }", "Task"),
    ("func f() { let _ = Task { await g() } }", "Task"),
    ("func f() { (Task { await g() }) }", "Task"),
    ("func f() -> Void { Task { await g() } }", "Task"),
    ("func f() -> Task<Void, Never> { Task { await g() }; return Task { } }", "Task"),
    ("Task { await g() }", "Task"),
    ("let a = Button { Task { await g() } }", "Task"),
    ("let a = { () -> Void in Task { await g() } }", "Task"),
    ("func f() { defer { Task { await g() } } }", "Task"),
    ("func f() { if a { Task { await g() } } else { print(1) } }", "Task"),
    ("func f() { switch a { case 1: Task { await g() }\n default: break } }", "Task"),
    ("var a: Int { didSet { Task { await g() } } }", "Task"),
    ("class A { init() { Task { await g() } } }", "Task"),
    ("func f() {\n#if DEBUG\n Task { await g() }\n#endif\n}", "Task"),
  ])
  func `a task whose handle is discarded is found`(code: String, kind: String) throws {
    #expect(try kinds(code + "\n") == [kind])
  }

  @Test(arguments: [
    "func f() { let t = Task { await g() } }", "func f() { task = Task { await g() } }",
    "func f() { tasks[1] = Task { await g() } }", "func f() -> Task<Void, Never> { return Task { await g() } }",
    "func f() -> Task<Void, Never> { Task { await g() } }", "func f() { keep(Task { await g() }) }",
    "func f() { keep((Task { await g() }, 1)) }", "func f() async { await Task { await g() }.value }",
    "func f() { Task { await g() }.cancel() }", "func f() { tasks.append(Task.detached { await g() }) }",
    "var task: Task<Void, Never> { Task { await g() } }", "var task: Task<Void, Never> { get { Task { await g() } } }",
    "lazy var task = { Task { await g() } }()", "let a = b.map { _ in Task { await g() } }",
    "let a = { () -> Task<Void, Never> in Task { await g() } }", "let a = [Task { await g() }]",
    "let a = b ? Task { await g() } : nil", "func f() -> Task<Void, Never> { if a { Task { } } else { Task { } } }",
    "let t = if a { Task { await g() } } else { Task { await g() } }",
    "func f() -> Task<Void, Never> { switch a { case 1: Task { }\n default: Task { } } }",
    "func f() { Task.sleep(1) }", "func f() { Task(promise) }", "func f() { MyTask { 1 } }",
    "func f() { x.Task { 1 } }", "let a = \"Task { }\" // Task { }",
  ])
  func `a task whose handle is used is not reported`(code: String) throws {
    #expect(try kinds(code + "\n").isEmpty)
  }

  @Test func `tasks inside tasks are found`() throws {
    #expect(
      try read("func f() {\n  Task {\n    await g()\n    Task.detached { await h() }\n  }\n}\n").droppedTasks.summary
        == ["2 Task", "4 Task.detached"])
  }
}
