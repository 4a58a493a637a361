import json
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gec_attribution.errors import InputError
from gec_training.data.chinese_text import (
    fetch_commit,
    gather_sentences,
    sentences_in,
    strings_in,
)

TALK = [
    {
        "role": "client",
        "content": "我昨天没有睡好。今天很累，怎么办呢？",
        "notes": [{"text": "别人写的一句话。"}],
    },
    {"role": "counselor", "content": "你可以早一点睡觉。"},
]


@pytest.fixture(scope="module")
def repository(tmp_path_factory) -> tuple[Path, str]:
    """A repository with two commits, the second of which damages a file; the first's name."""
    folder = tmp_path_factory.mktemp("repository")

    def git(*arguments: str) -> str:
        who = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
        command = ["git", "-C", str(folder), *who, *arguments]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()

    git("init", "--quiet")
    (folder / "谈话").mkdir()
    for name in ("一.json", "二.json"):
        (folder / "谈话" / name).write_text(json.dumps(TALK), encoding="utf-8")
    (folder / "readme.md").write_text("这个文件没有人读。\n", encoding="utf-8")
    git("add", ".")
    git("commit", "--quiet", "--message=talks")
    first_commit = git("rev-parse", "HEAD")
    (folder / "谈话" / "二.json").write_text('["', encoding="utf-8")
    git("commit", "--quiet", "--all", "--message=damaged")
    return folder, first_commit


def test_sentences_end_in_their_line_and_keep_their_quotation_marks():
    text = (
        "他说：“我们 明天去看电影吧。”大家都很高兴！\n没有句号的一行不算\n好。\n1 + 1 = 2，对不对？"
    )
    assert list(sentences_in(text)) == ["他说：“我们明天去看电影吧。”", "大家都很高兴！"]


@pytest.mark.parametrize(
    "text", ["看[BLANK1]，再回答问题。", "使用<b>标签</b>写的文字。", "一" * 160 + "。"]
)
def test_markup_gaps_and_long_sentences_are_left_out(text):
    assert not list(sentences_in(text))


@given(st.text(alphabet="我们好a1。！？”\n 　", max_size=80))
def test_every_sentence_is_in_the_text_and_is_found_in_itself(text):
    bare = "".join(text.split())
    for sentence in sentences_in(text):
        assert sentence in bare
        assert list(sentences_in(sentence)) == [sentence]


def test_strings_are_those_of_the_objects_that_are_meant():
    assert list(strings_in({"a": ["x", {"b": "y", "n": 3}]})) == ["x", "y"]
    client = [TALK[0]["role"], TALK[0]["content"]]
    assert list(strings_in({"talk": TALK}, {"role": "client"})) == client


def test_a_commit_is_fetched_and_read(repository, tmp_path):
    folder, commit = repository
    fetch_commit(folder.as_uri(), commit, tmp_path / "talks.git")
    sentences = list(gather_sentences(tmp_path / "talks.git", commit, r"谈话/.*\.json"))
    talk_sentences = [*sentences_in(TALK[0]["content"]), "别人写的一句话。", "你可以早一点睡觉。"]
    assert sentences == talk_sentences * 2
    sentences = gather_sentences(
        tmp_path / "talks.git", commit, r"谈话/一\.json", {"role": "client"}
    )
    assert list(sentences) == talk_sentences[:2]


def test_a_commit_that_is_not_there_leaves_nothing(repository, tmp_path):
    folder, _ = repository
    with pytest.raises(InputError, match="git says"):
        fetch_commit(folder.as_uri(), "0" * 40, tmp_path / "talks.git")
    assert not list(tmp_path.iterdir())


def test_damaged_and_missing_files_are_named(repository):
    folder, commit = repository
    with pytest.raises(InputError, match=r"谈话/二\.json cannot be read as JSON"):
        list(gather_sentences(folder / ".git", "HEAD", r".*\.json"))
    with pytest.raises(InputError, match=f"no file of {commit} matches"):
        list(gather_sentences(folder / ".git", commit, r".*\.txt"))
