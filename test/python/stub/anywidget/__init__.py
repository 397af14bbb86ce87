"""Stands for the package anywidget, which Debian does not have: a widget of ipywidgets that shares ``_esm`` with the page."""

import ipywidgets
import traitlets


class AnyWidget(ipywidgets.DOMWidget):
    def __init__(self, **values):
        self.add_traits(_esm=traitlets.Unicode(type(self)._esm).tag(sync=True))
        super().__init__(**values)
