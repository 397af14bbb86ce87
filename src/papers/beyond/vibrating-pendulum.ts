/**
 * The double pendulum of Ariel with starts that make its rods vibrate, and the motion of the stiff springs by direct integration:
 * positions x1, y1, x2, y2 at t = 2 and t = 10 by DOP853 in the stiff view at rtol 1e-13. The same runs at rtol 1e-11 end within 2e-8,
 * the last one within 1.2e-6, so the values are certain to 1e-5. They are stored because a run at omega = 1e4 takes seconds.
 */

export interface Direct {
  readonly omega: number;
  readonly at2: readonly number[];
  readonly at10: readonly number[];
}

/** q and v at t = 0. */
export const starts = {
  /** Both rods stretch at the rate 0.5. */
  stretching: (_omega: number): readonly number[] => [1, 0, 2, 0, 0.5, -0.5, 1, 0.5],
  /** Sanz-Serna case (iii): the second rod is stretched by 1/omega, and both lengths change. */
  stretched: (omega: number): readonly number[] => [1, 0, 2 + 1 / omega, 0, 0.5, -0.5, -0.5, 0.5],
};

export const direct: Readonly<Record<keyof typeof starts, readonly Direct[]>> = {
  stretching: [
    {
      omega: 100,
      at2: [0.9975580121940705, -0.014407636649153998, 1.833910462027054, 0.5357385715423304],
      at10: [0.5146391188862166, 0.8612259628033835, 0.8829304477167771, 1.7942418022373938],
    },
    {
      omega: 1000,
      at2: [0.9988941925193005, -0.006865646935678493, 1.8401596454557, 0.5327787064563688],
      at10: [0.5417971001417791, 0.841353877744104, 0.8648652894979005, 1.7880503186494296],
    },
    {
      omega: 10000,
      at2: [0.9998915316353043, -0.006204271055105018, 1.8420852360392963, 0.5328555091133325],
      at10: [0.5515671059744222, 0.8342413984617825, 0.8580950918186717, 1.7861569604497813],
    },
  ],
  stretched: [
    {
      omega: 100,
      at2: [0.9093502523408219, -0.41445300603370483, 0.9220176662692977, 0.5749562420076798],
      at10: [1.0079775179316712, -0.048761739407857836, 0.6236524684313633, 0.882749020304699],
    },
    {
      omega: 1000,
      at2: [0.9092484686865324, -0.4160840331071174, 0.9583544064286099, 0.5820913091945905],
      at10: [0.9993938351502807, 0.022093830084637212, 0.792849357769223, 1.0008779064644504],
    },
    {
      omega: 10000,
      at2: [0.9094017881744969, -0.4159434007440987, 0.962556127606399, 0.5826444314924949],
      at10: [0.9995008480835839, 0.032208122315639166, 0.8061872263327529, 1.0133508122545194],
    },
  ],
};
