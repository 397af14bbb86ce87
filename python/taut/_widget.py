"""Models that are computed and shown in a notebook."""

import base64
import functools
import gzip
import json
from html import escape
from pathlib import Path
from typing import Any, Dict, Mapping, Sequence, Union

from ._command import CommandError, ModelError, call

_script = Path(__file__).with_name("widget.js")
_listed = {"lanes": ", ", "sliders": ", ", "plot": "; "}


def lab(
    model: Union[str, Path, Mapping[str, Any]],
    lanes: Union[str, Sequence[str]] = "",
    sliders: Union[str, Sequence[str]] = "",
    plot: Union[str, Sequence[str]] = "",
    autoplay: bool = False,
    loop: bool = False,
    speed: float = 1,
    height: int = 280,
    theme: str = "",
) -> Any:
    """Shows a model in a notebook, which computes it itself: a file, the name of a model of the gallery, a text, or a dict.

    ``lanes`` are ways to run it side by side, ``sliders`` names of parameters, ``plot`` expressions over time: each is a
    list, or a text as in the attributes of <taut-lab>. With the package anywidget this is a widget, whose ``results``
    and ``messages`` follow its runs. Without it, the cell shows the same picture and tells Python nothing.
    """
    asked = {"lanes": lanes, "sliders": sliders, "plot": plot}
    values: Dict[str, Any] = {
        "text": _text(model),
        **{name: value if isinstance(value, str) else _listed[name].join(value) for name, value in asked.items()},
        "autoplay": bool(autoplay),
        "loop": bool(loop),
        "speed": float(speed),
        "height": int(height),
        "theme": theme,
    }
    try:
        made = _class()
    except ImportError:
        return Page(values)
    return made(**values)


@functools.lru_cache(maxsize=None)
def _code() -> str:
    try:
        return _script.read_text(encoding="utf-8")
    except OSError as error:
        raise CommandError(f"The script of the widget cannot be read: {error}. In a clone, run `npm run build`.") from error


@functools.lru_cache(maxsize=None)
def _class() -> type:
    """The class of widgets; ImportError without the package anywidget."""
    import anywidget
    import traitlets

    class Lab(anywidget.AnyWidget):
        """A model in a cell; a change of ``text``, ``lanes`` or another value shows it anew."""

        _esm = _code()
        text = traitlets.Unicode("").tag(sync=True)
        lanes = traitlets.Unicode("").tag(sync=True)
        sliders = traitlets.Unicode("").tag(sync=True)
        plot = traitlets.Unicode("").tag(sync=True)
        autoplay = traitlets.Bool(False).tag(sync=True)
        loop = traitlets.Bool(False).tag(sync=True)
        speed = traitlets.Float(1.0).tag(sync=True)
        height = traitlets.Int(280).tag(sync=True)
        theme = traitlets.Unicode("").tag(sync=True)
        #: of each lane, once all runs are over: label, status, message, t, y and names
        results = traitlets.List().tag(sync=True)
        #: what is wrong with the model, as the command says it
        messages = traitlets.List().tag(sync=True)

    return Lab


class Page:
    """A model in a cell of a notebook without anywidget: a page of its own in a frame."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self.values = dict(values)

    def _repr_html_(self) -> str:
        lanes = max(1, self.values["lanes"].count(",") + 1)
        plots = 0 if self.values["plot"] == "" else self.values["plot"].count(";") + 1
        high = 170 + self.values["height"] * (1 if lanes < 3 else 2) + 260 * plots
        packed = base64.b64encode(gzip.compress(_code().encode("utf-8"), mtime=0)).decode("ascii")
        # "<" is written as an escape, so that a text cannot end the script
        values = json.dumps(self.values).replace("<", "\\u003c")
        page = _page.replace("PACKED", packed).replace("VALUES", values)
        frame = f'sandbox="allow-scripts" style="width:100%;height:{high}px;border:0"'
        return f'<iframe {frame} srcdoc="{escape(page, quote=True)}"></iframe>'


# a page that has the widget's script in it, and stands for the notebook towards it
_page = """<!doctype html><meta charset="utf-8"><title>taut</title><body style="margin:0"><main></main>
<script type="module">
const bytes = Uint8Array.from(atob("PACKED"), (c) => c.charCodeAt(0));
const code = await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
const { default: widget } = await import(URL.createObjectURL(new Blob([code], { type: "text/javascript" })));
const values = VALUES;
const model = { get: (name) => values[name], set() {}, save_changes() {}, on() {}, off() {} };
widget.render({ model, el: document.querySelector("main") });
</script>"""


def _text(model: Union[str, Path, Mapping[str, Any]]) -> str:
    """The text of a model: of a dict, of a file, or of the gallery, which the command has."""
    if isinstance(model, Mapping):
        return json.dumps(model)
    if isinstance(model, str) and "\n" in model:
        return model
    path = Path(model)
    if path.exists() or isinstance(model, Path) or path.suffix != "":
        try:
            return path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise ModelError(f"The model cannot be read: {error}.") from error
    return call(["gallery", "--", model])[1]
