"""Runs cells in a Jupyter kernel and prints, as JSON, what a notebook gets. Its argument is ``frame`` or ``widget``."""

import json
import sys

import ipywidgets
import nbformat
from jupyter_client.manager import start_new_kernel
from nbclient import NotebookClient


def frame():
    """Outputs of cells, as a notebook stores them."""
    cells = [
        "import taut\nrun = taut.run('pendulum', until=1, every=0.25, rtol=1e-9)\nrun['bob'].shape, type(run['bob']).__name__",
        "run.report()",
        "taut.lab('pendulum', sliders='all', plot=['bob_y'])",
        "taut.lab('no-such-model')",
    ]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    NotebookClient(notebook, timeout=120, kernel_name="python3", allow_errors=True).execute()
    shape, report, lab, wrong = [cell.outputs[0] for cell in notebook.cells]
    return {
        "shape": shape["data"]["text/plain"],
        "report": report["data"]["text/html"][:40],
        "lab": lab["data"]["text/html"],
        "wrong": [wrong["ename"], wrong["evalue"]],
    }


def widget():
    """What a widget sends when it is made and changed, and what Python has after a page has answered."""
    manager, client = start_new_kernel(kernel_name="python3")
    try:
        messages = []
        run = lambda cell: client.execute_interactive(cell, output_hook=messages.append, timeout=120)
        model = {"taut": 1, "states": {"y": 1}, "rates": {"y": "-y"}, "run": {"until": 1}}
        run(f"import json, taut\nshown = taut.lab({model}, lanes=['dopri5', 'radau5'], speed=2)")
        opened = [each["content"] for each in messages if each["msg_type"] == "comm_open"]
        # ipywidgets 7 and later write the state under a name, 6 does not
        states = [(each["comm_id"], each["data"].get("state", each["data"])) for each in opened]
        [(comm, state)] = [(name, state) for name, state in states if "_esm" in state]
        messages.clear()
        run("shown.plot = 'y'")
        changes = [each["content"]["data"]["state"] for each in messages if each["msg_type"] == "comm_msg"]
        answer = {"results": [{"label": "rk4", "status": "ok", "message": "", "t": 1, "y": [0.5], "names": ["y"]}]}
        is_new = int(ipywidgets.__version__.split(".")[0]) > 6
        data = {"method": "update", "state": answer} if is_new else {"method": "backbone", "sync_data": answer}
        message = client.session.msg("comm_msg", {"comm_id": comm, "data": {**data, "buffer_paths": []}})
        client.shell_channel.send(message)
        messages.clear()
        run("print(json.dumps(shown.results))")
        printed = "".join(each["content"]["text"] for each in messages if each["msg_type"] == "stream")
        return {"state": state, "changes": changes, "results": json.loads(printed)}
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


print(json.dumps({"frame": frame, "widget": widget}[sys.argv[1]]()))
