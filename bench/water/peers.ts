/** Runs other programs on the same water: writes their inputs, and measures processor time per step. */

import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Contender } from "./contender.js";

/** The start of the molecules: nine coordinates each (O, H, H), in Å. */
export type Waters = readonly (readonly number[])[];

export interface Peer {
  readonly name: string;
  /** Whether it is installed. */
  present(): boolean;
  /** Prepares steps with all pairs on one core, in a folder of its own. */
  open(waters: Waters, steps: number, folder: string): Contender;
}

const found = (command: string): boolean => spawnSync("which", [command]).status === 0;

/** The processor time of a command, in seconds. */
function seconds(command: string, folder: string): number {
  const script = `TIMEFORMAT='%U %S'; time { ${command} > out.txt 2> err.txt < /dev/null; }`;
  const { stderr, status } = spawnSync("bash", ["-c", script], { cwd: folder, encoding: "utf8" });
  if (status !== 0) {
    const why = readFileSync(join(folder, "err.txt"), "utf8").trim().split("\n").slice(-1)[0];
    throw new Error(`${command.split(" ")[0]} ended with ${status}: ${why}`);
  }
  const [user, system] = stderr.trim().split(" ").map(Number);
  return user + system;
}

/** Microseconds per step, from the fastest long run minus the fastest short one. */
function perStep(name: string, run: (steps: number) => number, steps: number): Contender {
  let [short, long] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  return {
    name,
    round() {
      short = Math.min(short, run(steps));
      long = Math.min(long, run(3 * steps));
    },
    us: () => (1e6 * (long - short)) / (2 * steps),
  };
}

const rows = (
  waters: Waters,
  row: (atom: number, molecule: number, site: number, x: readonly number[]) => string,
): string =>
  waters
    .flatMap((q, m) => [0, 1, 2].map((site) => row(3 * m + site + 1, m + 1, site, q.slice(3 * site, 3 * site + 3))))
    .join("\n");

const charges = [-0.834, 0.417, 0.417];

export const lammps: Peer = {
  name: "LAMMPS",
  present: () => found("lmp"),
  open(waters, steps, folder) {
    const n = waters.length;
    const epsilon = (595 * 595) / (4 * 582e3);
    const sigma = (582e3 / 595) ** (1 / 6);
    writeFileSync(
      join(folder, "data"),
      `water

${3 * n} atoms
${2 * n} bonds
${n} angles
2 atom types
1 bond types
1 angle types
-200 200 xlo xhi
-200 200 ylo yhi
-200 200 zlo zhi

Masses

1 15.9994
2 1.008

Atoms

${rows(waters, (atom, molecule, site, x) => `${atom} ${molecule} ${site === 0 ? 1 : 2} ${charges[site]} ${x.join(" ")}`)}

Bonds

${waters.flatMap((_, m) => [1, 2].map((h) => `${2 * m + h} 1 ${3 * m + 1} ${3 * m + 1 + h}`)).join("\n")}

Angles

${waters.map((_, m) => `${m + 1} 1 ${3 * m + 2} ${3 * m + 1} ${3 * m + 3}`).join("\n")}
`,
    );
    // windows of a tenth of a second, as for ours, by the program's own clock
    const [window, windows] = [Math.ceil(steps / 10), 20];
    writeFileSync(
      join(folder, "in"),
      `units real
atom_style full
boundary s s s
pair_style lj/cut/coul/cut 60.0
bond_style harmonic
angle_style harmonic
special_bonds lj/coul 0 0 0
neighbor 2.0 bin
neigh_modify delay 10 every 10 check yes
read_data data
pair_coeff 1 1 ${epsilon} ${sigma}
pair_coeff 1 2 0 1
pair_coeff 2 2 0 1
bond_coeff 1 0 0.9572
angle_coeff 1 0 104.52
fix 1 all nve
fix 2 all rattle 1e-8 20 0 b 1 a 1
timestep 0.5
thermo 1000000
${`run ${window}\n`.repeat(windows)}`,
    );
    let best = Number.POSITIVE_INFINITY;
    return {
      name: this.name,
      round() {
        seconds("OMP_NUM_THREADS=1 lmp -in in", folder);
        for (const [, time] of readFileSync(join(folder, "out.txt"), "utf8").matchAll(/^Loop time of (\S+)/gm))
          best = Math.min(best, (1e6 * Number(time)) / window);
      },
      us: () => best,
    };
  },
};

export const gromacs: Peer = {
  name: "GROMACS in double",
  present: () => found("gmx_d"),
  open(waters, steps, folder) {
    const edge = 20;
    const lines = rows(waters, (atom, molecule, site, x) => {
      const name = ["OW", "HW1", "HW2"][site];
      const place = x.map((each) => (each / 10 + edge / 2).toFixed(6).padStart(12)).join("");
      return `${String(molecule).padStart(5)}SOL  ${name.padStart(5)}${String(atom).padStart(5)}${place}`;
    });
    writeFileSync(join(folder, "w.gro"), `water\n${3 * waters.length}\n${lines}\n${edge} ${edge} ${edge}\n`);
    const [A, C] = [582e3 * 4.184e-12, 595 * 4.184e-6];
    writeFileSync(
      join(folder, "w.top"),
      `[ defaults ]
1 1 no 1.0 1.0
[ atomtypes ]
OW 15.9994 0 A ${C} ${A}
HW 1.008 0 A 0 0
[ moleculetype ]
SOL 2
[ atoms ]
1 OW 1 SOL OW 1 -0.834 15.9994
2 HW 1 SOL HW1 1 0.417 1.008
3 HW 1 SOL HW2 1 0.417 1.008
[ settles ]
1 1 0.09572 0.15139
[ exclusions ]
1 2 3
2 1 3
3 1 2
[ system ]
water
[ molecules ]
SOL ${waters.length}
`,
    );
    const run = (count: number): number => {
      writeFileSync(
        join(folder, "w.mdp"),
        `integrator = md-vv
dt = 0.0005
nsteps = ${count}
cutoff-scheme = Verlet
coulombtype = Cut-off
rcoulomb = 4.5
rvdw = 4.5
epsilon-rf = 0
verlet-buffer-tolerance = -1
rlist = 5
nstlist = 100
nstcalcenergy = 1000000
nstenergy = 0
nstlog = 0
nstcomm = 0
comm-mode = None
`,
      );
      execFileSync(
        "gmx_d",
        ["-quiet", "grompp", "-f", "w.mdp", "-c", "w.gro", "-p", "w.top", "-o", "w.tpr", "-maxwarn", "10"],
        { cwd: folder, stdio: "ignore" },
      );
      return seconds("gmx_d -quiet mdrun -s w.tpr -ntmpi 1 -ntomp 1 -pin off -nb cpu", folder);
    };
    return perStep(this.name, run, steps);
  },
};

export const openmm: Peer = {
  name: "OpenMM CPU, mixed, without system time",
  present: () => spawnSync("bash", ["-c", "echo '#include <OpenMM.h>' | g++ -fsyntax-only -x c++ -"]).status === 0,
  open(waters, steps, folder) {
    const few = Math.min(steps, 5_000);
    writeFileSync(
      join(folder, "w.cpp"),
      `#include <OpenMM.h>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <sys/resource.h>
using namespace OpenMM;
static const double q[][9] = {${waters.map((w) => `{${w.join(",")}}`).join(",")}};
// only user time is counted, because waking its threads for every piece of work costs more system time than the work
// here
static double now() { rusage r; getrusage(RUSAGE_SELF, &r); return r.ru_utime.tv_sec + 1e-6 * r.ru_utime.tv_usec; }
int main() {
  Platform::loadPluginsFromDirectory(Platform::getDefaultPluginsDirectory());
  System system;
  NonbondedForce *f = new NonbondedForce();
  std::vector<Vec3> x;
  const double m[] = {15.9994, 1.008, 1.008}, c[] = {-0.834, 0.417, 0.417};
  const double sigma = pow(582e3 / 595, 1.0 / 6) / 10, epsilon = 595.0 * 595 / (4 * 582e3) * 4.184;
  for (int k = 0; k < ${waters.length}; k++) {
    for (int s = 0; s < 3; s++) {
      system.addParticle(m[s]);
      f->addParticle(c[s], s == 0 ? sigma : 0.1, s == 0 ? epsilon : 0);
      x.push_back(Vec3(q[k][3 * s] / 10, q[k][3 * s + 1] / 10, q[k][3 * s + 2] / 10));
    }
    system.addConstraint(3 * k, 3 * k + 1, 0.09572);
    system.addConstraint(3 * k, 3 * k + 2, 0.09572);
    system.addConstraint(3 * k + 1, 3 * k + 2, 2 * 0.09572 * sin(52.26 * M_PI / 180));
    for (int s = 0; s < 3; s++) f->addException(3 * k + s, 3 * k + (s + 1) % 3, 0, 1, 0);
  }
  system.addForce(f);
  VerletIntegrator integrator(0.0005);
  Platform &platform = Platform::getPlatformByName("CPU");
  std::map<std::string, std::string> properties = {{"Threads", "1"}};
  Context context(system, integrator, platform, properties);
  context.setPositions(x);
  integrator.step(${few});
  double best = 1e30;
  for (int round = 0; round < 2; round++) {
    double a = now();
    integrator.step(${few});
    double us = 1e6 * (now() - a) / ${few};
    if (us < best) best = us;
  }
  printf("%g\\n", best);
}
`,
    );
    execFileSync("g++", ["-O2", "-o", join(folder, "w"), join(folder, "w.cpp"), "-lOpenMM"]);
    let best = Number.POSITIVE_INFINITY;
    return {
      name: this.name,
      round() {
        const env = { ...process.env, OPENMM_CPU_THREADS: "1" };
        best = Math.min(best, Number(execFileSync(join(folder, "w"), { encoding: "utf8", env })));
      },
      us: () => best,
    };
  },
};
