"""Compares the binary layout of libclang's types, and converts types to rows of a stub.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from collections.abc import Iterator
from dataclasses import replace

from clang.cindex import Cursor, Type, TypeKind

from gen.describe.headers import Declared, named
from gen.stub.declaration import C_TYPES, Function
from gen.stub.reader import read_function

SIGNED = (TypeKind.SCHAR, TypeKind.SHORT, TypeKind.INT, TypeKind.LONG, TypeKind.LONGLONG)
ARRAYS = (TypeKind.CONSTANTARRAY, TypeKind.INCOMPLETEARRAY)
Row = tuple[str, str | dict[str, int] | list[str]]  # a table in [types]; the type's value in it
Shape = tuple[object, ...]
FUNCTIONS = (TypeKind.FUNCTIONPROTO, TypeKind.FUNCTIONNOPROTO)


def is_callback(type_: Type) -> bool:
    canonical = type_.get_canonical()
    return bool(canonical.kind == TypeKind.POINTER and canonical.get_pointee().kind in FUNCTIONS)


def spelled_out(declared: Declared, typedefs: dict[str, str]) -> Function:
    """Returns the function with callback typedefs expanded to their function-pointer types, because
    [types] has no table for callbacks."""
    parameters = list(declared.function.parameters)
    for i, argument in enumerate(declared.cursor.get_arguments()):
        if i < len(parameters) and is_callback(argument.type):
            text = named(argument.type.get_canonical().spelling, typedefs)
            parameters[i] = read_function(f"void f({text});").parameters[0]
    return replace(declared.function, parameters=tuple(parameters))


def types(declared: Declared) -> Iterator[Type]:
    cursor = declared.cursor
    return iter([cursor.result_type, *(argument.type for argument in cursor.get_arguments())])


def bases(type_: Type, by_value: bool = True) -> Iterator[tuple[Type, bool]]:
    """Yields each named type within a type, and whether it is used by value."""
    while type_.kind in (TypeKind.POINTER, *ARRAYS):
        pointer = type_.kind == TypeKind.POINTER
        type_, by_value = type_.get_pointee() if pointer else type_.element_type, False
    if is_callback(type_):
        type_ = type_.get_canonical().get_pointee()
    canonical = type_.get_canonical()
    if canonical.kind in FUNCTIONS:
        for each in (canonical.get_result(), *canonical.argument_types()):
            yield from bases(each)
    else:
        yield type_, by_value


def rows(declared: Declared, typedefs: dict[str, str]) -> dict[str, Row]:
    """Returns the stub's row for each type that a function uses."""
    found: dict[str, Row] = {}
    for type_, by_value in (pair for each in types(declared) for pair in bases(each)):
        name = named(type_.spelling.removeprefix("const "), typedefs)
        if name not in C_TYPES and (by_value or name not in found) and " " not in name:
            found[name] = row(type_, by_value)
    return found


def row(type_: Type, by_value: bool) -> Row:
    """Returns the table of [types] to which a row for this type belongs, and the row's value."""
    declaration, type_ = type_.get_declaration(), type_.get_canonical()
    if type_.kind == TypeKind.POINTER and type_.get_pointee().kind == TypeKind.RECORD:
        return "handles", type_.get_pointee().get_declaration().spelling
    if type_.kind == TypeKind.ENUM:
        return "enums", {}
    if type_.kind in (TypeKind.RECORD, TypeKind.VOID, TypeKind.POINTER) and not by_value:
        return "opaque", "only through pointers"
    if type_.kind == TypeKind.RECORD and type_.get_size() > 0:
        return "structs", [member(f, f"m{i}") for i, f in enumerate(type_.get_fields(), 1)]
    number = type_.spelling.removeprefix("const ")
    if number in C_TYPES:
        alias = declaration.underlying_typedef_type.spelling
        return "numbers", alias if alias in C_TYPES else number
    raise ValueError(f"{type_.spelling} is not supported")


def member(field: Cursor, name: str) -> str:
    """Returns a struct's member with a made-up name, because stubs copy only types from headers."""
    type_, size = field.type, ""
    if field.is_bitfield():
        raise ValueError(f"the bit field {field.spelling} is not supported")
    if type_.kind == TypeKind.CONSTANTARRAY:
        type_, size = type_.element_type, f"[{type_.element_count}]"
    canonical = type_.get_canonical()
    if canonical.kind == TypeKind.ENUM:
        canonical = canonical.get_declaration().enum_type
    text = type_.spelling if type_.spelling in C_TYPES else canonical.spelling
    if canonical.kind == TypeKind.POINTER:
        text = "void *"
    elif text not in C_TYPES:
        raise ValueError(f"the member {field.spelling} of type {text} is not supported")
    return f"{text}{'' if text.endswith('*') else ' '}{name}{size}"


def shape(type_: Type) -> Shape:
    """Returns the layout of a type, without names and const. A struct of unknown size has None."""
    type_ = type_.get_canonical()
    if type_.kind == TypeKind.POINTER or type_.kind in ARRAYS:
        target = type_.element_type if type_.kind in ARRAYS else type_.get_pointee()
        return "pointer", shape(target)
    if type_.kind in FUNCTIONS:
        arguments = type_.argument_types() if type_.kind == TypeKind.FUNCTIONPROTO else ()
        dots = type_.kind == TypeKind.FUNCTIONPROTO and type_.is_function_variadic()
        return "function", *map(shape, (type_.get_result(), *arguments)), ("dots", dots)
    if type_.kind == TypeKind.RECORD:
        return "struct", max(type_.get_size(), 0) or None
    kinds = {TypeKind.FLOAT: "float", TypeKind.DOUBLE: "float", TypeKind.LONGDOUBLE: "float",
             TypeKind.VOID: "void", TypeKind.ENUM: "enum", TypeKind.CHAR_S: "char",
             TypeKind.CHAR_U: "char"} | dict.fromkeys(SIGNED, "signed")
    return kinds.get(type_.kind, "unsigned"), type_.get_size()


def same(a: Shape, b: Shape) -> bool:
    """Returns whether two layouts are the same. A struct of unknown size equals any type, because a
    stub need not define the target of a pointer."""
    if ("struct", None) in (a, b):
        return True
    return len(a) == len(b) and all(
        same(x, y) if isinstance(x, tuple) and isinstance(y, tuple) else x == y
        for x, y in zip(a, b, strict=True))
