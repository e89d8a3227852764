"""Projects that are not ours, for `bench/gate` and `bench/bisect`: where they come from, which file is changed and how, and which of their
benchmarks are asked about. Gives a git repository of each at its version.
"""
import io, json, os, shutil, subprocess, sys, tarfile, tempfile, urllib.request, zipfile
from pathlib import Path

from common import git

# By name: where it comes from, the file that is changed, and which of its benchmarks are asked about.
PROJECTS = {
    "crc32fast": ("cargo", "1.5.5", "src/lib.rs", ["specialized/1024", "specialized/16384", "hash/256"]),
    "itoa": ("cargo", "1.0.19", "src/lib.rs", ["u64*max*/itoa", "u128*max*/itoa", "i16*min*/itoa"]),
    "ryu": ("cargo", "1.0.23", "src/lib.rs", ["f64*max*/ryu", "f64*short*/ryu", "f32*short*/ryu"]),
    "xxhash": ("go", "github.com/cespare/xxhash/v2@v2.3.0", "xxhash.go", ["BenchmarkSum64/*"]),
    "uuid": ("go", "github.com/google/uuid@v1.6.0", "uuid.go", ["BenchmarkParse*", "BenchmarkUUID*"]),
    "snappy": ("debian", "snappy=1.1.9-3", "snappy.cc", ["BM_UFlat/0", "BM_UValidate/0", "BM_ZFlat/0"]),
    "commons-text": ("maven", "org.apache.commons:commons-text:1.10.0",
                     "src/main/java/org/apache/commons/text/similarity/LongestCommonSubsequence.java", ["*.testLCSLen"]),
    "graphql": ("pip", "graphql-core==3.2.6", "src/graphql/language/lexer.py", ["*test_parser*", "*test_build_ast_schema*"]),
}
# What gate is not told by the project itself.
SETTINGS = {
    # Its tests need another library.
    "snappy": '[[program]]\nharness = "google-benchmark"\nname = "snappy_benchmark"\noptions = ["-DSNAPPY_BUILD_TESTS=OFF"]\n',
}
# What runs the benchmarks of a Python project.
PACKAGES = ["pytest==8.4.2", "pytest-benchmark==5.1.0"]
# By project: the function whose beginning is replaced, by what, and the benchmark that calls it. `share`: thousandths.
EFFECTS = {
    "crc32fast": ("    pub fn update(&mut self, buf: &[u8]) {\n", """    pub fn update(&mut self, buf: &[u8]) {{
        let mut beside = self.clone();
        beside.update_once(&buf[..buf.len() * {share} / 1000]);
        core::hint::black_box(&beside);
        self.update_once(buf);
    }}

    fn update_once(&mut self, buf: &[u8]) {{
""", "baseline/16384"),
    "xxhash": ("func (d *Digest) Write(b []byte) (n int, err error) {\n", """func (d *Digest) Write(b []byte) (n int, err error) {{
	beside := *d
	beside.writeOnce(b[:len(b)*{share}/1000])
	return d.writeOnce(b)
}}

func (d *Digest) writeOnce(b []byte) (n int, err error) {{
""", "BenchmarkDigestBytes/10MB*"),
    "snappy": ("                 size_t* compressed_length) {\n  ByteArraySource reader(input, input_length);\n", """                 size_t* compressed_length) {{
  ByteArraySource beginning(input, input_length * {share} / 1000);
  UncheckedByteArraySink beside(compressed);
  Compress(&beginning, &beside);
  ByteArraySource reader(input, input_length);
""", "BM_ZFlat/1"),
    "commons-text": ("    public Integer apply(final CharSequence left, final CharSequence right) {\n", """    public Integer apply(final CharSequence left, final CharSequence right) {{
        if (left != null && right != null && applyOnce(left.subSequence(0, left.length() * {share} / 1000), right) < 0) {{
            return null;
        }}
        return applyOnce(left, right);
    }}

    private Integer applyOnce(final CharSequence left, final CharSequence right) {{
""", "*.testLCSLen"),
}
# By kind of project: thousandths of a function's work, and the least share that has to be found.
WANTED = {"cargo": {50: 0.99, 20: 0.95}, "debian": {50: 0.99, 20: 0.95}, "go": {50: 0.99, 40: 0.95},
          "maven": {50: 0.99, 40: 0.95}}
COMMENT = {kind: f"\n{begin} A comment that says nothing new, number {{odd}}.\n"
           for kind, begin in {"cargo": "//", "go": "//", "debian": "//", "maven": "//", "pip": "#"}.items()}
# Kept by a static, or called before anything is measured, so that no linker leaves it out.
FUNCTION = {
    "cargo": """
#[inline(never)]
fn unrelated(of: u64) -> u64 {{
    let mut sum = of;
{steps}    sum
}}

#[used]
static UNRELATED: fn(u64) -> u64 = unrelated;
""",
    "go": """
var unrelatedSum uint64

func init() {{
	sum := uint64({odd})
{steps}	unrelatedSum = sum
}}
""",
    "debian": """
__attribute__((used, noinline)) static unsigned long unrelated(unsigned long sum) {{
{steps}  return sum;
}}
""",
    "maven": """
final class Unrelated {{
    static long sum = {odd};

    static void unrelated() {{
{steps}    }}
}}
""",
    "pip": """

def _unrelated(total):
{steps}    return total
""",
}
STEP = {
    "cargo": "    sum = core::hint::black_box(sum.rotate_left({by}) ^ {odd});\n",
    "go": "	sum = sum<<{by} ^ unrelatedSum + {odd}\n",
    "debian": '  sum = (sum << {by}) ^ {odd}ul;\n  asm volatile("" : "+r"(sum));\n',
    "maven": "        sum = Long.rotateLeft(sum, {by}) ^ {odd};\n",
    "pip": "    total = total << {by} ^ {odd}\n",
}
TABLE = {
    "cargo": """
#[used]
static UNRELATED_TABLE: [u64; {length}] = [{odd}; {length}];
""",
    "go": """
var UnrelatedTable = [{length}]uint64{{ {odd}, {length} - 1: {odd} }}
""",
    "debian": """
__attribute__((used)) static const unsigned long unrelated_table[{length}] = {{ {odd}ul }};
""",
    "maven": """
final class UnrelatedTable {{
    static final long[] TABLE = new long[{length}];

    static {{
        java.util.Arrays.fill(TABLE, {odd});
    }}
}}
""",
    "pip": """

_UNRELATED_TABLE = ({odd},) * {length}
""",
}


def fetched(name, folder):
    """The project at its version, as a git repository with the tag `published`."""
    draft = folder.with_name(f"{name}-draft")
    shutil.rmtree(draft, ignore_errors=True)
    shutil.rmtree(folder, ignore_errors=True)
    committed(name, draft)
    # Last: what was cut off is fetched again.
    draft.rename(folder)


def committed(name, folder):
    """Lays the project's files into a folder, and commits them there."""
    kind, version, *_ = PROJECTS[name]
    with tempfile.TemporaryDirectory() as scratch:
        scratch = Path(scratch)
        if kind == "cargo":
            manifest = scratch / "Cargo.toml"
            manifest.write_text('[package]\nname = "fetched"\nversion = "0.1.0"\nedition = "2024"\n[lib]\npath = "l.rs"\n'
                                f'[dependencies]\n{name} = "={version}"\n')
            (scratch / "l.rs").touch()
            subprocess.run(["cargo", "vendor", "--quiet", "vendor"], cwd=scratch, check=True, stdout=subprocess.DEVNULL)
            found = scratch / "vendor" / name
        elif kind == "debian":
            found = from_debian(version, scratch)
        elif kind == "maven":
            found = from_maven(version, scratch)
        elif kind == "pip":
            pip("download", "--no-deps", "--no-binary", ":all:", "--dest", scratch, version)
            (archive,) = scratch.glob("*.tar.gz")
            with tarfile.open(archive) as packed:
                packed.extractall(scratch, filter="data")
            (found,) = (path for path in scratch.iterdir() if path.is_dir())
        else:
            (scratch / "go.mod").write_text("module fetched\n")
            said = subprocess.run(["go", "mod", "download", "-json", version], cwd=scratch, check=True,
                                  stdout=subprocess.PIPE, text=True)
            found = Path(json.loads(said.stdout)["Dir"])
        shutil.copytree(found, folder, ignore=shutil.ignore_patterns(".cargo*", "Cargo.toml.orig"))
    for path in [folder, *folder.rglob("*")]:
        path.chmod(path.stat().st_mode | 0o600 | (0o100 if path.is_dir() else 0))
    if kind == "cargo":
        subprocess.run(["cargo", "generate-lockfile", "--quiet"], cwd=folder, check=True)
    if settings := SETTINGS.get(name):
        (folder / "paragone.toml").write_text(settings)
    git(folder, "init", "--quiet", ".")
    git(folder, "add", "--all", "--force")
    git(folder, "commit", "--quiet", "--message", "As it was published")
    git(folder, "tag", "published")


def pip(*words):
    command = [sys.executable, "-m", "pip", *map(str, words), "--quiet", "--no-input", "--disable-pip-version-check"]
    subprocess.run(command, check=True, env={**os.environ, "PIP_ROOT_USER_ACTION": "ignore"})


def from_debian(version, scratch):
    """A source package with Debian's own changes, which have it use the libraries of the system."""
    (scratch / "lists/partial").mkdir(parents=True)
    (scratch / "sources.list").write_text("deb-src http://deb.debian.org/debian bookworm main\n")
    apt = ["apt-get", "-qq", "-o", f"Dir::Etc::sourcelist={scratch}/sources.list", "-o", "Dir::Etc::sourceparts=-",
           "-o", f"Dir::State::lists={scratch}/lists", "-o", "APT::Sandbox::User=root"]
    for words in (["update"], ["source", version]):
        subprocess.run([*apt, *words], cwd=scratch, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    (found,) = scratch.glob(version.split("=")[0] + "-*/")
    return found


def from_maven(version, scratch):
    """A project of its model and the sources of its classes and tests, without what JMH has generated of them."""
    group, name, number = version.split(":")
    place = f"https://repo1.maven.org/maven2/{group.replace('.', '/')}/{name}/{number}/{name}-{number}"
    found = scratch / name
    found.mkdir()
    (found / "pom.xml").write_bytes(urllib.request.urlopen(f"{place}.pom").read())
    for part, ending in (("main", "-sources.jar"), ("test", "-test-sources.jar")):
        with zipfile.ZipFile(io.BytesIO(urllib.request.urlopen(place + ending).read())) as jar:
            for entry in jar.namelist():
                if not entry.endswith("/") and "jmh_generated" not in entry and not entry.startswith("META-INF"):
                    jar.extract(entry, found / "src" / part / ("java" if entry.endswith(".java") else "resources"))
    return found


def packages(work, name="packages", wanted=PACKAGES):
    """A folder with packages of Python's, made once: what its benchmarks need, unless others are wanted."""
    folder = work / name
    if not folder.exists():
        pip("install", "--target", work / f"{name}-draft", *wanted)
        (work / f"{name}-draft").rename(folder)
    return folder


def make(change, repository, chance):
    """Changes a file of a project: `kind` says how, if nothing is to become slower, and `share` by how many thousandths one
    function does more."""
    kind, _, path, _ = PROJECTS[change["project"]]
    odd = chance.randrange(1 << 20, 1 << 31) | 1
    if "share" in change:
        before, after, _ = EFFECTS[change["project"]]
        text = (repository / path).read_text()
        assert text.count(before) == 1, f"{path} has no one place for the change"
        (repository / path).write_text(text.replace(before, after.format(share=change["share"])))
        return
    if change["kind"] == "comment":
        text = COMMENT[kind].format(odd=odd)
    elif change["kind"] == "table":
        text = TABLE[kind].format(odd=odd, length=chance.randrange(8, 2000))
    else:
        most = 40 if change["kind"] == "function" else 800
        steps = "".join(STEP[kind].format(by=chance.randrange(1, 63), odd=chance.randrange(1 << 31) | 1)
                        for _ in range(chance.randrange(2, most)))
        text = FUNCTION[kind].format(odd=odd, steps=steps)
    path = repository / path
    path.write_text(path.read_text() + text)
