import json
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import settings

# Tests are not timed, and the same examples are drawn everywhere, unless others are looked for:
# `pytest --hypothesis-profile=explore` draws twenty times as many, other ones each time.
settings.register_profile("project", deadline=None, derandomize=True)
settings.register_profile("explore", deadline=None, max_examples=2000, print_blob=True)
settings.load_profile("project")

SHARED = Path(__file__).resolve().parents[1] / "shared"


@pytest.fixture(scope="session", autouse=True)
def empty_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """All tests run in an empty folder, and leave it so.

    In the project's they would read what a command has left there, such as `results/store`.
    """
    started_in = Path.cwd()
    folder = tmp_path_factory.mktemp("empty")
    os.chdir(folder)
    yield folder
    os.chdir(started_in)
    left = sorted(path.name for path in folder.iterdir())
    assert not left, f"tests have left {left} in the folder that they ran in"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of public data beside the repository, which is not part of it."""
    if not SHARED.is_dir():
        pytest.skip("needs ../shared, the folder of public data, which is not there")
    return SHARED


@pytest.fixture(params=["own", "public"])
def official_cases(request: pytest.FixtureRequest) -> list[dict]:
    """Corrections with edits, and what the authors' code gives them: our corpus', and public ones.

    Their form is that of `tests/oracle/cases.json`.
    """
    if request.param == "own":
        path = Path(__file__).parent / "tests" / "oracle" / "cases.json"
    else:
        path = request.getfixturevalue("shared") / "oracle" / "cases.json"
    cases = json.loads(path.read_text(encoding="utf-8"))["cases"]
    return [case for case in cases if case["edits"]]


@pytest.fixture(scope="session")
def tiny_models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Small random models: the folders some, quality, similarity, encoder and gpt2."""
    import tiny_models

    return tiny_models.build(tmp_path_factory.mktemp("tiny-models"))


@pytest.fixture(scope="session")
def chromium():
    """A headless Chromium, driven by Playwright."""
    playwright = pytest.importorskip(
        "playwright.sync_api", reason="needs the package playwright"
    )
    names = ("chromium", "chromium-browser", "google-chrome")
    path = next(filter(None, map(shutil.which, names)), None)
    if path is None:
        pytest.skip(f"needs a browser, one of {', '.join(names)}, on the path")
    with playwright.sync_playwright() as driver:
        # In a container there is no sandbox; the tests open files of their own.
        browser = driver.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str]) -> Callable:
    """Runs the command line, which ends with a status; gives what it prints, `out` and `err`."""

    def command(*arguments: object, status: int = 0) -> tuple[str, str]:
        from gec_attribution import cli

        assert cli.main([*map(str, arguments)]) == status
        return capsys.readouterr()

    return command


@pytest.fixture
def service(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Iterator[object]:
    """A chat service that this process asks; it answers by a test module's own answers."""
    from chat_service import KEY, running_service

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GEC_CACHE", "results/cache")
    monkeypatch.setattr("openai._base_client.INITIAL_RETRY_DELAY", 0.001)
    with running_service(getattr(request.module, "CORRECTIONS", {})) as service:
        service.respond = getattr(request.module, "respond", None)
        for name, value in {**service.address, "OPENAI_API_KEY": KEY}.items():
            monkeypatch.setenv(name, value)
        yield service
