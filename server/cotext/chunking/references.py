"""The names that a piece of code uses, by regular expressions.

A query would cost ten times as much: half of a file's nodes are identifiers. What is lost is the difference between a
local variable and the rest, which rarity tells as well.
"""

from __future__ import annotations

import re
from collections.abc import Container
from functools import cache

from cotext.chunking.languages import family

__all__ = ["referenced_names"]

# What is skipped: comments and strings. Each alternative runs to the end when it is not closed, so that no text makes the
# scan quadratic; a string that is not closed ends with its line.
_SLASH_COMMENTS = r"//[^\n]*|/\*.*?(?:\*/|\Z)"
_HASH_COMMENTS = r"\#[^\n]*"
_DASH_COMMENTS = r"--[^\n]*"
_DOUBLE_QUOTED = r'"(?:[^"\\\n]|\\.)*"?'
_SINGLE_QUOTED = r"'(?:[^'\\\n]|\\.)*'?"
_TRIPLE_QUOTED = r'"""(?:[^"]|"(?!""))*+(?:""")?' + r"|'''(?:[^']|'(?!''))*+(?:''')?"
_NAME = r"([^\W\d]\w*)"

_SKIPPED = {
    "python": (_HASH_COMMENTS, _TRIPLE_QUOTED, _DOUBLE_QUOTED, _SINGLE_QUOTED),
    "starlark": (_HASH_COMMENTS, _TRIPLE_QUOTED, _DOUBLE_QUOTED, _SINGLE_QUOTED),
    "elixir": (_HASH_COMMENTS, _TRIPLE_QUOTED, _DOUBLE_QUOTED),
    "ruby": (_HASH_COMMENTS, _DOUBLE_QUOTED, _SINGLE_QUOTED),
    "shellscript": (r"(?<!\$)(?<!\w)\#[^\n]*", _SINGLE_QUOTED),
    "haskell": (_DASH_COMMENTS, r"\{-.*?(?:-\}|\Z)", _DOUBLE_QUOTED),
    "lua": (r"--\[\[.*?(?:\]\]|\Z)", _DASH_COMMENTS, _DOUBLE_QUOTED, _SINGLE_QUOTED),
    # An apostrophe starts a lifetime as well as a character.
    "rust": (_SLASH_COMMENTS, _DOUBLE_QUOTED),
    "php": (_SLASH_COMMENTS, r"\#(?!\[)[^\n]*", _DOUBLE_QUOTED, _SINGLE_QUOTED),
    "zig": (r"//[^\n]*", r"\\\\[^\n]*", _DOUBLE_QUOTED),
}
_DEFAULT_SKIPPED = (_SLASH_COMMENTS, _DOUBLE_QUOTED, _SINGLE_QUOTED)
_HASH_FAMILIES = frozenset(
    [
        "cmake",
        "dockerfile",
        "fish",
        "gdscript",
        "julia",
        "makefile",
        "nim",
        "nix",
        "perl",
        "powershell",
        "r",
        "tcl",
        "terraform",
        "toml",
        "yaml",
    ]
)
_NAMES = {"ruby": r"([^\W\d]\w*(?:[?!](?!=))?)", "elixir": r"([^\W\d]\w*(?:[?!](?!=))?)", "haskell": r"([^\W\d][\w']*)"}

_C_WORDS = (
    "auto bool break case char const continue default do double else enum extern false float for goto if inline int long "
    "register return short signed sizeof static struct switch true typedef union unsigned void volatile while NULL "
)
_CLASS_WORDS = (
    "abstract class extends final finally import interface new private protected public super this throw try catch "
)
_KEYWORDS = {
    "python": "False None True and as assert async await break case class continue def del elif else except finally for from "
    "global if import in is lambda match nonlocal not or pass raise return self cls try while with yield",
    "javascript": "abstract any as async await boolean break case catch class const continue debugger declare default delete "
    "do else enum export extends false finally for from function get if implements import in infer instanceof interface is "
    "keyof let namespace never new null number object of override private protected public readonly return satisfies set "
    "static string super switch symbol this throw true try type typeof undefined unique unknown var void while with yield",
    "go": "any bool break byte case chan const continue default defer else error fallthrough false float32 float64 for func "
    "go goto if import int int8 int16 int32 int64 interface iota map nil package range return rune select string struct "
    "switch true type uint uint8 uint16 uint32 uint64 uintptr var",
    "rust": "Self as async await bool box break char const continue crate dyn else enum extern f32 f64 false fn for i8 i16 i32 "
    "i64 i128 if impl in isize let loop macro_rules match mod move mut pub ref return self static str struct super trait true "
    "type u8 u16 u32 u64 u128 unsafe use usize where while",
    "java": _C_WORDS
    + _CLASS_WORDS
    + "assert boolean byte implements instanceof native null package permits record sealed "
    "strictfp synchronized throws transient var yield",
    "cpp": _C_WORDS
    + _CLASS_WORDS
    + "alignas alignof and concept const_cast consteval constexpr constinit co_await co_return "
    "co_yield decltype define defined delete dynamic_cast elif endif explicit export friend ifdef ifndef include mutable "
    "namespace noexcept not nullptr operator or override pragma reinterpret_cast requires size_t static_assert static_cast "
    "std template thread_local typeid typename undef using virtual",
    "csharp": _C_WORDS
    + _CLASS_WORDS
    + "as async await base byte checked decimal delegate event explicit fixed foreach get "
    "implicit in internal is lock nameof namespace null object operator out override params partial readonly record ref "
    "sbyte sealed set stackalloc string typeof uint ulong unchecked unsafe ushort using value var virtual when where yield",
    "ruby": "BEGIN END alias and begin break case class def defined? do else elsif end ensure extend false for if in include "
    "module next nil not or private protected public redo require require_relative rescue retry return self super then true "
    "undef unless until when while yield",
    "php": _C_WORDS + _CLASS_WORDS + "and array as callable clone declare echo elseif empty endfor endforeach endif "
    "endswitch endwhile fn foreach function global implements include include_once insteadof instanceof isset list match "
    "mixed namespace null object or parent php print readonly require require_once self string trait unset use var yield",
    "kotlin": "abstract actual annotation as break by catch class companion const constructor continue crossinline data do "
    "else enum expect external false final finally for fun get if import in infix init inline inner interface internal is it "
    "lateinit noinline null object open operator out override package private protected public reified return sealed set "
    "super suspend tailrec this throw true try typealias val value var vararg when where while",
    "swift": "Any Self actor any as associatedtype async await break case catch class continue convenience default defer "
    "deinit do else enum extension fallthrough false fileprivate final for func get guard if import in indirect infix init "
    "inout internal is isolated lazy let mutating nil nonisolated nonmutating open operator optional override postfix prefix "
    "private protocol public repeat required rethrows return self set some static struct subscript super switch throw throws "
    "true try typealias unowned var weak where while",
    "scala": "abstract case catch class def derives do else end enum export extends extension false final finally for forSome "
    "given if implicit import infix inline lazy match new null object open override package private protected return sealed "
    "super then this throw trait transparent true try type using val var while with yield",
    "lua": "and break do else elseif end false for function goto if in local nil not or repeat return self then true until while",
    "shellscript": "break case continue declare do done echo elif else esac eval exec exit export fi for function if in local "
    "printf read readonly return select set shift source then typeset unset until while",
    "elixir": "after alias and case catch cond def defdelegate defexception defguard defimpl defmacro defmacrop defmodule "
    "defoverridable defp defprotocol defstruct do else end false fn for if import in nil not or quote raise receive require "
    "rescue true try unless unquote use when with",
    "haskell": "as case class data default deriving do else family forall foreign hiding if import in infix infixl infixr "
    "instance let mdo module newtype of pattern proc qualified rec then type where",
    "zig": "addrspace align allowzero and anyerror anyframe anyopaque anytype asm async await bool break callconv catch "
    "comptime comptime_int const continue defer else enum errdefer error export extern f32 f64 false fn for i8 i16 i32 i64 "
    "if inline isize linksection noalias noreturn null opaque or orelse packed pub resume return struct suspend switch test "
    "threadlocal true try type u8 u16 u32 u64 undefined union unreachable usingnamespace usize var void volatile while",
}
_OTHER_KEYWORDS = (
    "and as begin class const def do else end enum false for from func function if import in let module new nil "
)
_OTHER_KEYWORDS += "null of or return self static struct then this true try type val var void while with"


def referenced_names(text: str, language: str, defined: Container[str] = ()) -> tuple[str, ...]:
    """Distinct names used in program text, in order of first use, without keywords and without `defined`.

    Args:
        text: whole lines of a file. Where they start or end inside a comment or string, its words count as names or names
            are missed; a stretch cut inside a triple-quoted string has its strings read as code.
        language: language identifier.
        defined: names to leave out.
    """
    name = family(language)
    names = _scanner(name, text.count('"""') % 2 == 0, text.isascii()).findall(text)
    keywords = _keywords(name)
    return tuple([one for one in dict.fromkeys(names) if one not in keywords and one not in defined])


@cache
def _scanner(name: str, triple: bool, only_ascii: bool) -> re.Pattern[str]:
    skipped = _SKIPPED.get(name)
    if skipped is None:
        skipped = (_HASH_COMMENTS, _DOUBLE_QUOTED, _SINGLE_QUOTED) if name in _HASH_FAMILIES else _DEFAULT_SKIPPED
    if not triple:
        skipped = tuple(one for one in skipped if one is not _TRIPLE_QUOTED)
    pattern = "|".join((*skipped, _NAMES.get(name, _NAME)))
    return re.compile(pattern, re.DOTALL | re.ASCII if only_ascii else re.DOTALL)


@cache
def _keywords(name: str) -> frozenset[str]:
    # "" stands for what was skipped, "_" for what is thrown away.
    return frozenset(("", "_", *_KEYWORDS.get(name, _OTHER_KEYWORDS).split()))
