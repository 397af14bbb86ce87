// Misuse of the builder that must not compile. `npm run types` checks this file, which never runs: every line below a
// `@ts-expect-error` is an error, and if it were not, the comment itself would be an error.

import { catalogue, type Model, model } from "../../src/index.js";

const beads = model("Chain")
  .parameter("n", 10)
  .point("post", { fixed: true, at: [0, 0] })
  .point("bead", { repeat: "n", mass: 1, at: ["i + 1", 0] });

// correct use compiles: points, families, the origin, and expressions instead of numbers
export const chain: Model = beads
  .rod("post", "bead[0]")
  .rod("bead[i]", "bead[i+1]", { repeat: "n - 1", length: 1, squared: true, omega: "10*n" })
  .spring("origin", "bead[n-1]", { stiffness: "n^2" })
  .gravity([0, "-9.81"], ["bead[0]", "post"])
  .run({ method: "rattle", step: 0.01, until: "2*n" })
  .build(catalogue);

// points that were never defined
// @ts-expect-error "bed" is not a point
beads.rod("post", "bed");
// @ts-expect-error "beads[i]" is not a member of a family
beads.rod("post", "beads[i]");
// @ts-expect-error "psot" is not a point
beads.spring("psot", "bead[0]", { stiffness: 1 });
// @ts-expect-error "poste" is not a point
beads.gravity([0, -1], ["poste"]);
// @ts-expect-error a rod has two ends
beads.rod("post");
// @ts-expect-error ends are names, not numbers
beads.rod("post", 0);

// builders are immutable: a point added to one is unknown to another
const more = beads.point("extra", { mass: 1, at: [0, 1] });
more.rod("extra", "post");
// @ts-expect-error "extra" belongs to `more`
beads.rod("extra", "post");
// @ts-expect-error a model without points has the origin only
model("Empty").rod("origin", "post");

// entries of elements and points
// @ts-expect-error a spring needs its stiffness
beads.spring("post", "bead[0]", { length: 1 });
// @ts-expect-error a spring needs its stiffness
beads.spring("post", "bead[0]");
// @ts-expect-error it is spelt length
beads.rod("post", "bead[0]", { lenght: 1 });
// @ts-expect-error squared is true or false
beads.rod("post", "bead[0]", { squared: 1 });
// @ts-expect-error a length is a number or an expression
beads.rod("post", "bead[0]", { length: [1] });
// @ts-expect-error a point needs a place
beads.point("nowhere", { mass: 1 });
// @ts-expect-error a mass is a number or an expression
beads.point("light", { mass: true, at: [0, 0] });
// @ts-expect-error it is spelt velocity
beads.point("fast", { mass: 1, at: [0, 0], veloctiy: [1, 0] });
// @ts-expect-error gravity is a vector
beads.gravity(-9.81);
// @ts-expect-error a state has a start and a rate
beads.state("x", 1);
// @ts-expect-error the first argument is a function or a name
beads.force(1, "x");

// the end
export const built: Model = beads.build();
// @ts-expect-error it is spelt until
beads.run({ untill: 2 });
// @ts-expect-error start is "project", "check" or "assume"
beads.run({ start: "guess" });
// @ts-expect-error a builder is not a model
export const unfinished: Model = beads;
