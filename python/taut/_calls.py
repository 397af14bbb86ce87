"""The functions of the package, each a call of the command."""

import json
import tempfile
from pathlib import Path
from typing import Any, Dict, List, Mapping, Optional, Union

import numpy as np

from ._command import ModelError, UsageError, call
from ._solution import RunError, Solution

Model = Union[str, Path, Mapping[str, Any]]

_settings = {
    name: "--" + name.replace("_", "-")
    for name in (
        "until rtol atol step every method formulation project omega seed accept start norm precision max_steps".split()
    )
}


def run(model: Model, set: Optional[Mapping[str, float]] = None, check: bool = True, **settings: Any) -> Solution:
    """Integrates a model: a file, the name of a model of the gallery, the text of a model, or a dict.

    ``set`` replaces values of parameters. A status other than "ok" raises RunError unless ``check`` is False.
    """
    with tempfile.TemporaryDirectory(prefix="taut-") as folder:
        out, arrays = Path(folder, "results"), Path(folder, "arrays.npz")
        options = [*_options(set, settings), "--json", "--out", str(out), "--format", "npz"]
        # what follows -- is never taken for an option
        _, printed, _ = call(["run", *options, "--", _file(model, folder)])
        call(["export", str(out), str(arrays)])
        with np.load(arrays) as archive:
            found = {name: archive[name] for name in archive.files}
        solution = Solution(found, json.loads(printed), Path(out, "report.html").read_text(encoding="utf-8"))
    solution.result["out"] = None
    if check and solution.status != "ok":
        raise RunError(solution)
    return solution


def explain(model: Model, set: Optional[Mapping[str, float]] = None, **settings: Any) -> Dict[str, Any]:
    """What a run of the model would do: degrees of freedom, frequencies, the choice of methods, advice."""
    with tempfile.TemporaryDirectory(prefix="taut-") as folder:
        _, printed, _ = call(["explain", *_options(set, settings), "--json", "--", _file(model, folder)])
    return json.loads(printed)


def gallery() -> List[Dict[str, str]]:
    """The models that come with taut: name, title, about."""
    return json.loads(call(["gallery", "--json"])[1])


def _file(model: Model, folder: str) -> str:
    """The file of a model, or the name of one of the gallery. Texts and dicts are written to the folder."""
    if isinstance(model, Path) or (isinstance(model, str) and "\n" not in model):
        return str(model)
    path = Path(folder, "model.yaml" if isinstance(model, str) else "model.json")
    try:
        path.write_text(model if isinstance(model, str) else json.dumps(model), encoding="utf-8")
    except UnicodeEncodeError as error:
        raise ModelError(f"The text of a model must be Unicode without lone surrogates: {error}.") from error
    return str(path)


def _options(parameters: Optional[Mapping[str, float]], settings: Mapping[str, Any]) -> List[str]:
    options: List[str] = []
    for name, value in (parameters or {}).items():
        options += ["--set", f"{name}={value}"]
    for name, value in settings.items():
        if name not in _settings:
            raise UsageError(f"There is no setting {name!r}. Known are: {', '.join(_settings)}.")
        if value is not None:
            text = ",".join(value) if isinstance(value, (list, tuple)) else str(value)
            options += [_settings[name], text]
    return options
