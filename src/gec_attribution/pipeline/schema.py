"""JSON schema of a study, by which an editor completes and checks the file."""

import json
import sys
from pathlib import Path
from typing import Any

from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue

from gec_attribution.config.entries import KINDS, Entry
from gec_attribution.config.models import Model, Reading
from gec_attribution.pipeline.evaluation_section import (
    EvaluationSection,
    evaluation_model,
)
from gec_attribution.pipeline.study import ExperimentStudy
from gec_attribution.storage.files import write_atomically


class _Untitled(GenerateJsonSchema):
    def field_title_should_be_set(self, schema: object) -> bool:
        """Leave out titles, which repeat the keys."""
        del schema
        return False


def study_schema() -> JsonSchemaValue:
    """The schema of a study, with a definition `KIND.TYPE` of each type that is installed."""
    definitions: dict[str, Any] = {}

    def define(model: type[Model]) -> JsonSchemaValue:
        schema = model.model_json_schema(schema_generator=_Untitled)
        for name, definition in schema.pop("$defs", {}).items():
            definitions.setdefault(name, definition)
        return schema

    study = define(ExperimentStudy)
    definitions[EvaluationSection.__name__] = define(evaluation_model())
    for kind, entry in KINDS.items():
        branches = []
        for name, (condition, model) in types_of(entry).items():
            definitions[f"{kind}.{name}"] = define(model)
            then = {"$ref": f"#/$defs/{kind}.{name}"}
            branches.append({"if": condition, "then": then})
        common = definitions[entry.__name__]
        common["allOf"] = branches
        type_ = common["properties"]["type"]
        types = ", ".join(f"`{name}`" for name in entry.types())
        type_["description"] = type_["description"].format(types=types)
    return {"$schema": GenerateJsonSchema.schema_dialect, **study, "$defs": definitions}


def types_of(entry: type[Entry]) -> dict[str, tuple[JsonSchemaValue, type[Entry]]]:
    """The types of a kind of entries: the condition under which one is of it, and its model."""
    types: dict[str, tuple[JsonSchemaValue, type[Entry]]] = {}
    if ("of", "component") in entry.ways:
        component = entry.model_of({"of": ""}, Reading())
        types["component"] = ({"required": ["of"]}, component)
    for name in (*entry.special, *entry.types()):
        condition = {"properties": {"type": {"const": name}}, "required": ["type"]}
        types[name] = (condition, entry.model_of({"type": name}, Reading()))
    return types


if __name__ == "__main__":
    with write_atomically(Path(sys.argv[1])) as temporary:
        text = json.dumps(study_schema(), indent=1, ensure_ascii=False)
        temporary.write_text(f"{text}\n", encoding="utf-8")
