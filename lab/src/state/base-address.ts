/** The address that links to this lab begin with, if it is not the one of this page. It is kept in the browser. */

import { signal } from "@preact/signals";

const key = "taut-lab-base";

export const base = signal(read());

/** Sets the address; returns why it cannot be used, if so. */
export function setBase(given: string): string | undefined {
  const text = given.replace(/#.*$/, "");
  const isAddress = text === "" || (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol));
  if (!isAddress)
    return `The address must begin with https:// or http://, such as https://example.org/lab/; "${given}" does not. Escape puts the old one back.`;
  base.value = text;
  try {
    localStorage.setItem(key, text);
  } catch {
    // it is only kept while the page is open
  }
  return undefined;
}

function read(): string {
  try {
    return localStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}
