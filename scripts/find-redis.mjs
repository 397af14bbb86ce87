import { findProgram } from "./find-program.mjs";

/**
 * The path of a Redis server for the tests of queues: `TAUT_REDIS`, or `redis-server` or `valkey-server`.
 *
 * @param {{ install?: boolean }} [options]
 */
export function findRedis({ install = false } = {}) {
  return findProgram({
    variable: "TAUT_REDIS",
    names: ["redis-server", "valkey-server"],
    package: "redis-server",
    what: "Redis server",
    tests: "the tests of queues",
    install,
  });
}
