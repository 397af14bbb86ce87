/** The controls of the clock (play, step, reset, time) and of the view. */

import { camera, home } from "../draw/camera.js";
import { short } from "../draw/format.js";
import { allowedCamera } from "../state/camera-limits.js";
import {
  addLane,
  computing,
  lanes,
  mostLanes,
  opened,
  playing,
  reached,
  span,
  speed,
  stop,
  time,
} from "../state/lab.js";
import { reset, seek, stepTime, togglePlay } from "../state/player.js";
import { canRedo, canUndo, redo, undo } from "../state/undo.js";
import { view } from "../state/view.js";

const speeds = [0.1, 0.25, 0.5, 1, 2, 5];

export function Transport() {
  const { from, until } = span.value;
  const [low, high] = from < until ? [from, until] : [until, from];
  const part = until === from ? 1 : (reached.value - from) / (until - from);
  return (
    <div class="transport">
      <div class="buttons">
        <button type="button" class="primary" onClick={togglePlay} aria-keyshortcuts="Space">
          <Icon d={playing.value ? "M4 3h3v10H4zM9 3h3v10H9z" : "M4 2.5v11l9-5.5z"} />
          {playing.value ? "Pause" : "Play"}
        </button>
        <button type="button" aria-label="Step back" onClick={() => stepTime(-1)} aria-keyshortcuts="ArrowLeft">
          <Icon d="M11 3v10L5 8zM3 3h2v10H3z" />
        </button>
        <button type="button" aria-label="Step forward" onClick={() => stepTime(1)} aria-keyshortcuts="ArrowRight">
          <Icon d="M5 3v10l6-5zM11 3h2v10h-2z" />
        </button>
        <button type="button" onClick={reset} aria-keyshortcuts="Home">
          Reset
        </button>
        <button type="button" disabled={!computing.value} onClick={() => void stop()}>
          Stop
        </button>
      </div>
      <label class="scrub">
        <span class="hidden">Time</span>
        <progress max={1} value={part} aria-label="Computed so far" />
        <input
          type="range"
          min={low}
          max={high}
          step="any"
          value={time.value}
          aria-valuetext={`t = ${short(time.value, 4)}`}
          onInput={(event) => {
            playing.value = false;
            seek(Number(event.currentTarget.value));
          }}
        />
      </label>
      <output class="clock" aria-live="off">
        t = {time.value.toFixed(2)}
      </output>
      <label class="speed">
        <span class="hidden">Speed</span>
        <select
          value={String(speed.value)}
          onChange={(event) => {
            speed.value = Number(event.currentTarget.value);
          }}
        >
          {speeds.map((factor) => (
            <option key={factor} value={String(factor)}>
              {factor}×
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

const switches = [
  ["trails", "Trails"],
  ["forces", "Forces"],
  ["names", "Names"],
  ["reactions", "Reactions"],
] as const;

/** The controls of what is drawn, of the zoom, and of the number of lanes. */
export function ViewBar() {
  const zoom = (factor: number) => () => {
    camera.value = allowedCamera({ ...camera.peek(), zoom: camera.peek().zoom * factor });
  };
  return (
    <div class="view-bar">
      {switches
        .filter(([key]) => key !== "reactions" || (opened.value?.arrows ?? 0) > 0)
        .map(([key, title]) => (
          <label key={key} class="switch">
            <input
              type="checkbox"
              checked={view.value[key]}
              onChange={(event) => {
                view.value = { ...view.peek(), [key]: event.currentTarget.checked };
              }}
            />
            {title}
          </label>
        ))}
      <span class="group">
        <button type="button" aria-label="Smaller" onClick={zoom(1 / 1.25)}>
          −
        </button>
        <button type="button" aria-label="Larger" onClick={zoom(1.25)}>
          +
        </button>
        <button
          type="button"
          onClick={() => {
            camera.value = home;
          }}
        >
          Fit
        </button>
      </span>
      <span class="group">
        <button type="button" disabled={!canUndo.value} onClick={undo} aria-keyshortcuts="Control+Z">
          Undo
        </button>
        <button type="button" disabled={!canRedo.value} onClick={redo} aria-keyshortcuts="Control+Shift+Z">
          Redo
        </button>
      </span>
      {(opened.value?.scene.links.length ?? 0) > 0 && (
        <span class="legend">
          <i class="press" />
          pressed (−)
          <i class="slack" />
          slack
          <i class="pull" />
          pulled (+)
        </span>
      )}
      <button type="button" class="end" disabled={lanes.value.length >= mostLanes} onClick={addLane}>
        Add a lane
      </button>
    </div>
  );
}

function Icon({ d }: { readonly d: string }) {
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={d} fill="currentColor" />
    </svg>
  );
}
