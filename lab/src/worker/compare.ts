/** The comparison of several ways to solve a model. It is loaded when it is first asked for. */

export { compare, parseContender } from "taut";
