"""Words of languages that are no names, by language family."""

from __future__ import annotations

__all__ = ["KEYWORDS", "OTHER_KEYWORDS"]

KEYWORDS = {
    "python": (
        "False None True and as assert async await break case class cls continue def del elif else except "
        "finally for from global if import in is lambda match nonlocal not or pass raise return self try "
        "while with yield"
    ),
    "javascript": (
        "abstract any as async await boolean break case catch class const continue debugger declare default "
        "delete do else enum export extends false finally for from function get if implements import in infer "
        "instanceof interface is keyof let namespace never new null number object of override private "
        "protected public readonly return satisfies set static string super switch symbol this throw true try "
        "type typeof undefined unique unknown var void while with yield"
    ),
    "go": (
        "any bool break byte case chan const continue default defer else error fallthrough false float32 "
        "float64 for func go goto if import int int16 int32 int64 int8 interface iota map nil package range "
        "return rune select string struct switch true type uint uint16 uint32 uint64 uint8 uintptr var"
    ),
    "rust": (
        "Self as async await bool box break char const continue crate dyn else enum extern f32 f64 false fn "
        "for i128 i16 i32 i64 i8 if impl in isize let loop macro_rules match mod move mut pub ref return self "
        "static str struct super trait true type u128 u16 u32 u64 u8 unsafe use usize where while"
    ),
    "java": (
        "NULL abstract assert auto bool boolean break byte case catch char class const continue default do "
        "double else enum extends extern false final finally float for goto if implements import inline "
        "instanceof int interface long native new null package permits private protected public record "
        "register return sealed short signed sizeof static strictfp struct super switch synchronized this "
        "throw throws transient true try typedef union unsigned var void volatile while yield"
    ),
    "cpp": (
        "NULL abstract alignas alignof and auto bool break case catch char class co_await co_return co_yield "
        "concept const const_cast consteval constexpr constinit continue decltype default define defined "
        "delete do double dynamic_cast elif else endif enum explicit export extends extern false final "
        "finally float for friend goto if ifdef ifndef import include inline int interface long mutable "
        "namespace new noexcept not nullptr operator or override pragma private protected public register "
        "reinterpret_cast requires return short signed size_t sizeof static static_assert static_cast std "
        "struct super switch template this thread_local throw true try typedef typeid typename undef union "
        "unsigned using virtual void volatile while"
    ),
    "csharp": (
        "NULL abstract as async auto await base bool break byte case catch char checked class const continue "
        "decimal default delegate do double else enum event explicit extends extern false final finally fixed "
        "float for foreach get goto if implicit import in inline int interface internal is lock long nameof "
        "namespace new null object operator out override params partial private protected public readonly "
        "record ref register return sbyte sealed set short signed sizeof stackalloc static string struct "
        "super switch this throw true try typedef typeof uint ulong unchecked union unsafe unsigned ushort "
        "using value var virtual void volatile when where while yield"
    ),
    "ruby": (
        "BEGIN END alias and begin break case class def defined? do else elsif end ensure extend false for if "
        "in include module next nil not or private protected public redo require require_relative rescue "
        "retry return self super then true undef unless until when while yield"
    ),
    "php": (
        "NULL abstract and array as auto bool break callable case catch char class clone const continue "
        "declare default do double echo else elseif empty endfor endforeach endif endswitch endwhile enum "
        "extends extern false final finally float fn for foreach function global goto if implements import "
        "include include_once inline instanceof insteadof int interface isset list long match mixed namespace "
        "new null object or parent php print private protected public readonly register require require_once "
        "return self short signed sizeof static string struct super switch this throw trait true try typedef "
        "union unset unsigned use var void volatile while yield"
    ),
    "kotlin": (
        "abstract actual annotation as break by catch class companion const constructor continue crossinline "
        "data do else enum expect external false final finally for fun get if import in infix init inline "
        "inner interface internal is it lateinit noinline null object open operator out override package "
        "private protected public reified return sealed set super suspend tailrec this throw true try "
        "typealias val value var vararg when where while"
    ),
    "swift": (
        "Any Self actor any as associatedtype async await break case catch class continue convenience default "
        "defer deinit do else enum extension fallthrough false fileprivate final for func get guard if import "
        "in indirect infix init inout internal is isolated lazy let mutating nil nonisolated nonmutating open "
        "operator optional override postfix prefix private protocol public repeat required rethrows return "
        "self set some static struct subscript super switch throw throws true try typealias unowned var weak "
        "where while"
    ),
    "scala": (
        "abstract case catch class def derives do else end enum export extends extension false final finally "
        "for forSome given if implicit import infix inline lazy match new null object open override package "
        "private protected return sealed super then this throw trait transparent true try type using val var "
        "while with yield"
    ),
    "lua": (
        "and break do else elseif end false for function goto if in local nil not or repeat return self then "
        "true until while"
    ),
    "shellscript": (
        "break case continue declare do done echo elif else esac eval exec exit export fi for function if in "
        "local printf read readonly return select set shift source then typeset unset until while"
    ),
    "elixir": (
        "after alias and case catch cond def defdelegate defexception defguard defimpl defmacro defmacrop "
        "defmodule defoverridable defp defprotocol defstruct do else end false fn for if import in nil not or "
        "quote raise receive require rescue true try unless unquote use when with"
    ),
    "haskell": (
        "as case class data default deriving do else family forall foreign hiding if import in infix infixl "
        "infixr instance let mdo module newtype of pattern proc qualified rec then type where"
    ),
    "zig": (
        "addrspace align allowzero and anyerror anyframe anyopaque anytype asm async await bool break "
        "callconv catch comptime comptime_int const continue defer else enum errdefer error export extern f32 "
        "f64 false fn for i16 i32 i64 i8 if inline isize linksection noalias noreturn null opaque or orelse "
        "packed pub resume return struct suspend switch test threadlocal true try type u16 u32 u64 u8 "
        "undefined union unreachable usingnamespace usize var void volatile while"
    ),
}

OTHER_KEYWORDS = (
    "and as begin class const def do else end enum false for from func function if import in let module "
    "new nil null of or return self static struct then this true try type val var void while with"
)
"""For a family that `KEYWORDS` does not have: what most languages share."""
