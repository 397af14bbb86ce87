/** The link as a QR code, for a phone or a slide. Its modules are black on white in every theme, because readers expect that. */

import { encode } from "uqr";

/** The most bytes that a QR code holds, at the lowest of its four levels of error correction. */
const most = 2953;
/** The quiet zone around the code, in modules. */
const border = 4;

export function QrCode({ link, isLocal }: { readonly link: string; readonly isLocal: boolean }) {
  const { length } = new TextEncoder().encode(link);
  if (length > most)
    return (
      <p>
        The link has {length} characters, and a QR code holds at most {most}. Send the link or the model file instead.
      </p>
    );
  const { data, size } = encode(link, { border });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
  return (
    <>
      {isLocal && (
        <p>The link opens on this machine only. Set the address of a lab that others can reach, and the code has it.</p>
      )}
      <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label="QR code of the link">
        <rect width={size} height={size} fill="#fff" />
        <path d={path} fill="#000" shape-rendering="crispEdges" />
      </svg>
    </>
  );
}
