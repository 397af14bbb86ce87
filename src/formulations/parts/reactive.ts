import { formulationRefuses, type Mechanics, type Problem, type Refusal, type Workspace } from "../../core/index.js";

/** What a problem can say about multipliers that forces read. */
export function reactiveDiagnosis({ reactive }: Mechanics): Pick<Problem, "diagnosis"> {
  if (reactive === undefined) return {};
  return {
    diagnosis: {
      get reason() {
        return reactive.reason;
      },
    },
  };
}

/** Why a formulation without the multipliers of the rigid view cannot treat forces that read them. */
export function refusesReactive({ mechanics, name: model }: Workspace, name: string): Refusal | undefined {
  if (mechanics?.reactive === undefined) return undefined;
  return formulationRefuses(name, {
    code: "reads-multipliers",
    needs: "forces that do not read multipliers",
    found: `forces of "${model}" read lambda(${mechanics.reactive.names[0]})`,
    instead: `Use "underlying", "stiff", or "rigid" with "radau5"`,
  });
}
