"""What a run gives back."""

from html import escape
from typing import Any, Dict, Iterator, Mapping

import numpy as np

from ._command import TautError


class Solution(Mapping):
    """The motion of a model: arrays by name, with the time as the first index.

    ``solution["bob"]`` is a point, [time, xyz]; ``solution["bead"]`` a family, [time, member, xyz];
    ``solution["bob_v"]`` a velocity; ``solution["lambda_rod"]`` a multiplier.
    """

    def __init__(self, arrays: Dict[str, np.ndarray], result: Dict[str, Any], html: str) -> None:
        self._arrays = arrays
        self._html = html
        #: everything that the command prints with --json
        self.result = result

    @property
    def t(self) -> np.ndarray:
        """The saved times."""
        return self._arrays["t"]

    @property
    def status(self) -> str:
        """"ok", or why the run ended early."""
        return self.result["status"]

    @property
    def message(self) -> str:
        """What happened and what to try; empty if the status is "ok"."""
        return self.result.get("message", "")

    def __getitem__(self, name: str) -> np.ndarray:
        try:
            return self._arrays[name]
        except KeyError:
            raise KeyError(f"there is no array {name!r}; known are: {', '.join(self._arrays)}") from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._arrays)

    def __len__(self) -> int:
        return len(self._arrays)

    def __repr__(self) -> str:
        shapes = ", ".join(f"{name} {list(array.shape)}" for name, array in self._arrays.items())
        return f"<taut.Solution {self.status}, t = {self.result['t']}: {shapes}>"

    def report(self, height: int = 720) -> "Report":
        """The report of the run; a notebook shows its animation, plots and tables."""
        return Report(self._html, height)


class Report:
    """A report as a page of HTML."""

    def __init__(self, html: str, height: int) -> None:
        self.html = html
        self.height = height

    def _repr_html_(self) -> str:
        # the page keeps its own styles and script; it needs nothing from the notebook
        frame = f'sandbox="allow-scripts" style="width:100%;height:{int(self.height)}px;border:0"'
        return f'<iframe {frame} srcdoc="{escape(self.html, quote=True)}"></iframe>'


class RunError(TautError):
    """A run whose status is not "ok". Its numbers must not be used."""

    def __init__(self, solution: Solution) -> None:
        super().__init__(f"{solution.status}: {solution.message}")
        self.solution = solution
