"""Writes libclang's types as stubs do, and as machine types.

SPDX-License-Identifier: Apache-2.0 OR MIT
"""
from clang.cindex import TypeKind

from gen.stub.declaration import C_TYPES, Type

SIGNED = (TypeKind.SCHAR, TypeKind.SHORT, TypeKind.INT, TypeKind.LONG, TypeKind.LONGLONG)
ARRAYS = (TypeKind.CONSTANTARRAY, TypeKind.INCOMPLETEARRAY)


def named(type_, names, types, pointers) -> Type:
    """A type as stubs write it. Adds the meaning of its names to `types`."""
    canonical = type_.get_canonical()
    if canonical.kind == TypeKind.POINTER:
        if canonical.get_pointee().kind == TypeKind.FUNCTIONPROTO:
            target = canonical.get_pointee()
            result = named(target.get_result(), names, types, [])
            if pointers or result.parameters is not None:
                raise ValueError(f"{type_.spelling} is not supported")
            arguments = tuple(named(t, names, types, []) for t in target.argument_types())
            return Type(result.base, result.constant, result.pointers, arguments)
    if type_.kind == TypeKind.POINTER:
        return named(type_.get_pointee(), names, types, [type_.is_const_qualified(), *pointers])
    if type_.kind in ARRAYS:
        return named(type_.element_type, names, types, [False, *pointers])
    declaration = type_.get_declaration()
    base = (names.get(declaration.get_usr()) or declaration.spelling
            or type_.spelling.removeprefix("const "))
    if base not in C_TYPES and (base not in types or not pointers):
        types[base] = row(type_, names, types, by_value=not pointers)
    return Type(base, type_.is_const_qualified(), tuple(pointers))


def row(type_, names, types, by_value) -> tuple:
    """The table and the value that describe a type in a stub."""
    declaration, type_ = type_.get_declaration(), type_.get_canonical()
    if type_.kind == TypeKind.POINTER and type_.get_pointee().kind == TypeKind.RECORD:
        return "handles", type_.get_pointee().get_declaration().spelling
    if type_.kind == TypeKind.ENUM:
        return "enums", {}
    if type_.kind == TypeKind.RECORD and not by_value:
        return "opaque", "only behind a pointer"
    if type_.kind == TypeKind.RECORD and type_.get_size() > 0:
        return "structs", [member(field, f"m{i}", names, types)
                           for i, field in enumerate(type_.get_fields(), 1)]
    if type_.spelling in C_TYPES:
        alias = declaration.underlying_typedef_type.spelling
        return "integers", alias if alias in C_TYPES else type_.spelling
    raise ValueError(f"{type_.spelling} is not supported")


def member(field, name, names, types) -> str:
    """A struct member under our own name: stubs take only types from headers."""
    if field.type.kind == TypeKind.CONSTANTARRAY:
        element = named(field.type.element_type, names, types, [])
        return f"{element.declare(name)}[{field.type.element_count}]"
    if field.is_bitfield():
        raise ValueError(f"the bit field {field.spelling} is not supported")
    return named(field.type, names, types, []).declare(name)


def shape(type_) -> tuple:
    """A type as the machine sees it: no names, no const, but sizes where known."""
    type_ = type_.get_canonical()
    if type_.kind == TypeKind.POINTER or type_.kind in ARRAYS:
        target = type_.element_type if type_.kind in ARRAYS else type_.get_pointee()
        return "pointer", shape(target)
    if type_.kind == TypeKind.FUNCTIONPROTO:
        return "function", *map(shape, (type_.get_result(), *type_.argument_types()))
    if type_.kind == TypeKind.RECORD:
        return "struct", max(type_.get_size(), 0) or None
    if type_.kind in (TypeKind.VOID, TypeKind.CHAR_S, TypeKind.CHAR_U, TypeKind.ENUM):
        return type_.kind.name[:4], type_.get_size()
    number = {TypeKind.FLOAT: "float", TypeKind.DOUBLE: "float"} | dict.fromkeys(SIGNED, "signed")
    return number.get(type_.kind, "unsigned"), type_.get_size()


def same(a: tuple, b: tuple) -> bool:
    """Whether two shapes are the same; a struct of unknown size matches any struct."""
    if "struct" == a[0] == b[0]:
        return None in (a[1], b[1]) or a == b
    return len(a) == len(b) and all(
        same(x, y) if isinstance(x, tuple) and isinstance(y, tuple) else x == y
        for x, y in zip(a, b))
