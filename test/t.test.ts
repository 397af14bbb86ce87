import { test } from "vitest";
import { bogackiShampine, tolerance } from "./fixtures/methods.js";
import { kepler } from "./fixtures/systems.js";
import { ode } from "../src/formulations/index.js";
import { newton } from "../src/projections/index.js";
import { newState } from "../src/core/index.js";
import { Run } from "../src/solve/index.js";
test("x", () => {
  const run = new Run(ode().apply(kepler(0.3)), { method: bogackiShampine(), controller: tolerance(1e-4), projection: newton(), until: 1, events: [{name:"c", value: (_t, y) => y[0]-0.3, direction: 0, stop: false}] });
  for (let i=0;i<50 && !run.failure;i++) { run.advance(1); console.log(run.state.t, [...run.state.y], run.failure); }
  const p = ode().apply(kepler(0.3)); const s = newState(p.arena, 4, 0); s.y.set(p.system.initial); p.manifold!.invariants!.keep(s); 
  s.y.set(run.state.y); const h = p.arena.f64(2);
  p.manifold!.invariants!.residual(h, 0, s.y); console.log(h);
  for (const d of [1e-4,1e-5]) { for (let k=1;k<12;k++) { s.y.set(p.system.initial); for (let i=0;i<4;i++) s.y[i]+= d*((i*7919)%13/6-1); console.log(d, k, newton({maxIterations:k}).bind(p).apply(s), p.manifold!.invariants!.residual(h,0,s.y), h); } }
});
