"""Generates the programs of check-unchain: functions that return chains of promises.

A program is one file, or two that declare functions of the same type. Its functions call those of
IntegrationTests/Unchaining/Helpers.swift, and each other. There are few names for many things, so that names hide each
other.
"""

import random

# The helpers that return a promise, with the labels of their parameters, by the types of their values.
HELPERS = {
    "Int": [("load", ""), ("count", ""), ("total", "of: "), ("Store.fetch", ""), ("echo", "")],
    "String": [("text", ""), ("name", "of: ")],
    "Void": [("save", ""), ("store", "id: ")],
    "[Int]": [("list", "")],
    "Item": [("item", "")],
    "Store.Entry": [("Store.entry", "")],
    "Int?": [("find", "")],
    "Double": [("ratio", "")],
    "(Int, Int)": [("pair", "")],
    "Bool": [("isEven", "")],
}
GUARANTEES = {"Int": [("sure", "")], "Void": [("pause", "")], "String": [("title", "")]}
MEMBERS = {
    "Item": [("id", "Int"), ("name", "String")], "Store.Entry": [("id", "Int")], "String": [("count", "Int")],
    "[Int]": [("count", "Int")], "(Int, Int)": [("0", "Int"), ("1", "Int")],
}
# A value of each type whose type does not depend on the context.
CONCRETE = {
    "Int": "3", "String": '"s"', "Void": "()", "[Int]": "[5]", "Item": 'Item(id: 1, name: "i")',
    "Store.Entry": "Store.Entry(id: 1)", "Int?": "parse(5)", "Double": "Double(5)", "(Int, Int)": "(1, 2)",
    "Bool": "true",
}
TYPES = [*HELPERS, "Int", "Int", "Int", "Int", "Void", "String"]
RESULTS = ["Int", "Int", "Int", "Int", "String", "Void", "Void", "[Int]", "Int?", "Double", "Item"]
NAMES = ["n", "x", "user", "item", "value", "text", "list", "count", "total", "error", "name", "id"]
# The parameter of a closure that does not name it, until it is known whether it is used.
INPUT = "@0"
CAUGHT = ["} catch {", '  note("caught \\(error)")', "}"]


def indented(text):
    return ["  " + line if line else "" for line in text.split("\n")]


def joined(*arguments):
    """An argument list without the empty arguments, or nothing if all are."""
    text = ", ".join(argument for argument in arguments if argument)
    return f"({text})" if text else ""


def closure(parameters, result, lines):
    """A closure. `result` is its type, or empty if it is not written."""
    text = "\n".join(lines)
    if parameters == INPUT:
        # `$0` is not possible in a closure with a written type.
        parameters, name = ("_", "") if INPUT not in text else ("input", "input") if result else ("", "$0")
        text = text.replace(INPUT, name)
    head = " ".join(part for part in [parameters or "()" if result else parameters, result and f"-> {result}"] if part)
    head = f"{{ {head} in" if head else "{"
    if "\n" not in text:
        return f"{head} {text} }}" if text else f"{head} }}"
    return "\n".join([head, *indented(text), "}"])


class Scope:
    """The names that are visible, with their types. The type of a function is `function`."""

    def __init__(self, names, variables=()):
        self.names = dict(names)
        self.variables = set(variables)

    def adding(self, name, type):
        return Scope({**self.names, name: type}, self.variables - {name})

    def of(self, type):
        return [name for name, other in self.names.items() if other == type]

    @property
    def inside(self):
        """The scope in a closure, whose `$0` is its own."""
        return Scope({name: type for name, type in self.names.items() if name != INPUT}, self.variables)

    def visible(self, functions):
        return [function for function in functions if function[0] not in self.names]


class Program:
    """A program. `isolation` is the option of the command, `main` or `none`."""

    def __init__(self, seed, number, isolation="main"):
        self.random = random.Random(f"{seed} {number}")
        self.number = number
        self.type = f"P{number}"
        self.functions = []  # the name, the label, Promise or Guarantee, and the type of the value of each
        # Calls in `when` run at the same time after the command, in an order that is not defined, so they share no state.
        self.is_concurrent = self.chance(8)
        kinds = ["enum", "struct", ""] + [
            "final class", "class", "actor", "@MainActor final class", "extension", "protocol"] * (not self.is_concurrent)
        self.kind = self.pick(kinds)
        # A handler with a queue is not isolated, and cannot call the members of an actor.
        has_queue = not self.is_concurrent and "actor" not in self.kind.lower() and self.chance(35)
        self.queue = self.pick(["on: .main", "on: nil", "on: .global()"]) if has_queue else ""
        # Without an isolation, handlers run on the main thread before the command, and on another one afterward.
        self.is_on_main = self.queue in ("", "on: .main") and isolation == "main"
        self.is_guarantee = False  # whether the function at hand has guarantees instead of promises
        self.has_state = "class" in self.kind or self.kind == "actor"
        self.owner = {"": "", "enum": f"{self.type}.", "extension": f"{self.type}."}.get(self.kind, f"{self.type}().")
        self.files = {f"{self.type}{suffix}.swift": "\n".join(lines) + "\n" for suffix, lines in self.parts()}
        self.text = "\n".join(self.files.values())

    def pick(self, choices):
        return self.random.choice(choices)

    def chance(self, percent):
        return self.random.randrange(100) < percent

    def on(self):
        """The argument that chooses the queue of a handler."""
        return self.pick(["", self.queue]) if self.queue == "on: .main" else self.queue

    # MARK: Values

    def value(self, type, scope, depth=0):
        """An expression that neither throws nor waits."""
        options = [*scope.of(type) * 2, CONCRETE[type]]
        number = self.value("Int", scope, depth + 1) if depth < 2 and type != "Int" else "7"
        if type == "Int":
            options += [self.operand(scope), "4"]
            for name in scope.of("Int"):
                options += [f"{name} + 1", f"apply({name}, {{ $0 + 2 }})", f"twice({name})"]
                options += [f"[1, 2].map({{ $0 * {name} }}).count"] * (name != INPUT)
            for other, members in MEMBERS.items():
                options += [f"{name}.{member}" for name in scope.of(other) for member, of in members if of == type]
            options += [f"({name} ?? 0)" for name in scope.of("Int?")]
            options += ["self.state"] * self.has_state + ["local(2)"] * 2 * ("local" in scope.names)
        elif type == "[Int]":
            options += [f"[{number}]", "[]"] + [f"[1, 2].map {{ $0 + {self.closed(scope)} }}"]
        elif type == "Void":
            options += ['note("nothing")'] + ["thread()"] * self.is_on_main
        else:
            options += {
                "String": [f"label({number})", f'"\\({number})"'],
                "Int?": [f"parse({number})", "nil", number],
                "Double": [f"Double({number})", "1", "1 / 2"],
                "Item": [f'Item(id: {number}, name: "i")'],
                "Store.Entry": [f"Store.Entry(id: {number})"],
                "(Int, Int)": [f"({number}, 2)"],
                "Bool": ["false", self.condition(scope)],
            }[type]
        return self.pick(options)

    def concrete(self, type, scope):
        """A value whose type does not depend on the context."""
        value = self.value(type, scope)
        depends = value in ["[]", "nil"] or type in ["Int?", "Double"] and not value.startswith(("parse", "Double"))
        return CONCRETE[type] if depends else value

    def operand(self, scope):
        return self.pick(scope.of("Int") + ["4" if self.is_concurrent else "tick()"])

    def closed(self, scope):
        """An operand that a closure or a local function may capture."""
        return self.pick([name for name in scope.of("Int") if name != INPUT] or ["3"])

    def condition(self, scope):
        return f"{self.operand(scope)} {self.pick(['>', '==', '<'])} {self.pick('2345')}"

    # MARK: Statements

    def statements(self, scope, throws, is_handler=True):
        """Returns some statements of a handler or a function, the scope behind them, and the names they declare."""
        lines, declared = [], set()
        for _ in range(self.pick([0, 0, 1, 1, 2])):
            number = self.value("Int", scope)
            options = [
                [f'note("\\({number})")'], ["// A comment."],
                [f"if {self.condition(scope)} {{", f'  note("if \\({number})")', "}"],
                [f"for index in 0..<2 where index != {self.operand(scope)} {{", '  note("loop \\(index)")', "}"],
                ["do {", f"  try check({number})", *CAUGHT],
            ]
            options += [["thread()"]] * self.is_on_main
            options += [[f"{name} += {number}"] for name in sorted(scope.variables)]
            options += [[f"self.state += {number}"]] * self.has_state
            if throws:
                options += [[f"try check({number})"], [f"guard {self.condition(scope)} else {{ throw Failure.left }}"]]
            # A statement runs before the function returns; after the command, what it calls runs later.
            options += [['defer { note("defer") }']] * (is_handler and not self.functions and self.chance(20))
            name, type = self.pick(NAMES), self.pick(["Int", "String", "[Int]"])
            some = self.value("Int", scope.adding(name, "Int"))
            options.append([f"if let {name} = parse({number}) {{", f'  note("some \\({some})")', "}"])
            if "local" not in scope.names:
                options.append([
                    "func local(_ number: Int) -> Int {", '  note("local \\(number)")',
                    f"  return number + {self.closed(scope)}", "}"])
            declaration = f"let {name}{self.pick(['', ': ' + type])} = {self.concrete(type, scope)}"
            options += [[declaration]] * 2
            changed = self.closed(scope)
            if is_handler and changed in scope.names and changed not in scope.variables:
                options.append([f"var {changed} = {changed}", f"{changed} += 1"])
            pairs = [pair for pair in scope.of("(Int, Int)") if pair != INPUT]
            if pairs:
                options.append([f"let ({name}, other) = {self.pick(pairs)}"])
            chosen = self.pick(options)
            first = chosen[0]
            new = {}
            if first.startswith("func "):
                new = {"local": "function"}
            elif first == declaration:
                new = {name: type}
            elif first.startswith("var "):
                new = {changed: "Int"}
            elif first.startswith("let ("):
                new = {name: "Int", "other": "Int"}
            if declared & set(new):
                continue
            declared |= set(new)
            for name, type in new.items():
                scope = scope.adding(name, type)
            lines += chosen
        return lines, scope, declared

    def block(self, scope, throws, result, last=None, settled=None):
        """The statements of a handler, which returns `result(scope)` at one place or several.

        Those of a function return `last(scope)` at their end, and `settled(scope)` where a `catch` could handle errors.
        """
        is_handler = last is None
        lines, scope, declared = self.statements(scope, throws, is_handler)
        name = self.pick(NAMES)
        step = scope.adding("step", "Int")
        number = self.value("Int", scope)
        options = [
            *[lambda: []] * 12,
            lambda: [f"if {self.condition(scope)} {{ return {result(scope)} }}"],
            lambda: [f"guard {self.condition(scope)} else {{", f"  return {result(scope)}", "}"],
            lambda: [f"switch {self.operand(scope)} {{", f"case 1: return {result(scope)}", "case 4, 5:",
                     f"  return {result(scope)}", "default: break", "}"],
            lambda: ["do {", f"  try check({number})", f"  return {(settled or result)(scope)}", *CAUGHT],
            lambda: ["for step in 0..<3 {", f"  if step == {self.operand(scope)} {{", f"    return {result(step)}",
                     "  }", "}"],
        ]
        if throws:
            options.append(lambda: [f"if {self.condition(scope)} {{ throw Failure.bad(9) }}"])
        if scope.of("Int?"):
            options.append(lambda: [
                f"switch {self.pick(scope.of('Int?'))} {{",
                f"case let {name}?: return {result(scope.adding(name, 'Int'))}", "case nil: break", "}"])
        if is_handler and name not in declared:
            options.append(lambda: [f"guard let {name} = parse({number}) else {{ return {result(scope)} }}"])
        lines += self.pick(options)()
        if lines and lines[-1].startswith(f"guard let {name} "):
            scope = scope.adding(name, "Int")
        if is_handler and throws and self.chance(3):
            return lines + ["throw Failure.worse"]
        if self.chance(8):
            return lines + [f"if {self.condition(scope)} {{", f"  return {result(scope)}", "} else {",
                            f"  return {(last or result)(scope)}", "}"]
        return lines + [f"return {(last or result)(scope)}"]

    # MARK: Handlers

    def parameters(self, type, scope, prefers=None):
        """Returns the parameters of a closure, and the scope in it."""
        scope = scope.inside
        if type == "Void":
            return "", scope
        name, other = self.random.sample(NAMES, 2)
        if prefers and self.chance(60):
            name = prefers
        if type == "(Int, Int)" and self.chance(50):
            if self.chance(30):
                return f"_, {other}", scope.adding(other, "Int")
            return f"{name}, {other}", scope.adding(name, "Int").adding(other, "Int")
        written = self.pick(["_", INPUT, INPUT, INPUT, name, name, name, f"({name}: {type})", f"({name}: {type})"])
        if written == "_":
            return written, scope
        return written, scope.adding(INPUT if written == INPUT else name, type)

    def handler(self, type, result, scope, throws, returned):
        """A closure whose statements return `returned(scope, whether the type is known)`. `result` is its type."""
        parameters, scope = self.parameters(type, scope)
        if self.chance(50):
            return closure(parameters, "", [self.pick(["return ", ""]) + returned(scope, False)])
        return closure(parameters, result, self.block(scope, throws, lambda scope: returned(scope, True)))

    def action(self, type, scope, throws, prefers=None, may_return=False, result=""):
        """A closure without a result."""
        parameters, scope = self.parameters(type, scope, prefers)
        lines, scope, _ = self.statements(scope, throws)
        known = [name for name, type in scope.names.items() if type not in ("Void", "function")] or ["0"]
        lines += [f"if {self.condition(scope)} {{ return }}"] * (may_return and self.chance(15))
        lines.append(f'note("{self.pick("abcdefgh")} \\({self.pick(known)})")')
        lines += ["_ = tick()"] * (not self.is_concurrent and self.chance(20))
        lines += [f"try check({self.value('Int', scope)})"] * (throws and self.chance(15))
        return closure(parameters, result if len(lines) > 1 else "", lines)

    # MARK: Promises

    def call(self, type, scope, throws=False):
        """The call of a helper or of another function under test, or `None` if there is none of the type."""
        functions = scope.visible((GUARANTEES if self.is_guarantee else HELPERS).get(type, []))
        if type == "Int" and not self.is_guarantee:
            functions += [(name, "") for name in scope.of("function") if name != "local"] * 3
        own = [(name, label) for name, label, kind, of in self.functions
               if of == type and (kind == "Guarantee") == self.is_guarantee]
        if own and self.chance(50):
            prefix = "self." if "class" in self.kind or self.kind == "actor" else ""
            functions = [(prefix + name, label) for name, label in own]
        if not functions:
            return None
        name, label = self.pick(functions)
        argument = self.value("Int", scope)
        if throws and self.chance(20):
            return f"try {name}({label}checked({argument}))"
        return f"{name}({label}{argument})"

    def promise(self, type, scope, depth, throws=False, typed=False):
        """An expression of a promise. `typed` says that the context tells its type."""
        kind = "Guarantee" if self.is_guarantee else "Promise"
        call = self.call(type, scope, throws)
        literal = self.pick(["", f"{kind}<{type}>"]) if typed else f"{kind}<{type}>"
        options = [lambda: call] * 9 if call else []
        options.append(lambda: f"{literal}.value({self.value(type, scope)})")
        if type == "Void":
            options.append(lambda: f"{kind}()")
        if depth < 3:
            options += [lambda: self.chain(type, scope, depth + 1, throws)] * (6 if call else 2)
        if not self.is_guarantee:
            options += self.other_promises(type, scope, depth, typed)
        return self.pick(options)()

    def other_promises(self, type, scope, depth, typed):
        """Functions that return expressions of promises that are neither calls nor chains."""
        operand = self.value("Int", scope)
        options = [lambda: f"Promise<{type}>(error: Failure.bad({operand}))"]
        plain = self.call(type, scope)
        if depth < 3:
            options += [lambda: self.firstly(type, scope, depth + 1), lambda: self.forwarding(type, scope, depth + 1)]
        if typed and plain:
            options.append(
                lambda: f"{self.condition(scope)} ? {plain} : {self.promise(type, scope, depth + 1, typed=True)}")
        if type == "(Int, Int)":
            options += [lambda: f"when(fulfilled: {self.call('Int', scope)}, {self.call('Int', scope)})"
                        ] * (20 if self.is_concurrent else not self.functions)
        if type == "[Int]" and "load" not in scope.names:
            options += [lambda: f"when(fulfilled: [{operand}, 2].map {{ load($0) }})"] * 2
        if type == "Int":
            options += [lambda: f"(box({operand})?.open(2) ?? {plain})", lambda: f"(cached({operand}) ?? {plain})",
                        lambda: "repeated(2) " + closure("", "", [self.promise("Int", scope.inside, depth + 1)])]
            if typed:
                options.append(lambda: f"wrap {{ fetch({self.closed(scope)}, completion: $0) }}")
        return options

    def firstly(self, type, scope, depth):
        scope = scope.inside
        if self.chance(60):
            return "firstly { " + self.promise(type, scope, depth, throws=True) + " }"
        lines = self.block(scope, True, lambda scope: self.promise(type, scope, depth, True, True))
        return "firstly " + closure("", f"Promise<{type}>", lines)

    def forwarding(self, type, scope, depth):
        """A promise that a resolver settles with the outcome of a chain.

        `catch` handles all errors: a promise whose chain is canceled would be abandoned before, and is canceled afterward.
        """
        fulfill = "seal.fulfill(())" if type == "Void" else "seal.fulfill(value)"
        done, catch = self.pick([
            ("seal.fulfill($0)", "seal.reject($0)"),
            (f"value in {fulfill}", "error in seal.reject(error)"),
            (f'value in note("sealed"); {fulfill}', 'error in note("rejected"); seal.reject(error)'),
            (f"value in if tick() == 3 {{ seal.reject(Failure.left) }} else {{ {fulfill} }}", "seal.reject($0)"),
        ])
        return f"Promise<{type}> " + closure("seal", "", [
            self.chain(type, scope.inside, depth), f"  .done {{ {done} }}",
            f"  .catch(policy: .allErrors) {{ {catch} }}"])

    # MARK: Chains

    def chain(self, type, scope, depth, throws=False):
        """A promise with some operators."""
        count = self.pick([1, 1, 2, 2, 3, 4] if depth < 2 else [1, 1, 2])
        current = self.pick([*(GUARANTEES if self.is_guarantee else HELPERS), "Int"])
        if self.is_concurrent and depth < 3 and not self.is_guarantee:
            current = "(Int, Int)"
        head = self.promise(current, scope, 3 if self.chance(70) else depth + 1, throws)
        links = []
        for index in range(count):
            text, current = self.link(current, type if index == count - 1 else None, scope, depth)
            links.append(text)
        if len(head + "".join(links)) < 60 and "\n" not in head + "".join(links):
            return head + "".join(links)
        return "\n".join([head, *(line for link in links for line in indented(link))])

    def link(self, current, wanted, scope, depth):
        """Returns an operator, and the type of the value behind it, which is `wanted` unless that is `None`."""
        target = wanted or self.pick(TYPES)
        throws = not self.is_guarantee
        operators = ["map", "map", "then", "then"] + ["compactMap"] * (throws and target not in ("Int?", "Void"))
        if wanted in (None, current):
            operators += ["get", "get", "ensure"] + ["recover", "recover", "recover", "only", "catch", "tap"] * throws
        if wanted in (None, "Void"):
            operators += ["done", "asVoid"]
        operator = self.pick(operators)
        on = self.on()
        is_check = operator == "get" and current == "Int" and throws and self.chance(10)
        if is_check:
            return f".get{joined(on, 'check')}", current
        if operator == "asVoid":
            return ".asVoid()", "Void"
        if operator in ("get", "done"):
            action = self.action(current, scope, throws, may_return=operator == "done")
            return f".{operator}{joined(on)} {action}", current if operator == "get" else "Void"
        if operator == "ensure":
            return f".ensure{joined(on)} {self.action('Void', scope, False)}", current
        if operator == "tap":
            parameter, name = self.pick([("", "$0"), ("result in ", "result"), ("value in ", "value")])
            return f'.tap{joined(on)} {{ {parameter}note("tap \\({name})") }}', current
        if operator == "catch":
            only, policy = self.pick([("", ""), ("", ""), ("", "policy: .allErrors"), ("only: Failure.self", "")])
            action = self.action("Failure" if only else "any Error", scope, False, "error")
            return f".catch{joined(only, on, policy)} {action}", current
        if operator in ("recover", "only"):
            return self.recover(operator, current, scope, depth, on, is_last=wanted is not None), current
        reference = self.reference(operator, current, target, scope)
        if reference and self.chance(25):
            return f".{operator}{joined(on, reference)}", target
        return f".{operator}{joined(on)} " + getattr(self, operator)(current, target, scope, depth), target

    def reference(self, operator, current, target, scope):
        """A function or a key path that can be the handler of an operator."""
        if operator == "map":
            paths = ["\\." + member for member, type in MEMBERS.get(current, []) if type == target]
            functions = [name for name, type in [("twice", "Int"), ("label", "String")] if type == target]
            return self.pick((paths + functions * (current == "Int")) or [None])
        if operator == "compactMap":
            return "\\.first" if current == "[Int]" and target == "Int" else None
        names = [name for name, label in scope.visible(HELPERS[target]) if not label and name != "echo"]
        return self.pick(names) if names and current == "Int" and not self.is_guarantee else None

    def map(self, current, target, scope, depth):
        throws = not self.is_guarantee
        if target == "Void" and self.chance(60):
            return self.pick(["{ _ in }" if current != "Void" else "{}", self.action(current, scope, throws)])

        def value(scope, typed):
            if throws and target == "Int" and self.chance(20):
                return f"try checked({self.value('Int', scope)})"
            return self.value(target, scope) if typed else self.concrete(target, scope)

        return self.handler(current, target, scope, throws, value)

    def then(self, current, target, scope, depth):
        throws = not self.is_guarantee

        def promise(scope, typed):
            guarantees = scope.visible(GUARANTEES.get(target, []))
            if guarantees and not typed and self.chance(10):
                return f"{guarantees[0][0]}({self.value('Int', scope)})"
            return self.promise(target, scope, depth + 1, throws, typed)

        return self.handler(current, f"{'Promise' if throws else 'Guarantee'}<{target}>", scope, throws, promise)

    def compactMap(self, current, target, scope, depth):
        if target == "Int" and current == "String" and self.chance(50):
            return "{ Int($0) }"
        parameters, scope = self.parameters(current, scope)
        lines, scope, _ = self.statements(scope, True) if self.chance(20) else ([], scope, None)
        value = self.pick([f"{self.condition(scope)} ? {self.concrete(target, scope)} : nil", self.value(target, scope)])
        return closure(parameters, f"{target}?", lines + [("return " if lines else "") + value])

    def recover(self, operator, type, scope, depth, on, is_last):
        only = "only: Failure.self" if operator == "only" else ""
        error = "Failure" if only else "any Error"
        head = f".recover{joined(only, on, '' if only else self.pick(['', '', 'policy: .allErrors']))} "
        if type == "Void" and self.chance(30):
            return head + self.action(error, scope, True, "error", result="Void")
        parameters, inner = self.parameters(error, scope, "error")
        guarantees = inner.visible(GUARANTEES.get(type, []))
        if is_last and not only and guarantees and self.chance(30):
            # The context decides whether this handles cancellation.
            value = self.pick([f"{guarantees[0][0]}({self.value('Int', inner)})", f".value({self.value(type, inner)})"])
            return f".recover{joined(on)} {closure(parameters, '', [value])}"
        lines = [f'note("recover \\({name})")' for name in inner.of(error)[-1:]] * self.chance(60)
        shape = self.random.randrange(4)
        if shape == 0:
            value = self.concrete(type, inner)
            return head + closure(parameters, type if lines else "", lines + [("return " if lines else "") + value])
        if shape == 1:
            name = self.pick(["error", "e"])
            promise = self.promise(type, scope.inside.adding(name, error), depth + 1, True, True)
            return head + closure(name, f"Promise<{type}>", [
                f"guard case Failure.bad = {name} else {{ throw {name} }}", f"return {promise}"])
        if shape == 2 and not lines:
            return head + closure(parameters, "", [f"Promise<{type}>.value({self.value(type, inner)})"])
        lines += self.block(inner, True, lambda scope: self.promise(type, scope, depth + 1, True, True))
        return head + closure(parameters, f"Promise<{type}>", lines)

    def always_recovered(self, type, scope):
        """A guarantee that is made of a promise."""
        self.is_guarantee = False
        name = self.pick(["error", "_", "value"])
        handler = closure(name, f"Guarantee<{type}>", [
            'note("recovered")', f"return .value({self.value(type, scope.adding(name, 'any Error'))})"])
        text = self.chain(type, scope, 0) + f"\n  .recover{joined(self.on())} {handler}"
        if type == "Int" and self.chance(50):
            text += f"\n  .map{joined(self.on())} {{ (number: Int) -> Int in number + {self.closed(scope)} }}"
        return text

    # MARK: Functions

    def function(self, name, label):
        self.is_guarantee = self.chance(20)
        kind = "Guarantee" if self.is_guarantee else "Promise"
        type = self.pick(["Int", "String", "Void"] if self.is_guarantee else RESULTS)
        parameter = self.pick(NAMES[:6])
        scope = Scope({parameter: "Int"})
        parameters = f"{label[:-2] or '_'} {parameter}: Int"
        has_default = self.chance(20)
        if has_default and self.chance(50):
            parameters += ", limit: Int = 3"
            scope = scope.adding("limit", "Int")
        elif has_default:
            other = self.pick(["work", "count"] + ["sure"] * (not self.is_guarantee))
            parameters += f", {other}: @escaping (Int) -> Promise<Int> = {{ load($0) }}"
            scope = scope.adding(other, "function")
        lines = []
        if self.is_guarantee and self.chance(40):
            lines = [self.always_recovered(type, scope)]
        elif self.chance(15):
            lines = [self.chain(type, scope, 0)]
        else:
            if self.is_on_main and self.chance(25):
                lines.append("var sum = 1")
                scope = Scope({**scope.names, "sum": "Int"}, {"sum"})
            lines += self.block(scope, False, lambda scope: self.promise(type, scope, 0, typed=True),
                                lambda scope: self.chain(type, scope, 0),
                                lambda scope: f"{kind}<{type}>.value({self.value(type, scope)})")
        modifier = "static " if self.kind in ("enum", "extension") else ""
        if "class" in self.kind and self.chance(15):
            modifier = self.pick(["final ", "public "])
        self.functions.append((name, label, kind, type))
        head = f"{modifier}func {name}({parameters}) -> {kind}<{type}> {{"
        body = indented("\n".join(lines))
        if len(body) == 1 and len(body[0]) < 50:
            return [f"{head} {body[0].strip()} }}"], has_default or modifier == "final "
        return [head, *body, "}"], has_default or modifier == "final "

    def parts(self):
        """Returns the suffixes of the files, and their lines."""
        names = [f"{name}{self.number}" for name in self.random.sample(["run", "fetchUser", "load", "make"], 3)]
        functions = [(name, self.pick(["", "", "id: "])) for name in names[:self.pick([1, 2, 2, 3])]]
        if len(functions) > 1 and self.chance(20):
            functions = [(names[0], label) for label in ["", "id: "]]
        written = [self.function(*function) for function in functions]
        is_own = written[0][1]  # whether no other type can declare the first function
        head = ["import Foundation", "import PromiseConcurrency", ""]
        rest = []
        if len(written) > 1 and self.chance(40):
            lines, _ = written.pop()
            if self.kind:
                extended = f"Q{self.number}" if self.kind == "protocol" else self.type
                lines = [f"extension {extended} {{", *indented("\n".join(lines)), "}"]
            rest = [("More", head + lines)]
        declarations = [line for lines, _ in written for line in ["", *lines]]
        return [("", self.main_lines(head, declarations[1:], is_own)), *rest]

    def main_lines(self, head, declarations, is_own):
        """The file that declares the type. `is_own` says that no other type can declare the first function."""
        members = indented("\n".join(declarations))
        name, label, kind, type = self.functions[0]
        signature = f"func {name}({label[:-2] or '_'} value: Int) -> {kind}<{type}>"
        if self.kind == "":
            return head + declarations
        if self.kind == "extension":
            return [*head, f"enum {self.type} {{}}", "", f"extension {self.type} {{", *members, "}"]
        if self.kind == "protocol":
            requirement = [] if is_own or self.chance(50) else [f"  {signature}"]
            return [*head, f"protocol Q{self.number} {{", *requirement, "}", "", f"extension Q{self.number} {{", *members,
                    "}", "", f"struct {self.type}: Q{self.number} {{}}"]
        # Only isolated code may use the state of an actor.
        is_isolated = self.kind == "actor" or self.kind.startswith("@MainActor")
        state = [f"  {'' if is_isolated else 'nonisolated(unsafe) '}var state = 0", ""] if self.has_state else []
        text = [*head, f"{self.kind} {self.type} {{", *state, *members, "}"]
        if self.kind == "class" and not is_own and self.chance(30):
            self.owner = f"Q{self.number}()."
            text += ["", f"final class Q{self.number}: {self.type} {{", f"  override {signature} {{",
                     f"    super.{name}({label}value + 1)", "  }", "}"]
        return text

    def entries(self):
        """The functions under test, as elements of an array."""
        for name, label, kind, type in self.functions:
            call = f"{'await ' * (self.kind == 'actor')}{self.owner}{name}({label}n)"
            shown = name + f"({label[:-2] or '_'}:)"
            yield f'  Function("{shown}") {{ n in let result: {kind}<{type}> = {call}; return Running(result) }},'
