import { formatNumberHtml } from "taut";

/** A short number, with three digits by default. */
export const short = (value: number, digits = 3): string => formatNumberHtml(value, digits);
