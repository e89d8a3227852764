"""Changes of source files, as text: those that change nothing, and one that makes a function slower by a known share.

In: a suite's folder as bench/changes/suites has it, a language and a source of chance. Out: the files, changed. It knows
the form of those files (functions stand in `work.*`, separated by empty lines, each with a local `total`), and nothing
of Paragone. Each change leaves every answer as it was.
"""
import re, subprocess

FILES = {"rust": "rust/src/work.rs", "c": "c/work.c", "go": "go/work.go"}
FUNCTION = {"rust": r"^pub fn \w+\(", "c": r"^(static )?\w+ \w+\(", "go": r"^func \w+\("}
COMMENT = {"rust": "// {}", "c": "/* {} */", "go": "// {}"}
UNRELATED = {
    "rust": """
#[inline(never)]
pub fn unrelated(of: u64) -> u64 {{
    (0..of % {odd}).fold(of, |sum, at| sum.rotate_left(7) ^ (at * {odd}))
}}

#[used]
static UNRELATED: fn(u64) -> u64 = unrelated;
""",
    "c": """
uint64_t unrelated(uint64_t of);
uint64_t unrelated(uint64_t of) {{
    uint64_t sum = of;
    for (uint64_t at = 0; at < of % {odd}; at++) sum = (sum << 7 | sum >> 57) ^ (at * {odd});
    return sum;
}}

uint64_t (*const kept)(uint64_t) __attribute__((used)) = unrelated;
""",
    "go": """
//go:noinline
func unrelated(of uint64) uint64 {{
	sum := of
	for at := uint64(0); at < of%{odd}; at++ {{
		sum = (sum<<7 | sum>>57) ^ (at * {odd})
	}}
	return sum
}}

var Unrelated = unrelated
""",
}
PADDING = {
    "rust": "\n#[used]\nstatic PADDING: [u8; {odd}] = [1; {odd}];\n",
    "c": "\nconst char padding[{odd}] __attribute__((used)) = {{1}};\n",
    "go": "\nvar Padding = [{odd}]byte{{1}}\n",
}
SLOWER = {
    "rust": """
pub fn {name}(data: &[u8]) -> u64 {{
    std::hint::black_box({name}_once(&data[..data.len() * {share} / 1000]));
    {name}_once(data)
}}
""",
    "c": """
volatile uint64_t again;
uint64_t {name}(const unsigned char *data, size_t length) {{
    again = {name}_once(data, length * {share} / 1000);
    return {name}_once(data, length);
}}
""",
    "go": """
var Again uint64

func {name}(data []byte) uint64 {{
	Again = {name}_once(data[:len(data)*{share}/1000])
	return {name}_once(data)
}}
""",
}


def comment(folder, language, chance):
    """A comment behind a line that ends a statement or begins a block."""
    path = folder / FILES[language]
    lines = path.read_text().splitlines(keepends=True)
    places = [at for at, line in enumerate(lines) if re.match(r"^\s.*[;{}]$|^\t", line)]
    lines.insert(chance.choice(places) + 1, COMMENT[language].format(f"note {chance.randrange(1000)}") + "\n")
    path.write_text("".join(lines))


def unrelated(folder, language, chance):
    """One more function, which nobody calls and the linker keeps."""
    append(folder / FILES[language], UNRELATED[language], chance)


def padding(folder, language, chance):
    """Some bytes of data."""
    append(folder / FILES[language], PADDING[language], chance)


def order(folder, language, chance):
    """The functions in another order."""
    path = folder / FILES[language]
    items = re.split(r"\n\n(?=\S)", path.read_text().rstrip("\n"))
    is_function = [bool(re.search(FUNCTION[language], item, re.MULTILINE)) for item in items]
    helpers = {at for at, item in enumerate(items) if item.startswith("static ")}
    places = [at for at, yes in enumerate(is_function) if yes and at not in helpers]
    moved = [items[at] for at in reversed(places)]
    for at, item in zip(places, moved):
        items[at] = item
    path.write_text("\n\n".join(items) + "\n")


def moved(folder, language, chance):
    """The functions in a file of another name."""
    name = f"jobs{chance.randrange(100)}"
    path = folder / FILES[language]
    path.rename(path.with_stem(name))
    if language == "rust":
        replace(folder / "rust/src/main.rs", r"\bwork\b", name)
    if language == "c":
        # The suite says which files are compiled, and today's suite says it of the older revision too.
        path.write_text(f'#include "{name}.c"\n')


def renamed(folder, language, chance):
    """A local variable with another name."""
    replace(folder / FILES[language], r"\btotal\b", f"so_far_{chance.randrange(100)}")


def dependency(folder, language, chance):
    """A library more, which nobody uses."""
    if language == "rust":
        replace(folder / "rust/Cargo.toml", r"(\[dependencies\]\n)", r'\1hex = "0.4"\n')
        subprocess.run(["cargo", "generate-lockfile", "--quiet"], cwd=folder / "rust", check=True)
    if language == "c":
        replace(folder / "c/work.h", r"(#include <stdint.h>\n)", r"\1#include <zlib.h>\n")
    if language == "go":
        replace(folder / "go/main.go", r'import "paragone.dev/sdk"', 'import (\n\t_ "container/ring"\n\n\t"paragone.dev/sdk"\n)')


NOTHING = {
    "comment": comment, "unrelated function": unrelated, "order": order, "padding": padding, "moved file": moved,
    "renamed local": renamed, "unused dependency": dependency,
}


def library_comment(folder, chance):
    path = chance.choice([folder / "library/src" / name for name in ("ext_slice.rs", "utf8.rs", "byteset/mod.rs")])
    lines = path.read_text().splitlines(keepends=True)
    places = [at for at, line in enumerate(lines) if re.match(r"^    (pub )?fn |^(pub )?fn |^        let ", line)]
    lines.insert(chance.choice(places), f"// note {chance.randrange(1000)}\n")
    path.write_text("".join(lines))


def library_order(folder, chance):
    """The modules in another order, each with its condition."""
    path = folder / "library/src/lib.rs"
    text = path.read_text()
    module = r"(?<=\n)(?:#\[cfg\(.*\)\]\n)?mod \w+;(?=\n)"
    modules = re.findall(module, text)
    mixed = iter(chance.sample(modules, len(modules)))
    path.write_text(re.sub(module, lambda _: next(mixed), text))


IN_LIBRARY = {
    "comment": library_comment,
    "order": library_order,
    "unrelated function": lambda folder, chance: append(folder / "library/src/utf8.rs", UNRELATED["rust"], chance),
    "padding": lambda folder, chance: append(folder / "library/src/utf8.rs", PADDING["rust"], chance),
}


def slower(folder, language, name, share):
    """The function `name` does the first `share` thousandths of its work twice."""
    path = folder / FILES[language]
    declared = {"rust": rf"pub fn {name}\(", "c": rf"(?m)^uint64_t {name}\(", "go": rf"func {name}\("}[language]
    once = {
        "rust": f"#[inline(never)]\nfn {name}_once(", "go": f"func {name}_once(",
        "c": f"static __attribute__((noinline)) uint64_t {name}_once(",
    }[language]
    replace(path, declared, once)
    if language == "go":
        # A directive counts only right above its function.
        replace(path, rf"(?m)^func {name}_once\(", f"//\n//go:noinline\nfunc {name}_once(")
    path.write_text(path.read_text() + SLOWER[language].format(name=name, share=share))


def append(path, text, chance):
    path.write_text(path.read_text() + text.format(odd=2 * chance.randrange(3, 200) + 1))


def replace(path, pattern, by):
    text = path.read_text()
    after, times = re.subn(pattern, by, text)
    if times == 0:
        raise SystemExit(f"bench/no-op: {path}: nothing here looks like {pattern}")
    path.write_text(after)
