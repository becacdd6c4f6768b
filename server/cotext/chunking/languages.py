"""Which language a file is in, and what follows from that: its grammar, its family, its corpus.

Language identifiers are those of the language server protocol where it has one, else the ones that editors use. Nothing
here loads a grammar.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import unquote

from cotext.records import Corpus

__all__ = ["LANGUAGES", "PLAINTEXT", "Language", "document_language", "family", "grammar_of", "language_of_path"]

PLAINTEXT = "plaintext"


@dataclass(frozen=True, slots=True)
class Language:
    """What is known of a language.

    Attributes:
        id: language identifier.
        grammar: name of its grammar in `tree_sitter_language_pack`, None where there is none.
        family: languages whose files use each other's definitions share one ("javascript" for TypeScript and Vue too).
        corpus: the corpus that its text belongs to.
    """

    id: str
    grammar: str | None
    family: str
    corpus: Corpus = Corpus.CODE


# One language a line: identifier | grammar | family ("" is the identifier) | extensions | whole file names.
_TABLE = """
actionscript|actionscript||as|
ada|ada||ada adb ads|
agda|agda||agda|
apex|apex||cls trigger apex|
arduino|arduino|cpp|ino pde|
asciidoc|||adoc asciidoc asc|
asm|asm||asm s nasm|
astro|astro|javascript|astro|
bat|||bat cmd|
beancount|beancount||beancount bean|
bibtex|bibtex||bib|
bicep|bicep||bicep bicepparam|
bitbake|bitbake||bb bbappend bbclass|
bsl|bsl||bsl os|
c|c|cpp|c cl|
cairo|cairo||cairo|
capnp|capnp||capnp|
chatito|chatito||chatito|
clarity|clarity||clar|
clojure|clojure||clj cljs cljc edn|
cmake|cmake||cmake cmake.in|cmakelists.txt
cobol|cobol||cob cbl cobol cpy|
coffeescript|||coffee litcoffee|
commonlisp|commonlisp||lisp lsp asd|
cpon|cpon||cpon|
cpp|cpp||cc cpp cxx c++ cppm ixx h hh hpp hxx h++ inl ipp tcc tpp txx|
csharp|csharp||cs csx|
css|css||css|
less||css|less|
csv|csv||csv|
cuda-cpp|cuda|cpp|cu cuh|
d|d||d di|
dart|dart||dart|
diff|||diff patch rej|
dockerfile|dockerfile||dockerfile containerfile|dockerfile containerfile
dotenv|||env|
dtd|dtd||dtd|
elisp|elisp||el|.emacs .spacemacs
elixir|elixir||ex exs|mix.lock
elm|elm||elm|
erb|embeddedtemplate||erb ejs|
erlang|erlang||erl hrl escript app.src|rebar.config
fennel|fennel||fnl|
firrtl|firrtl||fir|
fish|fish||fish|
fortran|fortran||f f77 f90 f95 f03 f08 for fpp|
fsharp|fsharp||fs fsx fsscript|
fsharp_signature|fsharp_signature|fsharp|fsi|
func|func||fc func|
gdscript|gdscript||gd|
git-commit|gitcommit|||commit_editmsg merge_msg
gitattributes|gitattributes|||.gitattributes
gleam|gleam||gleam|
glsl|glsl||glsl vert frag comp geom tesc tese rgen rchit rmiss|
gn|gn||gn gni|.gn
go|go||go|
go.mod|gomod|||go.mod
go.sum|gosum|||go.sum go.work.sum
graphql|graphql||graphql gql graphqls|
groovy|groovy||groovy gradle gvy gy gsh|jenkinsfile
hack|hack||hack hck hhi|
haml|||haml|
handlebars|||hbs handlebars mustache|
hare|hare||ha|
haskell|haskell||hs hs-boot hsc|
haxe|haxe||hx hxsl|
hcl|hcl|terraform|hcl nomad|
heex|heex||heex leex|
hlsl|hlsl||hlsl hlsli fx fxh cginc|
html|html||html htm xhtml shtml|
hyprlang|hyprlang||hl|hyprland.conf hyprpaper.conf hypridle.conf
ignore|gitignore||gitignore dockerignore npmignore|.gitignore .dockerignore .npmignore .ignore .eslintignore .prettierignore .cotextignore .hgignore
ini|ini||ini cfg conf desktop service socket timer|.editorconfig .gitconfig .gitmodules .npmrc .flake8 .pylintrc .coveragerc
ispc|ispc|cpp|ispc|
jade|||pug jade|
janet|janet||janet|
java|java||java jav|
javascript|javascript||js mjs cjs es6|jakefile
javascriptreact|javascript|javascript|jsx|
jinja|twig|twig|jinja jinja2 j2|
json|json||json geojson webmanifest topojson avsc har|.babelrc .eslintrc .prettierrc .swcrc composer.lock pipfile.lock flake.lock
jsonc|json|json|jsonc json5 code-workspace code-snippets|tsconfig.json jsconfig.json .jshintrc
jsonl|json|json|jsonl ndjson|
jsonnet|jsonnet||jsonnet libsonnet|
julia|julia||jl|
kconfig|kconfig|||kconfig
kdl|kdl||kdl|
kotlin|kotlin||kt kts ktm|
latex|latex||tex ltx sty dtx ins|
linkerscript|linkerscript||ld lds|
llvm|llvm||ll|
lua|lua||lua rockspec wlua nse|.luacheckrc
luau|luau|lua|luau|
magik|magik||magik|
makefile|make||mk mak make|makefile gnumakefile makefile.am makefile.in
markdown|markdown||md markdown mdown mkd mkdn mdwn mdx rmd qmd|
matlab|matlab||matlab|
mermaid|mermaid||mmd mermaid|
meson|meson||meson|meson.build meson_options.txt meson.options
netlinx|netlinx||axs axi|
nim|nim||nim nims nimble|
ninja|ninja||ninja|
nix|nix||nix|
notebook|||ipynb|
nqc|nqc||nqc|
objective-c|objc|cpp|m|
objective-cpp|objc|cpp|mm|
ocaml|ocaml||ml|
ocaml.interface|ocaml_interface|ocaml|mli|
odin|odin||odin|
org|org||org|
pascal|pascal||pas dpr lpr dpk|
pem|pem||pem|
perl|perl||pl pm t psgi|cpanfile
pgn|pgn||pgn|
php|php||php php3 php4 php5 php7 phtml phps|
pip-requirements|requirements|||requirements.txt requirements-dev.txt requirements_dev.txt constraints.txt dev-requirements.txt test-requirements.txt
plaintext|||txt text log|license copying notice authors
po|po||po pot|
pony|pony||pony|
powershell|powershell||ps1 psm1 psd1|
prisma|prisma||prisma|
properties|properties||properties|
proto3|proto||proto|
psv|psv||psv|
puppet|puppet||pp|
purescript|purescript||purs|
pymanifest|pymanifest|||manifest.in
python|python||py pyi pyw py3 pyx ipy|sconstruct sconscript wscript
qml|qmljs||qml|
qmldir|qmldir|||qmldir
query|query|||
r|r||r rprofile|.rprofile
racket|racket||rkt rktl rktd|
re2c|re2c||re|
readline|readline|||.inputrc inputrc
rego|rego||rego|
restructuredtext|rst||rst rest|
ron|ron||ron|
ruby|ruby||rb rbw rake gemspec ru podspec jbuilder builder rabl thor|rakefile gemfile guardfile vagrantfile podfile fastfile brewfile capfile thorfile appraisals dangerfile
rust|rust||rs|
sass|||sass|
scala|scala||scala sc sbt|
scheme|scheme||scm ss sld sls|
scss|scss|css|scss|
shellscript|bash||sh bash zsh ksh bats ebuild eclass command|.bashrc .bash_profile .bash_aliases .bash_logout .profile .zshrc .zshenv .zprofile .envrc pkgbuild apkbuild
slim|||slim|
smali|smali||smali|
smithy|smithy||smithy|
solidity|solidity||sol|
sparql|sparql||sparql rq|
sql|sql||sql ddl dml psql pgsql mysql|
squirrel|squirrel||nut|
starlark|starlark||bzl star bazel sky|build workspace module.bazel build.bazel buck tiltfile
stylus|||styl|
svelte|svelte|javascript|svelte|
swift|swift||swift swiftinterface|
tablegen|tablegen||td|
tcl|tcl||tcl tk exp|
terraform|terraform||tf tfvars|
thrift|thrift||thrift|
toml|toml||toml|cargo.lock poetry.lock pdm.lock uv.lock pipfile gopkg.lock
tsv|tsv||tsv tab|
twig|twig||twig|
typescript|typescript|javascript|ts mts cts|
typescriptreact|tsx|javascript|tsx|
typst|typst||typ typst|
udev|udev||rules|
ungrammar|ungrammar||ungram|
uxntal|uxntal||tal|
v|v||vsh vv|
vb|||vb vbs bas|
verilog|verilog||v sv svh vh verilog|
vhdl|vhdl||vhd vhdl|
vim|vim||vim|.vimrc vimrc .gvimrc .exrc
vue|vue|javascript|vue|
wast|wast||wast|
wat|wat||wat|
wgsl|wgsl||wgsl|
xcompose|xcompose|||.xcompose
xml|xml||xml xsd xsl xslt svg rss atom plist xaml csproj fsproj vbproj vcxproj props targets nuspec resx storyboard xib wsdl pom|
yaml|yaml||yaml yml|.clang-format .clang-tidy .clangd pnpm-lock.yaml
yuck|yuck||yuck|
zig|zig||zig zon|
"""

_STRUCTURED_DOCUMENTS = frozenset({"markdown", "restructuredtext", "asciidoc", "org"})

# What editors other than VS Code call the same languages.
_ALIASES = {
    "bash": "shellscript",
    "c++": "cpp",
    "c#": "csharp",
    "cs": "csharp",
    "cuda": "cuda-cpp",
    "docker": "dockerfile",
    "eelixir": "heex",
    "emacs-lisp": "elisp",
    "eruby": "erb",
    "gitcommit": "git-commit",
    "gitignore": "ignore",
    "golang": "go",
    "gomod": "go.mod",
    "gosum": "go.sum",
    "javascript.jsx": "javascriptreact",
    "jsx": "javascriptreact",
    "json5": "jsonc",
    "ksh": "shellscript",
    "lisp": "commonlisp",
    "make": "makefile",
    "objc": "objective-c",
    "objcpp": "objective-cpp",
    "ocamlinterface": "ocaml.interface",
    "proto": "proto3",
    "protobuf": "proto3",
    "ps1": "powershell",
    "rmd": "markdown",
    "rst": "restructuredtext",
    "sh": "shellscript",
    "systemverilog": "verilog",
    "tex": "latex",
    "text": PLAINTEXT,
    "tsx": "typescriptreact",
    "typescript.tsx": "typescriptreact",
    "viml": "vim",
    "zsh": "shellscript",
}

# Case decides here and nowhere else: these are C++ by an old Unix habit.
_CASE_SENSITIVE = {"C": "cpp", "H": "cpp"}


def _read_table() -> tuple[dict[str, Language], dict[str, str], dict[str, str]]:
    languages: dict[str, Language] = {}
    by_extension: dict[str, str] = {}
    by_name: dict[str, str] = {}
    for row in _TABLE.split("\n"):
        if not row:
            continue
        identifier, grammar, family_name, extensions, names = row.split("|")
        corpus = Corpus.STRUCTURED_DOC if identifier in _STRUCTURED_DOCUMENTS else Corpus.CODE
        languages[identifier] = Language(identifier, grammar or None, family_name or identifier, corpus)
        by_extension.update(dict.fromkeys(extensions.split(), identifier))
        by_name.update(dict.fromkeys(names.split(), identifier))
    return languages, by_extension, by_name


LANGUAGES, _BY_EXTENSION, _BY_NAME = _read_table()


def language_of_path(path: str) -> str:
    """The language identifier that a path's file name or extension stands for; "plaintext" when neither is known.

    Args:
        path: any path, relative or absolute, with slashes or backslashes.
    """
    name = re.split(r"[/\\]", path)[-1]
    lower = name.lower()
    if (known := _BY_NAME.get(lower)) is not None:
        return known
    if (known := _CASE_SENSITIVE.get(name.rpartition(".")[2])) is not None and "." in name:
        return known
    # "a.cmake.in": the longest known ending wins, so look from the left.
    at = lower.find(".")
    while at >= 0:
        if (known := _BY_EXTENSION.get(lower[at + 1 :])) is not None:
            return known
        at = lower.find(".", at + 1)
    # "Dockerfile.production", "Makefile.win".
    return _BY_NAME.get(lower.partition(".")[0], PLAINTEXT) if not lower.startswith(".") else PLAINTEXT


def document_language(path_or_uri: str, language_id: str) -> str:
    """The language of an open document: its path's extension decides.

    `language_id` decides for untitled documents, for unknown extensions, and when it is not "plaintext" and belongs to
    another family than the extension's language.

    Args:
        path_or_uri: absolute path or URI of the document.
        language_id: what the client calls its language; may be empty.
    """
    claimed = _canonical(language_id)
    scheme = re.match(r"([A-Za-z][A-Za-z0-9+.-]+):", path_or_uri)  # two letters at least: "C:" is a drive
    if scheme is not None:
        if scheme[1].lower() == "untitled":
            return claimed
        path_or_uri = unquote(re.split(r"[?#]", path_or_uri)[0])
    by_path = language_of_path(path_or_uri)
    if by_path == PLAINTEXT:
        return claimed
    if claimed != PLAINTEXT and family(claimed) != family(by_path):
        return claimed
    return by_path


def family(language_id: str) -> str:
    """The family of a language: the languages whose files use each other's definitions. An unknown one is its own."""
    identifier = _canonical(language_id)
    return LANGUAGES[identifier].family if identifier in LANGUAGES else identifier


def grammar_of(language_id: str) -> str | None:
    """The name of a language's grammar in `tree_sitter_language_pack`, or None."""
    known = LANGUAGES.get(_canonical(language_id))
    return known.grammar if known is not None else None


def _canonical(language_id: str) -> str:
    lower = language_id.strip().lower()
    return _ALIASES.get(lower, lower) or PLAINTEXT
