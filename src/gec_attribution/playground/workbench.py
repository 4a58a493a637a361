"""The playground's work on a study: list its names, correct, explain."""

import asyncio
import functools
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from operator import attrgetter
from typing import TypeVar

from gec_attribution.config.names import metric_and_column
from gec_attribution.config.study import Study
from gec_attribution.edits.model import Edit, apply_edits, m2_text
from gec_attribution.errors import ConfigError, unknown
from gec_attribution.explain.corrector import Corrector, cascade_of
from gec_attribution.explain.explainer import Explainer
from gec_attribution.games.game import Game
from gec_attribution.languages import Extractor, Language
from gec_attribution.playground.answers import Answer, answer_of
from gec_attribution.playground.jobs import Job, logged_warnings
from gec_attribution.playground.requests import (
    RefusalError,
    ToCorrect,
    ToExplain,
    ToLoad,
    TypedEdit,
)

Result = TypeVar("Result")
Parts = Mapping[str, Callable[[], object]]
"""Loaders of models, by the names that the page shows meanwhile."""

# Types that send sentences to a service, where they may be kept.
ELSEWHERE = frozenset(["chat", "chat_judge"])
KINDS = ("metrics", "systems")
MOST_TOKENS = 200
"""The most tokens of a sentence, before and after its correction."""


class Workbench:
    """A study's models at work for the playground.

    Args:
        explainer: the explainer of the study, in the language with which the page begins.
    """

    def __init__(self, explainer: Explainer) -> None:
        self._study = study = explainer.study
        # One thread loads models and computes, beside the server's own.
        self._worker = ThreadPoolExecutor(1)
        self._jobs: list[Job] = []
        self._is_stopped = False
        self._turn = asyncio.Lock()
        self._loading = ""
        self._prepared: Future[None] | None = None
        self._corrector = functools.cache(functools.partial(Corrector, study))
        self._explainers = {explainer.language.code: explainer}
        for entry in study.metrics.values():
            for code in study.languages_of(entry):
                self._explainers.setdefault(code, explainer.for_language(code))
        self._offered = {code: _offered_in(study, code) for code in self._explainers}

    def study(self) -> dict:
        """Choices that the page offers, as JSON values.

        Returns:
            Its languages, each with whether spaces separate words, metrics and systems; methods;
            and `elsewhere`, the metrics and systems that it does not offer.
        """
        languages = []
        for code, explainer in self._explainers.items():
            offered = self._offered[code]
            entries = {kind: self._entries(kind, offered[kind]) for kind in KINDS}
            languages.append(
                {"code": code, "spaced": explainer.language.is_spaced, **entries}
            )
        elsewhere = []
        for kind in KINDS:
            for name in getattr(self._study, kind):
                is_elsewhere = ELSEWHERE.intersection(_types(self._study, kind, name))
                if is_elsewhere:
                    label = self._study.label(kind.removesuffix("s"), name)
                    elsewhere.append(label)
        return {
            "study": self._study.study,
            "languages": languages,
            "methods": self._entries("methods", self._study.methods),
            "elsewhere": elsewhere,
        }

    def status(self) -> dict:
        """Models being loaded, and the progress of the present computation."""
        jobs = list(self._jobs)
        running = next((job for job in jobs if job.running), None)
        return {
            "loading": self._loading,
            "waiting": sum(not job.running for job in jobs),
            "scored": running.scored if running else 0,
            "of": running.of if running else 0,
        }

    def stop(self) -> None:
        """Stop every computation at its next check, and loading before the next model."""
        self._worker.shutdown(wait=False, cancel_futures=True)
        self._is_stopped = True
        for job in list(self._jobs):
            job.stop()

    def prepare(self, request: ToLoad) -> None:
        """Begin to load models for sentences of a language, one call at a time.

        Raises:
            RefusalError: the page does not offer one of them.
        """
        parts = self._models(self._explainer(request.language), request.metrics)
        if self._prepared is None or self._prepared.done():
            self._prepared = self._worker.submit(functools.partial(self._load, parts))

    async def explain(self, request: ToExplain) -> Answer:
        """Explain a correction, after its models are loaded; see `answers.answer_of`.

        Raises:
            RefusalError: it is too large, is stopped, or something is not offered.
        """
        explainer = self._explainer(request.language)
        language = explainer.language
        tokenised = request.tokenised
        for method in request.methods:
            _check("method", method, self._study.methods)
        source = self._sentence(request.source, language, tokenised=tokenised)
        parts = self._models(explainer, request.metrics)

        def work(job: Job) -> Answer:
            correction: str | list[Edit]
            if request.hypothesis is None:
                correction = self._edits(request, source, explainer.extractor)
            else:
                correction = self._text(
                    request.hypothesis,
                    language,
                    "correction",
                    request.source,
                    tokenised=tokenised,
                )
            ways = request.metrics, request.methods
            with logged_warnings() as warnings:
                played = explainer.play(
                    source, correction, *ways, wrap_scorer=job.wrap_scorer
                )
            job.check()
            written = None if tokenised else _written(request, played[0].game)
            answer = answer_of(played, labels=self._labels(), written=written)
            return {**answer, "warnings": warnings}

        return await self._run(parts, work)

    async def correct(self, request: ToCorrect) -> dict:
        """Correct a sentence by a system, after that is loaded.

        Returns:
            The `hypothesis`, tokenised if the sentence was, and whether it is `changed`.

        Raises:
            RefusalError: as for `explain`.
        """
        language = self._explainer(request.language).language
        source = self._sentence(request.source, language, tokenised=request.tokenised)
        _check("system", request.system, self._offered[language.code]["systems"])
        corrector = functools.partial(self._corrector, request.system, language.code)

        def work(job: Job) -> dict:
            (hypothesis,) = corrector().correct(
                [source], progress=False, before=job.check
            )
            job.check()
            changed = hypothesis != source
            if not request.tokenised:
                hypothesis = language.to_plain_text(hypothesis, request.source)
            return {"hypothesis": hypothesis, "changed": changed}

        return await self._run(
            {self._study.label("system", request.system): corrector}, work
        )

    async def _run(self, parts: Parts, work: Callable[[Job], Result]) -> Result:
        """Load models and compute something as soon as nothing else is computed."""
        job = Job()
        self._jobs.append(job)

        def load_and_work() -> Result:
            self._load(parts)
            return job.run(work)

        try:
            async with self._turn:
                return await asyncio.wrap_future(self._worker.submit(load_and_work))
        finally:
            job.stop()
            self._jobs.remove(job)

    def _load(self, parts: Parts) -> None:
        try:
            for self._loading, part in parts.items():
                if not self._is_stopped:
                    part()
        finally:
            self._loading = ""

    def _explainer(self, language: str) -> Explainer:
        if language not in self._explainers:
            explainers = ", ".join(self._explainers)
            raise RefusalError(
                f"no metric of this study is for {language!r}; there are {explainers}"
            )
        return self._explainers[language]

    def _models(self, explainer: Explainer, metrics: Iterable[str]) -> Parts:
        """Loaders of the extractor, the explainer in words and some metrics.

        Raises:
            RefusalError: the page does not offer one of the metrics.
        """
        code = explainer.language.code
        parts: dict[str, Callable[[], object]] = {
            "the pipeline that finds edits": lambda: explainer.extractor,
        }
        if explainer.language.is_explained:
            parts["the explainer in words"] = lambda: explainer.explainer_in_words
        for name in metrics:
            whole, _ = metric_and_column(name)
            _check("metric", whole, self._offered[code]["metrics"])
            parts[self._study.label("metric", whole)] = functools.partial(
                explainer.load, name
            )
        return parts

    def _sentence(self, text: str, language: Language, *, tokenised: bool) -> str:
        """A learner's sentence; see `_text`."""
        if language.is_foreign(text):
            raise RefusalError(
                f"the sentence is plainly not in the language {language.code}; choose its language"
            )
        return self._text(text, language, "sentence", tokenised=tokenised)

    def _text(
        self,
        text: str,
        language: Language,
        name: str,
        source: str | None = None,
        *,
        tokenised: bool,
    ) -> str:
        """The text as the language has it; `source` is the text that it corrects, as written.

        Raises:
            RefusalError: it is empty, or too long.
        """
        tokens = language.tokenize(
            text if tokenised else language.from_plain_text(text, source)
        )
        if not tokens:
            raise RefusalError(f"the {name} is empty")
        if len(tokens) > MOST_TOKENS:
            raise RefusalError(
                f"the {name} has {len(tokens)} tokens; here it may have {MOST_TOKENS}: cut it into "
                "sentences, or use `gec-attribution explain`"
            )
        return language.join(tokens)

    def _edits(
        self, request: ToExplain, source: str, extractor: Extractor
    ) -> list[Edit]:
        """The edits that the page sent, in order and with types.

        Raises:
            RefusalError: one of them changes nothing.
            InputError: one is outside the sentence, or two overlap.
        """
        language = extractor.language
        tokens = tuple(language.tokenize(source))
        edits = [
            Edit(
                typed.start, typed.end, self._correction(typed, request, language), "?"
            )
            for typed in request.edits or ()
        ]
        edits = list(language.spaced(tokens, edits))
        edits.sort(key=attrgetter("span"))
        if len(apply_edits(tokens, edits)) > MOST_TOKENS:
            raise RefusalError(
                f"the correction would have more than {MOST_TOKENS} tokens"
            )
        for edit in edits:
            if list(tokens[edit.start : edit.end]) == edit.tokens:
                raise RefusalError(
                    f"the edit of {language.join(edit.tokens)!r} changes nothing: write something "
                    "else, or nothing to delete the words"
                )
        (typed_edits,) = extractor.classify([(tokens, edits)])
        return list(typed_edits)

    def _correction(
        self, edit: TypedEdit, request: ToExplain, language: Language
    ) -> str:
        if not edit.correction.strip():
            return ""
        tokenised = request.tokenised or edit.tokenised
        text = self._text(edit.correction, language, "replacement", tokenised=tokenised)
        return m2_text(language.tokenize(text))

    def _labels(self) -> dict[str, dict[str, str]]:
        return {
            kind: {
                name: self._study.label(kind, name)
                for name in getattr(self._study, f"{kind}s")
            }
            for kind in ("metric", "method", "explainer")
        }

    def _entries(self, kind: str, names: Iterable[str]) -> list[dict[str, str]]:
        label = functools.partial(self._study.label, kind.removesuffix("s"))
        return [{"name": name, "label": label(name)} for name in names]


def _check(kind: str, name: str, offered: Iterable[str]) -> None:
    """Raise RefusalError for a name that the page does not offer."""
    if name not in offered:
        raise RefusalError(unknown(kind, name, offered))


def _types(study: Study, kind: str, name: str) -> list[str]:
    """Types that run for a metric or a system; none where there are existing corrections alone."""
    if kind == "metrics":
        return [study.metrics[study.scored_metric(name)].type]
    try:
        return [step.type for step in cascade_of(study, name).values()]
    except ConfigError:
        return []


def _offered_in(study: Study, code: str) -> dict[str, list[str]]:
    """Metrics and systems that the page offers for a language."""
    offered = {}
    for kind in KINDS:
        names = getattr(study, kind)
        offered[kind] = [name for name in names if _is_offered(study, kind, name, code)]
    return offered


def _is_offered(study: Study, kind: str, name: str, code: str) -> bool:
    """Whether a metric or system of a language runs here, and needs no references."""
    if kind == "metrics" and study.reads_references(name):
        return False
    types = _types(study, kind, name)
    languages = study.languages_of(getattr(study, kind)[name])
    return code in languages and bool(types) and not ELSEWHERE.intersection(types)


def _written(request: ToExplain, game: Game) -> tuple[str, str]:
    """Source and hypothesis as ordinary text: as typed, or as its edits make it.

    A hypothesis that ordinary text writes otherwise, `` as ", stays in its tokens.
    """
    if request.hypothesis is not None:
        return request.source, request.hypothesis
    tokens = game.grand_text
    text = game.language.to_plain_text(tokens, request.source)
    is_kept = "".join(text.split()) == "".join(tokens.split())
    return request.source, text if is_kept else tokens
