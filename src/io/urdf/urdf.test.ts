import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { extrapolated } from "../../../test/fixtures/extrapolation.js";
import { serialArm } from "../../../test/fixtures/serial-arm.js";
import { type ModelData, parseModelText, run } from "../../index.js";
import { importUrdf, urdfText } from "./index.js";

const robot = (name: string): string =>
  readFileSync(new URL(`../../../test/models/${name}.urdf`, import.meta.url), "utf8");
/** The model of a file, through its text, as `taut run` reads it. */
const imported = (name: string, options = {}): ModelData =>
  parseModelText(urdfText(importUrdf(`${name}.urdf`, robot(name), options).model)) as ModelData;
const tight = { rtol: 1e-11, atol: 1e-13 };
const last = (values: ArrayLike<number>): number => values[values.length - 1];

describe("a robot in URDF becomes a model", () => {
  test("an arm with six axes moves as its joint angles do by Newton and Euler, from link to link", () => {
    const at = { j1: 0.3, j2: -0.4, j3: 0.9, j4: 0.2, j5: -0.7, j6: 1.1 };
    const until = 0.4;
    const solution = run(imported("arm", { at }), { until, ...tight });
    expect(solution.failure).toBeUndefined();
    const start = [...Object.values(at), 0, 0, 0, 0, 0, 0];
    const [reference] = extrapolated(serialArm(robot("arm")), start, [until], 1 / 800);
    Object.keys(at).forEach((joint, k) => {
      expect(Math.abs(last(solution.of(`${joint}_angle`)) - reference[k])).toBeLessThan(1e-8);
      // the arm has moved, so that the comparison says something
      expect(Math.abs(reference[k] - start[k])).toBeGreaterThan(1e-3);
    });
  });

  test("fingers of a gripper mimic each other, and the mass that a push feels is that of all of them", () => {
    const model = imported("gripper") as unknown as { elements: unknown[] };
    model.elements.push({ push: { on: "left_slide_travel", force: 3 } });
    const solution = run(model as unknown as ModelData, { until: 0.4, ...tight });
    const travel = 0.01 + ((3 / (0.1 + 0.25 * 0.2 + 300 ** 2 * 1e-5)) * 0.4 ** 2) / 2;
    expect(last(solution.of("left_slide_travel"))).toBeCloseTo(travel, 9);
    expect(last(solution.of("right_slide_travel"))).toBeCloseTo(-0.5 * travel - 0.002, 9);
    expect(last(solution.of("screw_turn_angle"))).toBeCloseTo(300 * travel, 7);
  });

  test("a loop joint closes a four-bar, which then moves as one coordinate", () => {
    const at = { a: 1.2, b: -0.8, d: 1.7 };
    const model = imported("four-bar", { at });
    const solution = run(model, { until: 1.3, every: 0.1, ...tight });
    expect(solution.failure).toBeUndefined();
    const [a, b, d] = ["a", "b", "d"].map((name) => solution.of(`${name}_angle`));
    const [da, db, dd] = ["a", "b", "d"].map((name) => solution.of(`${name}_angle'`));
    const energies = [...a].map((_, i) => {
      const [p, q] = [a[i], a[i] + b[i]];
      // the loop: crank and coupler end where the rocker does
      expect(0.2 * Math.cos(p) + 0.4 * Math.cos(q)).toBeCloseTo(0.4 + 0.3 * Math.cos(d[i]), 9);
      expect(0.2 * Math.sin(p) + 0.4 * Math.sin(q)).toBeCloseTo(0.3 * Math.sin(d[i]), 9);
      const [u, w] = [da[i], da[i] + db[i]];
      const vx = -0.2 * Math.sin(p) * u - 0.2 * Math.sin(q) * w;
      const vy = 0.2 * Math.cos(p) * u + 0.2 * Math.cos(q) * w;
      const kinetic =
        (0.004 + 0.01) * u ** 2 + 2 * (vx ** 2 + vy ** 2) + 0.03 * w ** 2 + (0.02 + 1.5 * 0.15 ** 2) * dd[i] ** 2;
      const height = 0.1 * Math.sin(p) + 2 * (0.2 * Math.sin(p) + 0.2 * Math.sin(q)) + 1.5 * 0.15 * Math.sin(d[i]);
      return kinetic / 2 + 9.81 * height;
    });
    for (const energy of energies) expect(energy).toBeCloseTo(energies[0], 8);
    expect(Math.abs(last(a) - a[0])).toBeGreaterThan(0.1);
  });

  test("the root moves freely if asked to", () => {
    const text =
      '<robot name="stone"><link name="s"><inertial><mass value="2"/><inertia ixx="1" iyy="2" izz="2.5" ixy="0" ixz="0" iyz="0"/></inertial></link></robot>';
    const solution = run(importUrdf("s.urdf", text, { floating: true }).model, { until: 1 });
    expect(last(solution.of("s_z"))).toBeCloseTo(-9.81 / 2, 9);
    expect(() => importUrdf("s.urdf", text)).toThrow(
      "s.urdf:1: every link is fixed to the root, so nothing moves. Add a joint that moves, or use --floating.",
    );
  });

  test("a planar joint leaves a plane, a floating one everything, and a limit stops", () => {
    const link = (name: string): string =>
      `<link name="${name}"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>`;
    const joint = (name: string, type: string, child: string, inside = ""): string =>
      `<joint name="${name}" type="${type}"><parent link="root"/><child link="${child}"/>${inside}</joint>`;
    const text = `<robot name="r"><link name="root"/>${["p", "f", "s"].map(link).join("")}
      ${joint("jp", "planar", "p", '<axis xyz="0 1 0"/>')} ${joint("jf", "floating", "f")}
      ${joint("js", "prismatic", "s", '<axis xyz="0 0 1"/><limit lower="-0.1" upper="1"/>')}</robot>`;
    const solution = run(importUrdf("r.urdf", text).model, { until: 1, every: 0.01 });
    expect(last(solution.of("p_z"))).toBeCloseTo(-9.81 / 2, 8);
    expect(last(solution.of("f_z"))).toBeCloseTo(-9.81 / 2, 8);
    // energy of the fall in the spring of the stop: g (0.1 + x) = 10000 x^2/2
    const deepest = Math.min(...solution.of("js_travel"));
    expect(deepest).toBeLessThan(-0.1);
    expect(deepest).toBeGreaterThan(-0.1 - (9.81 + Math.sqrt(9.81 ** 2 + 2 * 10_000 * 0.981)) / 10_000);
  });

  test("what was chosen or left out is said", () => {
    expect(importUrdf("arm.urdf", robot("arm")).remarks).toEqual([
      'the link "link-1" is called link_1 in the model.',
      "limits of joints are soft stops with the stiffness stop = 10000 (N m/rad, N/m); limits of effort and speed are not kept.",
      "friction is friction*tanh(speed/slow) with slow = 0.01 (rad/s, m/s).",
      "meshes are not drawn (package://arm/meshes/link_3.stl); links without other shapes are drawn between their joints.",
      "these were not read, because the motion does not need them: <material>.",
    ]);
    expect(importUrdf("gripper.urdf", robot("gripper")).remarks[0]).toBe(
      'the joint "left_slide" begins at 0.01, its limit, because 0 is beyond it; --at left_slide=… chooses another value.',
    );
  });
});

describe("a file that cannot be read is refused with its line and a sentence", () => {
  const inertial = '<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>';
  const links = ["a", "b", "c"].map((name) => `<link name="${name}">${inertial}</link>`).join("\n");
  const joint = (name: string, parent: string, child: string, inside = "", type = "continuous"): string =>
    `<joint name="${name}" type="${type}"><parent link="${parent}"/><child link="${child}"/>${inside}</joint>`;
  const wrap = (inside: string): string => `<robot name="r">\n${links}\n${inside}\n</robot>`;
  const arm = `${joint("p", "a", "b")}\n${joint("q", "b", "c")}`;
  test.each<[string, string, string]>([
    [
      "a document type with entities that multiply",
      '<!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;">]>\n<robot name="&lol2;"/>',
      "r.urdf:1: a document type (<!DOCTYPE, <!ENTITY) is not read, because it can define entities. Remove it.",
    ],
    ["an unknown entity", '<robot name="&lol;"/>', "r.urdf:1: the entity &lol; is not known"],
    ["a file that was cut off", wrap(arm).slice(0, -30), "has no end; the file may have been cut off. Complete it."],
    ["a tag that was cut off", '<robot name="r"><link name="a', "the tag <link> has"],
    ["a comment without an end", "<robot>\n<!-- x", "r.urdf:2: a comment must end with -->"],
    ["crossed tags", "<robot>\n<link>\n</robot>", "r.urdf:3: </link> must end the element of line 2; found </robot."],
    ["an empty file", "", "r.urdf:1: the file must have a root element, and it has none."],
    ["deep nesting", "<a>".repeat(1000), "elements may be nested 100 deep; <a> is deeper."],
    ["another language", "<sdf/>", "must have the root element <robot>; this one has <sdf>."],
    [
      "a macro",
      wrap('<xacro:include filename="x"/>'),
      "r.urdf:5: <xacro:include> is a macro of xacro, and macros are not expanded. Run xacro on the file first.",
    ],
    [
      "a missing link",
      wrap(joint("p", "a", "nowhere")),
      'r.urdf:5: the joint "p" names the link "nowhere", which does not exist. Add it.',
    ],
    [
      "two parents",
      wrap(`${arm}\n${joint("s", "a", "c")}`),
      'r.urdf:7: a link has one parent; "c" is the child of "q" (line 6) and of "s". Close the loop by a <loop_joint> instead.',
    ],
    ["a cycle of all links", wrap(`${arm}\n${joint("s", "c", "a")}`), "the joints form a cycle: a ← c ← b ← a."],
    [
      "a cycle beside the root",
      wrap(`${joint("p", "b", "c")}\n${joint("q", "c", "b")}`),
      'every link must hang on the root "a"; the joints of "b" form a cycle: b ← c ← b.',
    ],
    ["two roots", wrap(joint("p", "a", "b")), '"a" and "c" have none. Add a joint between them.'],
    [
      "a link twice",
      wrap(`<link name="a"/>${arm}`),
      'r.urdf:5: each link must have its own name; "a" is also that of line 2.',
    ],
    [
      "a joint twice",
      wrap(`${joint("p", "a", "b")}${joint("p", "b", "c")}`),
      'each joint must have its own name; "p" is also that of line 5.',
    ],
    [
      "a mass that is not a number",
      wrap(arm).replace('mass value="1"', 'mass value="NaN"'),
      'r.urdf:2: value of <mass> must be a finite number; got "NaN". Correct it.',
    ],
    [
      "a number that is too large",
      wrap(arm).replace('ixx="1"', 'ixx="1e999"'),
      'ixx of <inertia> must be a finite number; got "1e999".',
    ],
    [
      "two numbers of three",
      wrap(joint("p", "a", "b", '<origin xyz="0 0"/>')),
      "xyz of <origin> must have three numbers; it has 2.",
    ],
    ["an axis of zero", wrap(joint("p", "a", "b", '<axis xyz="0 0 0"/>')), "an axis must not be zero"],
    [
      "an unknown type",
      wrap(joint("p", "a", "b", "", "hinge")),
      'the type of the joint "p" must be one of fixed, revolute,',
    ],
    [
      "a link without mass that moves",
      wrap(`${arm}<link name="d"/>${joint("r", "c", "d")}`),
      'the link "d" moves and has no <inertial>',
    ],
    ["impossible moments", wrap(arm).replaceAll('izz="1"', 'izz="5"'), "they are 1, 1 and 5. Correct them."],
    ["a negative mass", wrap(arm).replace('mass value="1"', 'mass value="-1"'), 'that of "a" is -1. Correct it.'],
    [
      "limits that are crossed",
      wrap(joint("p", "a", "b", '<limit lower="1" upper="0"/>', "revolute")),
      "they are 1 and 0.",
    ],
    [
      "a mimic of nothing",
      wrap(`${joint("p", "a", "b", '<mimic joint="z"/>')}${joint("q", "b", "c")}`),
      'there is no joint "z". Correct it.',
    ],
    [
      "a mimic of itself",
      wrap(`${joint("p", "a", "b", '<mimic joint="q"/>')}${joint("q", "b", "c", '<mimic joint="p"/>')}`),
      '"p" mimics itself through p, q. Remove one <mimic>.',
    ],
    [
      "a loop on nothing",
      wrap(`${arm}<loop_joint name="l"><link1 link="c"/><link2 link="z"/></loop_joint>`),
      'the loop "l" names the link "z"',
    ],
    [
      "a loop on one body",
      wrap(`${arm}<loop_joint name="l"><link1 link="c"/><link2 link="c"/></loop_joint>`),
      'both of its links belong to "c"',
    ],
    [
      "a loop whose axes are apart",
      wrap(`${arm}<loop_joint name="l"><link1 link="c"/><link2 link="a" rpy="0 0 0.5"/></loop_joint>`),
      "they are turned by 0.500 rad. Choose the start with --at.",
    ],
    [
      "a loop of another kind",
      wrap(`${arm}<loop_joint name="l" type="gear"><link1 link="c"/><link2 link="a"/></loop_joint>`),
      "the type of a <loop_joint> must be one of spherical,",
    ],
    [
      "an extension that acts",
      wrap(`${arm}<loop/>`),
      "<loop> acts on the motion and is not read. Write a <loop_joint> with <link1> and <link2> instead.",
    ],
    ["a joint of Gazebo", wrap(`${arm}<gazebo><joint/></gazebo>`), "a joint within <gazebo> acts on the motion"],
    [
      "a size of zero",
      wrap(`<link name="d"><visual><geometry><sphere radius="0"/></geometry></visual></link>`),
      "radius of <sphere> must be above 0; got 0.",
    ],
    ["names of objects", wrap(arm).replaceAll('"p"', '"__proto__"'), ""],
  ])("%s", (_, text, sentence) => {
    if (sentence === "") expect(() => importUrdf("r.urdf", text)).not.toThrow();
    else expect(() => importUrdf("r.urdf", text)).toThrow(sentence);
  });

  test("a start outside the limits, or of an unknown joint", () => {
    const text = wrap(`${joint("p", "a", "b", '<limit lower="0" upper="1"/>', "revolute")}${joint("q", "b", "c")}`);
    expect(() => importUrdf("r.urdf", text, { at: { p: 2 } })).toThrow(
      "--at p: must be within the limits, 0 to 1; got 2.",
    );
    expect(() => importUrdf("r.urdf", text, { at: { z: 2 } })).toThrow('got "z". Known are: p, q.');
  });
});
