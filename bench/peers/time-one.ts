/**
 * `time-one NAME SETTING MS` times one contender in its own process, so that others do not affect the engine's
 * compiler.
 */

import { odexContenders } from "./odex.js";
import { ourContenders } from "./ours.js";

const [name, setting, milliseconds] = process.argv.slice(2);
const contenders = name.startsWith("odex") ? odexContenders() : ourContenders();
const contender = contenders.find((candidate) => candidate.name === name);
if (contender === undefined) throw new Error(`There is no contender "${name}".`);
console.log(JSON.stringify(contender.time(Number(setting), Number(milliseconds))));
