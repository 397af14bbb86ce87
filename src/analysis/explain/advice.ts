/** Turns findings into advice that a user can act on. */

import type { Workspace } from "../../core/index.js";
import { formatNumber } from "../../report/index.js";
import type { Choice } from "../../run/choice.js";
import { make } from "../../run/registry.js";
import type { RunSettings } from "../../run/settings.js";
import type { Explanation } from "./explanation.js";

type Findings = Omit<Explanation, "trial" | "advice">;

/** Fast energy below this fraction of the slow energy has no visible effect. */
const noticeable = 1e-4;
/** From this ratio of fast to slow frequencies, following the springs costs more than following the motion. */
const stiffFrom = 20;

const short = (x: number): string => formatNumber(x, 3);

export function advise(findings: Findings, settings: RunSettings, workspace: Workspace): string[] {
  const { start } = findings;
  if (start !== null && start.status !== "ok") return [];
  return [
    ...aboutStart(findings),
    ...aboutConstraints(findings),
    ...aboutFastEnergy(findings),
    ...aboutStiffness(findings, settings, workspace),
    ...aboutSteps(findings, settings),
    ...aboutSwitches(findings),
  ];
}

function aboutStart({ start }: Findings): string[] {
  if (start === null || start.consistent) return [];
  const { position, velocity, moved, worst } = start;
  const level = velocity.before > position.before ? "velocity" : "position";
  return [
    `The start of the model violates the constraints (worst: ${worst}, at ${level} level). A run with rigid constraints moves q by up to ${short(moved.q)} and v by up to ${short(moved.v)}. Use the start that "taut project" prints, or --start check to refuse such a start.`,
  ];
}

function aboutSwitches({ switches }: Findings): string[] {
  return switches.map(({ function: name, kind, law, where }) => {
    const jumps = kind === "cut" ? "whose value jumps" : "whose slope jumps";
    const effect =
      kind === "cut" && (law === "constraint" || law === "potential")
        ? "Where the motion crosses it, the energy changes and the result is not reliable: use a smooth function."
        : "Where the motion crosses it, steps become short, and fixed steps lose their order.";
    return `The ${law} at ${where} contains ${name}, ${jumps}. ${effect}`;
  });
}

function aboutJoints(redundancy: Findings["redundancy"]): string {
  if (redundancy === null || redundancy.undetermined.joints.length === 0) return "";
  const { joints, undetermined } = redundancy;
  const left = joints.length === 0 ? "" : ` They belong to ${plural(joints)}.`;
  return `${left} Reactions that are not determined: those of ${plural(undetermined.joints)}; all others are.`;
}

const plural = (names: readonly string[]): string => `${names.length === 1 ? "joint" : "joints"} ${names.join(", ")}`;

function aboutConstraints({ redundant, redundancy, freedom, constraints }: Findings): string[] {
  const lines: string[] = [];
  if (redundant.length > 0) {
    const names = redundant.slice(0, 6).join(", ");
    const more = redundant.length > 6 ? ` and ${redundant.length - 6} more` : "";
    const one = redundant.length === 1;
    lines.push(
      `${one ? "The constraint" : "The constraints"} ${names}${more} ${one ? "is" : "are"} redundant: the other constraints imply ${one ? "it" : "them"}. The motion is unique but the multipliers are not, and those of least norm are reported, with each constraint as it is written. Remove ${one ? "it" : "them"} if you need one force per constraint.${aboutJoints(redundancy)}`,
    );
  }
  if (constraints > 0 && freedom === 0)
    lines.push(
      "The model has no degrees of freedom: the constraints alone determine the motion, and the forces affect only the multipliers. Remove a constraint if the model should move freely.",
    );
  return lines;
}

function aboutFastEnergy({ fast }: Findings): string[] {
  if (fast === null || fast.omegaAssumed || !(fast.energyRatio > noticeable)) return [];
  const amount = `${short(fast.energy)}, ${short(fast.energyRatio)} times that of the slow motion`;
  return [
    `The start contains fast energy (${amount}), so the motion of stiff springs differs from that of rigid rods however large omega is. Use --formulation stiff to follow the fast motion, --formulation adiabatic for its mean effect at the cost of the slow motion, or start on the constraints if it is not intended.`,
  ];
}

function aboutStiffness(
  { fast, slow, stiffness, kind, choice }: Findings,
  settings: RunSettings,
  workspace: Workspace,
): string[] {
  const span = settings.until === undefined ? undefined : Math.abs(settings.until - workspace.initialTime);
  if (kind === "constrained") {
    if (fast === null || fast.omegaAssumed || stiffness === null || stiffness < stiffFrom) return [];
    const steps = span === undefined ? "" : `, about ${short(span * fast.largest)} steps for this run`;
    return followsSprings(choice)
      ? [
          `The springs vibrate ${short(stiffness)} times faster than the motion, so an explicit method needs steps below ${short(1 / fast.largest)}${steps}. Use --formulation underlying if the vibration does not matter.`,
        ]
      : [];
  }
  if (slow === null || span === undefined || !(slow.decay > Math.max(slow.growth, slow.frequency))) return [];
  if (slow.decay * span < 1000) return [];
  return [
    `Transients decay at the rate ${short(slow.decay)}, and this run lasts ${short(slow.decay * span)} of their lifetimes: the steps of an explicit method cannot exceed about ${short(6 / slow.decay)} at any tolerance. Use an implicit method (--method bdf or radau5).`,
  ];
}

/** Whether the formulation turns the constraints into springs and follows their vibration. */
const followsSprings = ({ formulation }: Choice): boolean => make("formulation", formulation).mayBeStiff === "always";

/** Advice about a fixed step for which the method is unstable. */
function aboutSteps({ fast, slow, choice, kind }: Findings, { step, rtol }: RunSettings): string[] {
  const method = make("method", choice.method);
  const limits = method.stability;
  if (step === undefined || (rtol !== undefined && method.estimatesError) || limits === undefined) return [];
  const stiff = kind === "constrained" && followsSprings(choice);
  const frequency = stiff ? (fast?.largest ?? 0) : (slow?.frequency ?? 0);
  const decay = stiff ? 0 : (slow?.decay ?? 0);
  const over = [
    { what: "frequency", rate: frequency, limit: limits.imaginary },
    { what: "decay rate", rate: decay, limit: limits.real },
  ].find(({ rate, limit }) => rate * step > limit);
  if (over === undefined) return [];
  const { what, rate, limit } = over;
  return [
    `Step ${short(step)} is too long for method ${method.name}: the step times the largest ${what} (${short(rate)}) must not exceed ${short(limit)}, and it is ${short(step * rate)}. Use --step ${short(0.8 * (limit / rate))} or less.`,
  ];
}
