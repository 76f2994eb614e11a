"""Tests of the project's conventions: direction of imports, docstrings of tests, and no dataset in the repository."""

import ast
import itertools
import re
import subprocess
from functools import cache
from pathlib import Path

import pytest

from core.settings import REPOSITORY

SHARED_MODULES = (
    "__init__",
    "records",
    "factors",
    "errors",
    "plugins",
    "settings",
    "workspace",
    "limits",
    "atomic_files",
    "formatting",
    "progress",
    "notes",
    "key_redaction",
    "delimited",
    "digest",
    "research_tools",
    "toml_tables",
)
"""Modules directly in `core`, which every package may import."""

LAYERS = {
    "core": (
        ("geometry", "polyhedra", "parsing", "rendering"),
        ("question_types",),
        ("scoring", "photographs", "overlays", "runs", "review"),
        ("solvers", "statistics"),
        ("benchmarks",),
        ("generators", "importers", "warehouse", "backup"),
        ("analyses", "exporters", "inference"),
        ("reports", "workflows"),
        ("cli",),
        ("__main__",),
    ),
    "dashboard": (
        ("page_files", "runtime", "style"),
        ("charts", "components", "data"),
        ("selection",),
        ("widgets",),
        ("shell",),
        ("pages", "server"),
    ),
    "dashboard.pages": (
        (
            *("benchmarks", "bias", "cases", "checkpoints", "compare", "data", "glossary", "items", "leaderboard"),
            *("paper", "precision", "slices", "tilt", "truth_audit"),
        ),
        ("heatmaps", "lab", "review", "robustness"),
        ("ask", "overview"),
    ),
}
"""Packages by layer, from the lowest: a package imports only lower layers and the shared modules of `core`."""

FORBIDDEN_REACH = {
    "core": ("streamlit", "plotly", "dashboard"),
    "core.records": ("core.",),
    "core.errors": ("core.",),
    "core.settings": ("core.geometry", "core.scoring", "core.benchmarks"),
    "core.geometry": ("core.atomic_files", "core.settings", "core.photographs", "PIL"),
    "core.parsing": ("core.atomic_files", "core.settings", "core.scoring", "duckdb", "httpx", "numpy", "pandas"),
    "core.scoring": ("core.atomic_files", "core.settings", "core.photographs", "duckdb", "httpx"),
    "core.analyses": ("core.warehouse", "core.runs", "core.inference", "duckdb"),
    "core.generators.photo_scenes.scene": ("core.benchmarks",),
    "core.generators.photo_scenes.render": ("core.benchmarks",),
    "core.benchmarks": ("core.generators",),
    "core.warehouse.read": ("core.benchmarks", "core.scoring", "core.geometry", "core.runs"),
    "core.warehouse.default_benchmark": ("core.photographs", "core.generators.photo_scenes", "core.warehouse.build"),
    "core.inference.clients": ("core.warehouse", "core.runs", "core.inference.send_request"),
    "core.inference.image_views": ("core.benchmarks", "core.warehouse", "core.runs", "core.inference.clients"),
    "core.inference.uploaded_photograph": ("core.warehouse", "core.runs", "core.inference.clients"),
    "core.inference.prompts": ("core.warehouse", "core.runs", "core.inference.clients"),
    "dashboard.charts": ("dashboard.data", "dashboard.pages", "core.warehouse"),
    "dashboard.components": ("dashboard.data", "dashboard.pages", "core.warehouse"),
}
"""Modules that a module or package must not reach, directly or through others."""

FORBIDDEN_IMPORTS = {
    "dashboard": (
        "core.benchmarks.triangles.release_reader",
        "core.scoring.metrics",
        "core.warehouse.build",
        "core.cli",
    ),
    "dashboard.charts": ("core.",),
}
"""Modules that a module or package must not import directly."""

ALLOWED = {
    "dashboard.charts": ("core.formatting",),
    "core.warehouse.read": ("core.benchmarks.registry", "core.benchmarks.entries"),
}
"""Exceptions: charts use the common formatting, and readers look up benchmarks' names."""


def list_tracked_files(*patterns):
    output = subprocess.run(["git", "ls-files", *patterns], cwd=REPOSITORY, capture_output=True, text=True, check=True)
    return [path for line in output.stdout.splitlines() if (path := REPOSITORY / line).is_file()]


def find_modules():
    """Return the path of each module of the product by its dotted name."""
    paths = list_tracked_files("core/*.py", "dashboard/*.py")
    names = [path.relative_to(REPOSITORY).with_suffix("").as_posix().replace("/", ".") for path in paths]
    return {name.removesuffix(".__init__"): path for name, path in zip(names, paths, strict=True)}


MODULES: dict[str, Path] = {}


@cache
def parse(path):
    """Return the syntax tree of a file."""
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def list_nodes(path):
    """Return every node of a file's syntax tree."""
    return tuple(ast.walk(parse(path)))


def walk_statements(node, *, at_run_time):
    """Yield every node of a file, without those under `if TYPE_CHECKING` if only the run counts."""
    yield node
    is_for_types = isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
    for child in node.orelse if at_run_time and is_for_types else ast.iter_child_nodes(node):
        yield from walk_statements(child, at_run_time=at_run_time)


def list_imported_names(path, *, at_run_time=False):
    """Yield the dotted names in a file's import statements."""
    for node in walk_statements(parse(path), at_run_time=at_run_time):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@cache
def find_direct_imports(name, *, at_run_time=False):
    """Return what a module of the product imports: modules of the product, and other libraries by name."""
    return {
        parent if module not in MODULES and (parent := module.rpartition(".")[0]) in MODULES else module
        for module in list_imported_names(MODULES[name], at_run_time=at_run_time)
    }


@cache
def find_reachable(name):
    """Return every module that importing a module loads, and the module that imports it."""
    found, todo = {}, [name]
    while todo:
        module = todo.pop()
        for imported in find_direct_imports(module, at_run_time=True):
            if imported not in found:
                found[imported] = module
                if imported in MODULES:
                    todo.append(imported)
    return found


def is_in(name, prefixes):
    return any(f"{name}.".startswith(prefix if prefix.endswith(".") else f"{prefix}.") for prefix in prefixes)


@pytest.fixture(autouse=True, scope="module")
def _modules():
    MODULES.update(find_modules())


def test_each_package_has_a_layer():
    """Besides packages, `core` has only the command line's entry and the modules that every package may import."""
    stems = {path.stem for name, path in MODULES.items() if path.parent == REPOSITORY / "core"}
    assert stems == {*SHARED_MODULES, "__main__"}
    for parent, layers in LAYERS.items():
        folder = REPOSITORY / parent.replace(".", "/")
        packages = {path.parent.name for path in MODULES.values() if path.parent.parent == folder}
        assert packages == {name for layer in layers for name in layer} - {"__main__", "page_files"}, parent


@pytest.mark.slow
@pytest.mark.parametrize("parent", LAYERS)
def test_packages_import_only_lower_layers(parent):
    """No import goes upwards or sideways between packages, so there are no cycles of packages."""
    layer_of = {f"{parent}.{name}": number for number, layer in enumerate(LAYERS[parent]) for name in layer}
    depth = parent.count(".") + 2

    def get_package(module):
        return ".".join(module.split(".")[:depth])

    for name in MODULES:
        own = get_package(name)
        for imported in find_direct_imports(name) if own in layer_of else ():
            other = get_package(imported)
            if other in layer_of and other != own:
                assert layer_of[other] < layer_of[own], f"{name} imports {imported}"


@pytest.mark.slow
@pytest.mark.parametrize("package", FORBIDDEN_REACH)
def test_forbidden_modules_are_not_reached(package):
    """Geometry and scoring reach no files or vendors, analyses no warehouse, charts no queries, not even indirectly."""
    for name in MODULES:
        if is_in(name, [package]):
            for imported, through in find_reachable(name).items():
                if is_in(imported, ALLOWED.get(package, ())):
                    continue
                assert not is_in(imported, FORBIDDEN_REACH[package]), f"{name} reaches {imported} through {through}"


@pytest.mark.parametrize("package", FORBIDDEN_IMPORTS)
def test_pages_leave_reading_and_scoring_to_core(package):
    """Pages import neither the release's reader nor formulas, and charts import only formatting from `core`."""
    for name in MODULES:
        if is_in(name, [package]):
            imported = [module for module in find_direct_imports(name) if not is_in(module, ALLOWED.get(package, ()))]
            assert [module for module in imported if is_in(module, FORBIDDEN_IMPORTS[package])] == [], name


def test_research_tools_are_imported_when_used():
    """Tools are imported inside the functions of three modules, after `require_tools`; pages never reach them."""
    lazy = {"core.cli.probe", "core.cli.reporting", "core.generators.gepbench.write"}
    assert {name for name in MODULES if any(is_in(module, ["tools"]) for module in find_direct_imports(name))} == lazy
    for name in lazy:
        text = MODULES[name].read_text(encoding="utf-8")
        assert not re.search(r"^(from|import) tools\b", text, re.MULTILINE), name
        assert "require_tools(" in text, name


@pytest.mark.slow
def test_each_vendor_s_library_has_one_client():
    """A vendor's library is imported by its own client and nowhere else."""
    importers = {
        (module.split(".")[0], path.name)
        for path in list_tracked_files("core/*.py", "dashboard/*.py", "serve.py", "streamlit_app.py")
        for module in list_imported_names(path)
        if module.split(".")[0] in ("openai", "anthropic", "google")
    }
    assert importers == {
        ("openai", "openai_compatible.py"), ("anthropic", "anthropic_messages.py"), ("google", "gemini.py")
    }  # fmt: skip


def test_styles_are_defined_in_one_module():
    """Pages, parts and single charts define no colours, styles, margins, drag modes or font sizes."""
    looks = {
        r"#[0-9a-fA-F]{6}\b|\brgba?\(": {"dashboard/style/palette.py"},
        r"<style": {"dashboard/style/theme.py", "dashboard/pages/cases/slideshow.py"},
        r"\"margin\"|margin=|dragmode|clickmode|\"font\"": {"dashboard/charts/template.py"},
        r"font-size": {"dashboard/charts/template.py", "dashboard/style/theme.py"},
        r"st\.plotly_chart": {"dashboard/widgets/chart_display.py"},
    }
    paths = [*list_tracked_files("dashboard/*.py"), REPOSITORY / "streamlit_app.py"]
    for pattern, allowed in looks.items():
        found = {path.relative_to(REPOSITORY).as_posix() for path in paths if re.search(pattern, path.read_text())}
        assert found <= allowed, pattern


@pytest.mark.slow
def test_every_test_states_its_claim():
    """Each test has a docstring that is a sentence."""
    for path in list_tracked_files("tests/*.py"):
        for node in list_nodes(path):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                assert (ast.get_docstring(node) or "").endswith("."), f"{path.name}: {node.name}"


def test_names_in_texts_exist():
    """Every module, folder and document named in backticks in a docstring, comment or document exists."""
    names = {path.name for path in list_tracked_files()}
    elsewhere = {"compose.yaml", "matching_util.py"}
    for path in list_tracked_files(
        "core/*.py", "dashboard/*.py", "tools/*.py", "docs/*.md", "README.md", "CONTRIBUTING.md"
    ):
        for name in re.findall(r"`([\w./-]+)`", path.read_text(encoding="utf-8")):
            if name.endswith((".py", ".md", ".toml")) and Path(name).name not in elsewhere and "/" not in name:
                assert name in names, f"{path.relative_to(REPOSITORY)}: {name}"
            elif re.match(r"(core|dashboard|docs|tests|tools)/", name):
                assert (REPOSITORY / name).exists() or name.startswith("tests/output"), f"{path.name}: {name}"
            elif re.match(r"(core|dashboard)\.\w", name):
                parts = name.split(".")
                assert any(".".join(parts[:end]) in MODULES for end in range(2, len(parts) + 1)), f"{path.name}: {name}"


def test_no_file_of_the_dataset_is_in_the_repository():
    """Neither photographs nor tables of the benchmark are committed, and no file is large."""
    from core.atomic_files import compute_file_sha256
    from core.benchmarks.triangles.checksums import read_pinned_checksums

    pinned = set(read_pinned_checksums().values())
    for path in list_tracked_files():
        assert compute_file_sha256(path) not in pinned, path
        assert path.stat().st_size < 600_000, path


def test_every_dependency_is_explained():
    """Each line of requirements.txt has a range, and its reason is in the line above."""
    lines = (REPOSITORY / "requirements.txt").read_text(encoding="utf-8").splitlines()
    for above, line in itertools.pairwise(lines):
        if line and not line.startswith("#"):
            assert any(sign in line for sign in ("<", "==")), line
            assert above.startswith("# "), line


def test_the_readme_is_short_and_its_links_work():
    """The README has at most 7 kB, and each relative link of a document points to a file."""
    assert (REPOSITORY / "README.md").stat().st_size <= 7_000
    for path in list_tracked_files("README.md", "CONTRIBUTING.md", "docs/*.md"):
        for target in re.findall(r"\]\(([^)#\s]+)", path.read_text(encoding="utf-8")):
            if not target.startswith(("http", "mailto")):
                assert (path.parent / target).exists(), f"{path.name}: {target}"


PRIVATE_USE = "dashboard.runtime.streamlit_internals"
"""The only module that may use private interfaces of a library; the product works without it."""

MAX_PRIVATE_USES = 3
PUBLIC_PARTS = ("streamlit.delta_generator",)
"""Documented parts of Streamlit below its top level: the type of containers."""


def list_private_uses(name, own_names):
    """List imports of a library's inside, and underscored attributes that the product does not define."""
    imported = [
        module
        for module in list_imported_names(MODULES[name])
        if module.startswith(("ctypes", "streamlit.")) and not module.startswith(PUBLIC_PARTS)
    ]
    attributes = [
        ast.unparse(node)
        for node in list_nodes(MODULES[name])
        if isinstance(node, ast.Attribute)
        and node.attr.startswith("_")
        and not node.attr.startswith("__")
        and node.attr not in own_names
    ]
    source = MODULES[name].read_text(encoding="utf-8")
    patched = [text for text in ("sys.modules[", "setswitchinterval") if text in source]
    return imported + attributes + patched


def test_private_interfaces_are_used_in_one_module():
    """That module has at most three functions, whose docstrings state what works without the interface."""
    nodes = [node for path in MODULES.values() for node in list_nodes(path)]
    own_names = {
        *(node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)),
        *(node.attr for node in nodes if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)),
        *(node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)),
    }
    found = {name: uses for name in MODULES if name != PRIVATE_USE and (uses := list_private_uses(name, own_names))}
    assert found == {}
    functions = [node for node in parse(MODULES[PRIVATE_USE]).body if isinstance(node, ast.FunctionDef)]
    assert len(functions) <= MAX_PRIVATE_USES
    assert all("Without this interface" in (ast.get_docstring(node) or "") for node in functions)


IMPORTS_OF_TEXTS = (
    *("collections", "typing"),
    *("core.formatting", "core.records", "core.analyses.phrases", "core.benchmarks", "dashboard.data.benchmark_info"),
)

NO_SENTENCE = re.compile(r"<\w+|\btrilens \w+ .*--|^\s*select\b", re.IGNORECASE)
"""Matches HTML, commands and SQL."""


def list_sentences(path):
    """Return the strings of a file with 40 characters and 4 spaces or more, without docstrings, HTML and commands."""
    nodes = list_nodes(path)
    ignored = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    ignored |= {id(part) for node in nodes if isinstance(node, ast.JoinedStr) for part in node.values}
    texts = [node.value for node in nodes if isinstance(node, ast.Constant) and id(node) not in ignored]
    texts += [
        "".join(part.value if isinstance(part, ast.Constant) else "{}" for part in node.values)
        for node in nodes
        if isinstance(node, ast.JoinedStr)
    ]
    sentences = [text for text in texts if isinstance(text, str) and len(text) >= 40 and text.count(" ") >= 4]
    return [text for text in sentences if not NO_SENTENCE.search(text)]


def test_the_sentences_of_a_page_are_in_its_texts():
    """An editor or a translator finds them in modules of texts, which import only words and formats."""
    for path in list_tracked_files("dashboard/pages/*.py"):
        if path.stem.endswith("texts"):
            assert [name for name in list_imported_names(path) if not is_in(name, IMPORTS_OF_TEXTS)] == [], path
        else:
            assert list_sentences(path) == [], path.relative_to(REPOSITORY)


STATE_ACCESS = "dashboard.runtime.session_state"
"""The only module that reads and writes the session state; others use the keys of `STATE_KEYS`."""

STATE_KEYS = "dashboard.runtime.state_keys"


def list_texts(nodes):
    """List the texts among nodes, those with values as templates with `{}`."""
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        elif isinstance(node, ast.JoinedStr):
            yield "".join(part.value if isinstance(part, ast.Constant) else "{}" for part in node.values)


def list_literal_keys(tree):
    """List the literal keys of elements, in calls and in dictionaries of their arguments; titles have a capital."""
    values = []
    for node in ast.walk(tree):
        if isinstance(node, ast.keyword) and node.arg == "key":
            values += [node.value.body, node.value.orelse] if isinstance(node.value, ast.IfExp) else [node.value]
        elif isinstance(node, ast.Dict):
            names = [getattr(key, "value", None) for key in node.keys]
            values += [value for name, value in zip(names, node.values, strict=True) if name == "key"]
        elif isinstance(node, ast.Call) and ast.unparse(node.func) == "st.form":
            values += node.args[:1]
    return [text for text in list_texts(values) if text and not text[0].isupper()]


def list_state_accesses(tree):
    """List the uses of the session state, and the keys that are made from texts."""
    for node in ast.walk(tree):
        if (isinstance(node, ast.Attribute) and node.attr == "session_state") or (
            isinstance(node, ast.Call) and ast.unparse(node.func).startswith(("StateKey", "ElementKey"))
        ):
            yield ast.unparse(node)


def test_session_keys_are_listed_in_one_package():
    """No other module names a key of an element or of the session state, or accesses the session state itself."""
    trees = {name: parse(path) for name, path in MODULES.items()}
    listed = {text for name, tree in trees.items() if is_in(name, [STATE_KEYS]) for text in list_texts(ast.walk(tree))}
    listed = {text for text in listed if "-" in text and " " not in text}
    for name, tree in trees.items():
        if is_in(name, ["dashboard"]) and not is_in(name, [STATE_ACCESS, STATE_KEYS]):
            assert [*list_literal_keys(tree), *list_state_accesses(tree)] == [], name
            assigned = [
                part for node in ast.walk(tree) if isinstance(node, ast.Assign) for part in ast.walk(node.value)
            ]
            assert [text for text in list_texts(assigned) if text in listed] == [], name


def test_a_page_writes_only_its_own_session_keys():
    """A page imports only its own keys and common ones; the shared filters also clear those of Cases."""
    owners = {name.removeprefix(f"{STATE_KEYS}.") for name in MODULES if is_in(name, [STATE_KEYS])} - {STATE_KEYS}
    pages = {name.split(".")[2] for name in MODULES if name.count(".") > 2 and is_in(name, ["dashboard.pages"])}
    assert owners <= {*pages, "shell", "common"}
    for name in MODULES:
        used = {
            module.removeprefix(f"{STATE_KEYS}.") for module in find_direct_imports(name) if is_in(module, [STATE_KEYS])
        }
        if is_in(name, ["dashboard.pages"]) and name.count(".") > 1:
            assert used <= {name.split(".")[2], "common"}, name
        elif not is_in(name, ["dashboard.shell"]):
            assert used <= ({"cases", "common"} if name == "dashboard.selection.filters" else {"common"}), name


def test_elements_of_streamlit_are_selected_in_one_place():
    """Streamlit's test ids are in the styles and in one script of the components only."""
    sources = [path for path in list_tracked_files("dashboard/*") if path.suffix in {".py", ".js", ".css"}]
    selecting = {path.relative_to(REPOSITORY) for path in sources if "data-testid" in path.read_text(encoding="utf-8")}
    scripts = {path for path in selecting if path.parent != Path("dashboard/style")}
    assert scripts == {Path("dashboard/components/streamlit_page.js")}
    assert all(path.suffix == ".css" for path in selecting - scripts)
