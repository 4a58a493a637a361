"""The playground's work on a study: list its names, correct, explain."""

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import asdict, replace
from functools import partial
from typing import TypeVar, cast

from gec_attribution.config.entries import SystemEntry
from gec_attribution.config.study import metric_and_column
from gec_attribution.edits.model import Edit, apply_edits, m2_text
from gec_attribution.errors import ConfigError, unknown
from gec_attribution.explain.corrector import Corrector, cascade_of
from gec_attribution.explain.explainer import EXPLAINED, Explainer
from gec_attribution.games.game import Game
from gec_attribution.languages import Extractor, Language
from gec_attribution.playground.answers import Answer, answer_of
from gec_attribution.playground.requests import (
    Limits,
    RefusalError,
    Sentence,
    ToExplain,
    TypedEdit,
)
from gec_attribution.playground.worker import Job, Worker

Result = TypeVar("Result")
Begun = tuple[Job, Future[Result]]
"""A computation that was begun, and its future result."""

# Those whose models are elsewhere would send away, and keep, what somebody types.
ELSEWHERE = frozenset(["chat", "chat_judge"])


class Workbench:
    """A study's models at work for the playground.

    Args:
        explainer: the explainer of the study, in the language with which the page begins.
        limits: what bounds a request.
    """

    def __init__(self, explainer: Explainer, limits: Limits | None = None) -> None:
        self.limits = limits or Limits()
        self._study = explainer.study
        self._worker = Worker()
        self._jobs: list[Job] = []
        self._correctors: dict[tuple[str, str], Corrector] = {}
        self._loading = ""
        self._prepared: Future[None] | None = None
        self._explainers = {explainer.language.code: explainer}
        for entry in self._study.metrics.values():
            for code in self._study.languages_of(entry):
                self._explainers.setdefault(code, explainer.for_language(code))

    def study(self) -> dict:
        """Choices that the page offers, as JSON values.

        Returns:
            Its languages, each with whether spaces separate words, metrics and systems; methods;
            limits; and `elsewhere`, the metrics and systems that it does not offer.
        """
        return {
            "study": self._study.study,
            "languages": [
                {
                    "code": code,
                    "spaced": explainer.language.is_spaced,
                    "metrics": self._offered("metrics", code),
                    "systems": self._offered("systems", code),
                }
                for code, explainer in self._explainers.items()
            ],
            "methods": [self._entry("methods", name) for name in self._study.methods],
            "limits": asdict(self.limits),
            "elsewhere": [
                self._entry(kind, name)["label"]
                for kind in ("metrics", "systems")
                for name in getattr(self._study, kind)
                if self._is_elsewhere(kind, name)
            ],
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
        """Let everything end where it next can."""
        for job in list(self._jobs):
            job.stop()

    def prepare(self, language: str, metrics: tuple[str, ...]) -> None:
        """Begin to load what sentences of a language and some metrics need, one call at a time.

        Raises:
            RefusalError: the page does not offer one of them.
        """
        load = self._loader(self._explainer(language), metrics)
        if self._prepared is None or self._prepared.done():
            self._prepared = self._worker.submit(load)

    def explain(self, request: ToExplain) -> Begun[Answer]:
        """Begin to explain a correction, after what that needs is loaded.

        Returns:
            The job, and the future answer; see `answers.answer_of`.

        Raises:
            RefusalError: it is too large, too many wait, or something is not offered.
        """
        explainer = self._explainer(request.sentence.language)
        language = explainer.language
        for method in request.methods:
            self._known("methods", method)
        source = self._text(request.sentence, language)
        load = self._loader(explainer, request.metrics)

        def work(job: Job) -> Answer:
            correction: str | list[Edit]
            if isinstance(request.correction, str):
                hypothesis = replace(request.sentence, source=request.correction)
                own = request.sentence.source
                correction = self._text(hypothesis, language, "correction", own)
            else:
                correction = self._edits(request, source, explainer.extractor)
            played = explainer.play(
                source, correction, request.metrics, request.methods, around=job.around
            )
            job.check()
            written = None if request.sentence.tokenised else _written(request, played[0].game)
            return answer_of(played, language, labels=self._labels(), written=written)

        return self._begin(load, work)

    def correct(self, sentence: Sentence, system: str) -> Begun[dict]:
        """Begin to correct a sentence by a system, after that is loaded.

        Returns:
            The job, and the future `hypothesis`, tokenised if the sentence was.

        Raises:
            RefusalError: as for `explain`.
        """
        language = self._explainer(sentence.language).language
        source = self._text(sentence, language)
        self._known("systems", system, language.code)
        key = (system, language.code)

        def load() -> None:
            self._loading = self._study.label("system", system)
            try:
                if key not in self._correctors:
                    self._correctors[key] = Corrector(self._study, system, language.code)
            finally:
                self._loading = ""

        def work(job: Job) -> dict:
            (hypothesis,) = self._correctors[key].correct(
                [source], progress=False, before=job.check
            )
            job.check()
            if not sentence.tokenised:
                hypothesis = language.to_plain_text(hypothesis, sentence.source)
            return {"hypothesis": hypothesis}

        return self._begin(load, work)

    def _begin(self, load: Callable[[], None], work: Callable[[Job], Result]) -> Begun[Result]:
        """Load and compute something as soon as nothing else is computed.

        Raises:
            RefusalError: too many wait already.
        """
        if len(self._jobs) > self.limits.waiting:
            raise RefusalError(
                f"{len(self._jobs)} requests are waiting already; try again when they are answered",
                503,
            )
        job = Job(self.limits)

        def worked() -> Result:
            try:
                job.check()
                load()
            finally:
                job.loaded.set_result(None)
            job.running = True
            return work(job)

        self._jobs.append(job)
        future = self._worker.submit(worked)
        future.add_done_callback(lambda _: self._jobs.remove(job))
        return job, future

    def _explainer(self, language: str) -> Explainer:
        if language not in self._explainers:
            known = ", ".join(self._explainers)
            raise RefusalError(f"no metric of this study is for {language!r}; there are {known}")
        return self._explainers[language]

    def _loader(self, explainer: Explainer, metrics: tuple[str, ...]) -> Callable[[], None]:
        """Loader of the extractor, the explainer in words and some metrics, of what is not there.

        Raises:
            RefusalError: the page does not offer one of the metrics.
        """
        code = explainer.language.code
        parts: dict[str, Callable[[], object]] = {
            "what finds edits": lambda: explainer.extractor,
        }
        if code == EXPLAINED:
            parts["what explains in words"] = lambda: explainer.explainer_in_words
        for name in metrics:
            whole, _ = metric_and_column(name)
            self._known("metrics", whole, code)
            parts[self._study.label("metric", whole)] = partial(explainer.load, name)

        def load() -> None:
            try:
                for self._loading, part in parts.items():
                    part()
            finally:
                self._loading = ""

        return load

    def _text(
        self,
        sentence: Sentence,
        language: Language,
        called: str = "sentence",
        source: str | None = None,
    ) -> str:
        """The text as the language has it; `source` is what it corrects, as it was written.

        Raises:
            RefusalError: it is empty, or too long.
        """
        text = sentence.source
        if len(text) > self.limits.characters:
            raise RefusalError(
                f"the {called} has {len(text):,} characters; here it may have "
                f"{self.limits.characters:,}: cut it into sentences, or use "
                "`gec-attribution explain`"
            )
        longest = max(map(len, text.split()), default=0)
        if language.is_spaced and longest > self.limits.word:
            raise RefusalError(
                f"the {called} has {longest:,} characters without a space; here it may have "
                f"{self.limits.word}"
            )
        if not sentence.tokenised:
            text = language.from_plain_text(text, source)
        if called == "sentence" and language.is_foreign(sentence.source):
            raise RefusalError(
                f"the sentence is plainly not in the language {language.code}; choose its language"
            )
        tokens = language.tokenize(text)
        if not tokens:
            raise RefusalError(f"the {called} is empty")
        if len(tokens) > self.limits.tokens:
            raise RefusalError(
                f"the {called} has {len(tokens)} tokens; here it may have {self.limits.tokens}: "
                "cut it into sentences, or use `gec-attribution explain`"
            )
        return language.join(tokens)

    def _edits(self, request: ToExplain, source: str, extractor: Extractor) -> list[Edit]:
        """The edits that the page sent, in order and with types.

        Raises:
            RefusalError: one of them changes nothing.
            InputError: one is outside the sentence, or two overlap.
        """
        language = extractor.language
        tokens = tuple(language.tokenize(source))
        edits = [
            Edit(typed.start, typed.end, self._correction(typed, request.sentence, language), "?")
            for typed in cast("tuple[TypedEdit, ...]", request.correction)
        ]
        edits.sort(key=lambda edit: (edit.start, edit.end))
        corrected = apply_edits(tokens, edits)
        for size, limit, unit in (
            (len(corrected), self.limits.tokens, "tokens"),
            (len(language.join(corrected)), self.limits.characters, "characters"),
        ):
            if size > limit:
                raise RefusalError(
                    f"the correction would have more than {limit:,} {unit}, which is the most here"
                )
        for edit in edits:
            if list(tokens[edit.start : edit.end]) == edit.tokens:
                raise RefusalError(
                    f"the edit of {language.join(edit.tokens)!r} changes nothing: write something "
                    "else, or nothing to delete the words"
                )
        (typed_edits,) = extractor.classify([(tokens, edits)])
        return list(typed_edits)

    def _correction(self, edit: TypedEdit, sentence: Sentence, language: Language) -> str:
        if not edit.correction.strip():
            return ""
        tokenised = sentence.tokenised or edit.tokenised
        written = replace(sentence, source=edit.correction, tokenised=tokenised)
        return m2_text(language.tokenize(self._text(written, language, "replacement")))

    def _labels(self) -> dict[str, dict[str, str]]:
        return {
            kind.rstrip("s"): {
                name: self._study.label(kind.removesuffix("s"), name)
                for name in getattr(self._study, kind)
            }
            for kind in ("metrics", "methods", "explainers")
        }

    def _offered(self, kind: str, code: str) -> list[dict]:
        return [
            self._entry(kind, name)
            for name in getattr(self._study, kind)
            if self._is_offered(kind, name, code)
        ]

    def _entry(self, kind: str, name: str) -> dict:
        return {"name": name, "label": self._study.label(kind.removesuffix("s"), name)}

    def _known(self, kind: str, name: str, code: str | None = None) -> None:
        """Raise RefusalError for what the page does not offer."""
        known = [
            offered
            for offered in getattr(self._study, kind)
            if code is None or self._is_offered(kind, offered, code)
        ]
        if name not in known:
            raise RefusalError(unknown(kind.removesuffix("s"), name, known))

    def _is_offered(self, kind: str, name: str, code: str) -> bool:
        entry = getattr(self._study, kind)[name]
        if code not in self._study.languages_of(entry) or self._is_elsewhere(kind, name):
            return False
        if kind == "systems":
            return bool(self._cascade(name))
        return not self._study.reads_references(name)

    def _cascade(self, name: str) -> dict[str, SystemEntry]:
        """The systems that run for a system; none where there are existing corrections alone."""
        try:
            return cascade_of(self._study, name)
        except ConfigError:
            return {}

    def _is_elsewhere(self, kind: str, name: str) -> bool:
        if kind == "systems":
            return any(step.type in ELSEWHERE for step in self._cascade(name).values())
        return self._study.metrics[self._study.scored_metric(name)].type in ELSEWHERE


def _written(request: ToExplain, game: Game) -> tuple[str, str]:
    """Source and hypothesis as ordinary text: what was typed, or the text that its edits make."""
    source = request.sentence.source
    if isinstance(request.correction, str):
        return source, request.correction
    return source, game.language.to_plain_text(game.grand_text, source)
