/** The plots of `<taut-lab>`: expressions along the runs, drawn as in reports, with a line at the time shown. */

import { type PlacedPlot, placedPlot } from "../report/plot.js";

export interface PlottedLane {
  readonly label: string;
  readonly times: ArrayLike<number>;
  readonly values: readonly Float64Array[];
}

export class Plots {
  private readonly host: HTMLElement;
  private placed: readonly { readonly plot: PlacedPlot; readonly hand: HTMLElement }[] = [];

  constructor(host: HTMLElement) {
    this.host = host;
  }

  show(expressions: readonly string[], lanes: readonly PlottedLane[], range: readonly [number, number]): void {
    this.host.hidden = expressions.length === 0;
    const shown = expressions.map((expression, k) => {
      const plot = placedPlot({
        title: expression,
        x: { label: "t", range },
        y: { label: expression },
        height: 150,
        series: lanes.map(({ label, times, values }, colour) => {
          const y = values[k] ?? new Float64Array(0);
          return { name: label, colour, y, x: Array.prototype.slice.call(times, 0, y.length), markers: false };
        }),
      });
      const [figure, hand] = [document.createElement("figure"), document.createElement("div")];
      figure.className = "plot";
      // our own drawing: names and expressions are escaped in it
      figure.innerHTML = plot.svg;
      hand.className = "hand";
      hand.style.top = `${100 * plot.top}%`;
      hand.style.height = `${100 * (plot.bottom - plot.top)}%`;
      figure.append(hand);
      return { plot, hand, figure };
    });
    this.host.replaceChildren(...shown.map(({ figure }) => figure));
    this.placed = shown;
  }

  /** Moves the line to a time. */
  at(t: number): void {
    for (const { plot, hand } of this.placed) hand.style.left = `${100 * plot.across(t)}%`;
  }
}
