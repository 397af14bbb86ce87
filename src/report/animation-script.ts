/**
 * The program inside an animation: plain JavaScript for any browser of the last years, a function of the figure it
 * belongs to and of its data. It is text here, since it runs in the report and nowhere else. It draws on a canvas, reads
 * its colours from the page's CSS variables, and touches nothing outside its figure.
 */

/** Data of one animation. Positions are whole numbers on a grid, each row as differences from one time to the next. */
export interface AnimationData {
  /** Times of the frames. */
  readonly t: readonly number[];
  /** Two rows (x, y) for each point; a point that never moves has one number. */
  readonly p: readonly (readonly number[])[];
  /** Name, radius in pixels of each point: 0 for an anchor, -1 for a point without a dot. */
  readonly points: readonly (readonly [string, number])[];
  /** From, to, style (0 rod, 1 spring, 2 dashed), and -100 … 100 for the multiplier at each time, or null. */
  readonly links: readonly (readonly [number, number, number, readonly (number | null)[] | null])[];
  /** Points that leave a trail. */
  readonly trails: readonly number[];
  /** Size of the grid across and up. */
  readonly size: readonly [number, number];
  /** Lines behind: position on the grid and label, for x and for y. */
  readonly grid: readonly (readonly (readonly [number, string])[])[];
  /** Time shown per second of playing. */
  readonly rate: number;
  /** Decimals and unit of the time shown. */
  readonly decimals: number;
  readonly unit: string;
}

export const animationScript = `(function (root, data) {
"use strict";
var stage = root.querySelector(".stage"), canvas = root.querySelector("canvas"), pen = canvas.getContext("2d");
var button = root.querySelector("button"), slider = root.querySelector("input"), clock = root.querySelector("output");
var speed = root.querySelector("select"), t = data.t, first = t[0], last = t[t.length - 1];
var still = matchMedia("(prefers-reduced-motion: reduce)").matches;
var now = first, playing = false, stamp = 0, colour = {}, trailOf = {};
if (!pen) return;

var rows = data.p.map(function (row) { var sum = 0; return row.map(function (d) { return sum += d; }); });
data.trails.forEach(function (point, i) { trailOf[point] = "s" + i % 7; });

function readColours() {
  var style = getComputedStyle(root);
  ["ink", "muted", "paper", "panel", "grid", "pull", "slack", "press", "s0", "s1", "s2", "s3", "s4", "s5", "s6"].forEach(
    function (name) { colour[name] = style.getPropertyValue("--" + name).trim(); });
}
function mix(a, b, part) {
  return "rgb(" + [1, 3, 5].map(function (i) {
    var from = parseInt(a.substr(i, 2), 16), to = parseInt(b.substr(i, 2), 16);
    return Math.round(from + part * (to - from));
  }).join(",") + ")";
}
function frame() {
  var low = 0, high = t.length - 1;
  while (high - low > 1) { var mid = (low + high) >> 1; if (t[mid] <= now) low = mid; else high = mid; }
  var span = t[high] - t[low];
  return { i: low, part: span > 0 ? Math.min(1, (now - t[low]) / span) : 0 };
}
function value(row, f) {
  if (row.length === 1) return row[0];
  var a = row[f.i], b = row[Math.min(f.i + 1, row.length - 1)];
  return a + f.part * (b - a);
}
function line(points) {
  pen.beginPath();
  points.forEach(function (p, i) { if (i) pen.lineTo(p[0], p[1]); else pen.moveTo(p[0], p[1]); });
  pen.stroke();
}
function zigzag(a, b) {
  var dx = b[0] - a[0], dy = b[1] - a[1], length = Math.hypot(dx, dy) || 1, points = [a];
  for (var k = 0; k <= 10; k++) {
    var s = 0.15 + 0.07 * k, side = k % 10 === 0 ? 0 : k % 2 ? 6 : -6;
    points.push([a[0] + s * dx - side * dy / length, a[1] + s * dy + side * dx / length]);
  }
  return points.concat([b]);
}
function draw() {
  var wide = canvas.clientWidth, high = canvas.clientHeight, dots = window.devicePixelRatio || 1, f = frame();
  if (!wide) return;
  if (canvas.width !== Math.round(wide * dots)) canvas.width = Math.round(wide * dots);
  if (canvas.height !== Math.round(high * dots)) canvas.height = Math.round(high * dots);
  pen.setTransform(dots, 0, 0, dots, 0, 0);
  pen.clearRect(0, 0, wide, high);
  pen.lineCap = pen.lineJoin = "round";
  var scale = Math.min((wide - 36) / data.size[0], (high - 40) / data.size[1]);
  var left = (wide - scale * data.size[0]) / 2, low = (high + scale * data.size[1]) / 2 - 6;
  function x(u) { return left + scale * u; }
  function y(u) { return low - scale * u; }
  function at(point, g) { return [x(value(rows[2 * point], g)), y(value(rows[2 * point + 1], g))]; }

  pen.font = "11px system-ui, sans-serif"; pen.lineWidth = 1;
  pen.strokeStyle = colour.grid; pen.fillStyle = colour.muted; pen.textAlign = "center";
  data.grid[0].forEach(function (g) { line([[x(g[0]), 0], [x(g[0]), high - 16]]); pen.fillText(g[1], x(g[0]), high - 4); });
  pen.textAlign = "left";
  data.grid[1].forEach(function (g) { line([[0, y(g[0])], [wide, y(g[0])]]); pen.fillText(g[1], 2, y(g[0]) - 3); });

  data.trails.forEach(function (point) {
    [[0, 0.28, 1.2], [Math.max(0, f.i - Math.ceil(t.length / 15)), 0.9, 2]].forEach(function (part) {
      var points = [];
      for (var k = part[0]; k <= f.i; k++) points.push(at(point, { i: k, part: 0 }));
      points.push(at(point, f));
      pen.globalAlpha = part[1]; pen.lineWidth = part[2]; pen.strokeStyle = colour[trailOf[point]];
      line(points);
    });
  });
  pen.globalAlpha = 1;

  data.links.forEach(function (link) {
    var a = at(link[0], f), b = at(link[1], f), pull = link[3] ? link[3][Math.min(f.i, link[3].length - 1)] : null;
    pen.strokeStyle = link[2] === 2 ? colour.muted : colour.ink;
    if (link[3]) pen.strokeStyle = mix(colour.slack, pull < 0 ? colour.press : colour.pull, Math.abs(pull || 0) / 100);
    pen.lineWidth = link[2] === 0 ? (link[3] ? 4 : 3) : 1.5;
    pen.setLineDash(link[2] === 2 ? [4, 4] : []);
    line(link[2] === 1 ? zigzag(a, b) : [a, b]);
  });
  pen.setLineDash([]);

  data.points.forEach(function (point, i) {
    var c = at(i, f), r = point[1];
    if (r < 0) return;
    pen.beginPath();
    if (r > 0) pen.arc(c[0], c[1], r, 0, 7);
    else { pen.moveTo(c[0], c[1] - 4); pen.lineTo(c[0] + 7, c[1] + 8); pen.lineTo(c[0] - 7, c[1] + 8); pen.closePath(); }
    pen.fillStyle = r > 0 ? colour[trailOf[i]] || colour.ink : colour.paper;
    pen.strokeStyle = r > 0 ? colour.paper : colour.ink; pen.lineWidth = 1.6;
    pen.fill(); if (r === 0 || r > 2) pen.stroke();
    if (data.points.length <= 8) {
      pen.font = "12px system-ui, sans-serif"; pen.fillStyle = colour.ink;
      pen.strokeStyle = colour.panel; pen.lineWidth = 4;
      pen.strokeText(point[0], c[0] + (r || 7) + 4, c[1] - (r || 7) + 1);
      pen.fillText(point[0], c[0] + (r || 7) + 4, c[1] - (r || 7) + 1);
    }
  });
}
function show() {
  var shown = "t = " + now.toFixed(data.decimals) + (data.unit ? " " + data.unit : "");
  clock.textContent = shown;
  slider.value = String(1000 * (now - first) / (last - first));
  slider.setAttribute("aria-valuetext", shown);
  button.textContent = playing ? "Pause" : now >= last ? "Replay" : "Play";
  draw();
}
function tick(time) {
  if (!playing) return;
  if (stamp) now = Math.min(last, now + data.rate * Number(speed.value) * Math.min(0.25, (time - stamp) / 1000));
  stamp = time;
  if (now >= last) playing = false;
  show();
  if (playing) requestAnimationFrame(tick);
}
function toggle() {
  playing = !playing; stamp = 0;
  if (playing && now >= last) now = first;
  show();
  if (playing) requestAnimationFrame(tick);
}
button.addEventListener("click", toggle);
slider.addEventListener("input", function () { playing = false; now = first + slider.value / 1000 * (last - first); show(); });
slider.addEventListener("keydown", function (event) { if (event.key === " ") { event.preventDefault(); toggle(); } });
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", function () { readColours(); draw(); });
new ResizeObserver(draw).observe(canvas);
root.classList.add("live");
stage.hidden = false;
readColours();
if (still) show(); else toggle();
})`;
