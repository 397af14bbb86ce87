/** The kinds of quantities that a run watches because the model keeps them; a run may accept that a kind is not kept. */
export const watchedKinds = ["energy", "momentum", "angular-momentum", "invariants", "constraints"] as const;
/** One of `watchedKinds`: what a `Verdict` is about, and what `accept` names. */
export type WatchedKind = (typeof watchedKinds)[number];
