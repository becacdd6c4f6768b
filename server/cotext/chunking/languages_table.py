"""The table behind `languages`: identifiers, grammars, families, extensions, file names, aliases, interpreters."""

from __future__ import annotations

__all__ = ["ALIASES", "INTERPRETERS", "TABLE"]

# Cobol has a grammar, but its scanner never ends at an open quotation mark.
# One language a line: identifier | grammar | family ("" is the identifier) | extensions | whole file names.
TABLE = """
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
cobol|||cob cbl cobol cpy|
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
"""  # noqa: E501 - a table

# What editors other than VS Code call the same languages.
ALIASES = {
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
    "text": "plaintext",
    "tsx": "typescriptreact",
    "typescript.tsx": "typescriptreact",
    "viml": "vim",
    "zsh": "shellscript",
}

# What a first line like "#!/usr/bin/env python3" starts.
INTERPRETERS = {
    "bash": "shellscript",
    "bats": "shellscript",
    "bun": "typescript",
    "dash": "shellscript",
    "deno": "typescript",
    "elixir": "elixir",
    "escript": "erlang",
    "fish": "fish",
    "groovy": "groovy",
    "julia": "julia",
    "ksh": "shellscript",
    "lua": "lua",
    "luajit": "lua",
    "make": "makefile",
    "node": "javascript",
    "nodejs": "javascript",
    "perl": "perl",
    "php": "php",
    "pwsh": "powershell",
    "python": "python",
    "racket": "racket",
    "rscript": "r",
    "ruby": "ruby",
    "runghc": "haskell",
    "scala": "scala",
    "sh": "shellscript",
    "swift": "swift",
    "tclsh": "tcl",
    "ts-node": "typescript",
    "tsx": "typescript",
    "zsh": "shellscript",
}
