import { formatNumberHtml } from "taut";

/** A number in a tight place: three digits. */
export const short = (value: number, digits = 3): string => formatNumberHtml(value, digits);
