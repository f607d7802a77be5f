"""Reads the index that the compiler writes: which code refers to which declaration."""

import collections
import ctypes
import pathlib
import shutil

from support import ROOT, fail

STORE = ROOT / ".build/debug/index/store"
# The functions of IndexStore and their constants: https://github.com/swiftlang/llvm-project, clang/include/indexstore.
REFERENCE, RECORD = 1 << 2, 2


class String(ctypes.Structure):
    _fields_ = [("data", ctypes.POINTER(ctypes.c_char)), ("length", ctypes.c_size_t)]

    def __str__(self):
        return ctypes.string_at(self.data, self.length).decode() if self.length else ""


POINTER = ctypes.c_void_p
ON_NAME = ctypes.CFUNCTYPE(ctypes.c_bool, POINTER, String)
ON_ITEM = ctypes.CFUNCTYPE(ctypes.c_bool, POINTER, POINTER)


def library():
    """The library of the toolchain that reads an index."""
    folder = pathlib.Path(shutil.which("swiftc")).resolve().parent.parent / "lib"
    for name in ["libIndexStore.so", "libIndexStore.dylib"]:
        if (folder / name).exists():
            return ctypes.CDLL(str(folder / name))
    return fail(f"{folder} does not contain libIndexStore. Use a toolchain of swift.org.")


class IndexStore:
    """The index of a debug build of the package."""

    def __init__(self, store=STORE):
        self.library = library()
        self.store = self.call("store_create", POINTER, str(store).encode(), None)
        if not self.store:
            fail(f"{store} does not exist. Run `swift build --build-tests` first.")

    def call(self, name, result, *arguments):
        function = getattr(self.library, f"indexstore_{name}")
        function.restype = result
        return function(*(POINTER(argument) if isinstance(argument, int) else argument for argument in arguments))

    def create(self, name, argument):
        return self.call(name, POINTER, self.store, argument.encode(), None)

    def units(self):
        """The names of the units, one for each compiled file."""
        names = []
        add = ON_NAME(lambda _, name: names.append(str(name)) or True)
        self.call("store_units_apply_f", ctypes.c_bool, self.store, 1, None, add)
        return names

    def records(self, folder):
        """The records of the source files inside a folder, each with its file. Skips files that no longer exist."""
        records = {}

        def note(_, dependency):
            if self.call("unit_dependency_get_kind", ctypes.c_int, dependency) == RECORD:
                path = pathlib.Path(str(self.call("unit_dependency_get_filepath", String, dependency)))
                if folder in path.parents and path.exists():
                    records[str(self.call("unit_dependency_get_name", String, dependency))] = path
            return True

        apply = ON_ITEM(note)
        for unit in self.units():
            reader = self.create("unit_reader_create", unit)
            if reader and folder in pathlib.Path(str(self.call("unit_reader_get_main_file", String, reader))).parents:
                self.call("unit_reader_dependencies_apply_f", ctypes.c_bool, reader, None, apply)
            self.call("unit_reader_dispose", None, reader)
        return records

    def references(self, folder):
        """The declarations to which the files inside a folder refer: the files, by the USR of the declaration."""
        found = collections.defaultdict(set)
        for record, path in self.records(folder).items():
            reader = self.create("record_reader_create", record)

            def note(_, occurrence):
                if self.call("occurrence_get_roles", ctypes.c_uint64, occurrence) & REFERENCE:
                    symbol = self.call("occurrence_get_symbol", POINTER, occurrence)
                    found[str(self.call("symbol_get_usr", String, symbol))].add(path)
                return True

            self.call("record_reader_occurrences_apply_f", ctypes.c_bool, reader, None, ON_ITEM(note))
            self.call("record_reader_dispose", None, reader)
        return found
