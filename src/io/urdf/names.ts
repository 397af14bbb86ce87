/** Names of links and joints as names of a model, each with one meaning. */

import { nameError } from "../../model/index.js";

const axes = ["x", "y", "z"];
const ofPoint = (name: string): string[] => [name, ...axes.map((axis) => `${name}_${axis}`)];
const ofBody = (name: string): string[] =>
  [name, "d1", "d2", "d3"].flatMap((part, k) => ofPoint(k === 0 ? name : `${name}_${part}`));
const ofJoint = (name: string): string[] => [name, `${name}_angle`, `${name}_travel`];

export class Names {
  readonly #used: Set<string>;
  /** A sentence for each name that had to change. */
  readonly renamed: string[] = [];

  constructor(taken: readonly string[]) {
    this.#used = new Set([...taken, "world", "origin"]);
  }

  ofBody(name: string): string {
    return this.#claim(name, "the link", ofBody);
  }

  ofJoint(name: string): string {
    return this.#claim(name, "the joint", ofJoint);
  }

  /** A fixed point. */
  ofFixed(name: string): string {
    return this.#claim(name, "the place", ofPoint);
  }

  /** A point of a body: its name within the body. */
  ofPoint(body: string, name: string): string {
    return this.#claim(`${body}_${name}`, "the place", ofPoint).slice(body.length + 1);
  }

  /** The name, or the nearest one that is allowed and not taken. */
  #claim(given: string, what: string, all: (name: string) => string[]): string {
    const plain = given.replaceAll(/\W/g, "_").slice(0, 40);
    const base = /^[A-Za-z]/.test(plain) ? plain : `n${plain}`;
    for (let k = 1; ; k++) {
      const name = k === 1 ? base : `${base}_${k}`;
      if (nameError(name) !== undefined || all(name).some((each) => this.#used.has(each))) continue;
      for (const each of all(name)) this.#used.add(each);
      if (name !== given) this.renamed.push(`${what} "${given}" is called ${name} in the model.`);
      return name;
    }
  }
}
