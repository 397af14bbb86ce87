import { findProgram } from "./find-program.mjs";

/**
 * The path of a Redis server to run the tests of queues with: `TAUT_REDIS`, else `redis-server`.
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
