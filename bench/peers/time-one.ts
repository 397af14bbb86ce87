/** A process of its own for one contender, so that nothing another one did to the compiler counts: `time-one NAME SETTING MS`. */

import { odexContenders } from "./odex.js";
import { ourContenders } from "./ours.js";

const [name, setting, milliseconds] = process.argv.slice(2);
const contenders = name.startsWith("odex") ? odexContenders() : ourContenders();
const contender = contenders.find((candidate) => candidate.name === name);
if (contender === undefined) throw new Error(`There is no contender "${name}".`);
console.log(JSON.stringify(contender.time(Number(setting), Number(milliseconds))));
