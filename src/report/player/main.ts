/** The script of an animation: the last child of its figure, with the data in the element before it. */

import { play } from "./player.js";

const script = document.currentScript!;
play(script.parentElement!, JSON.parse(script.previousElementSibling!.textContent));
