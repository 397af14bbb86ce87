/** Saves a plot as a file: SVG that needs no style sheet, or PNG at three times its size. */

import { fileName, save } from "../state/keep.js";

/** The properties that the style sheet of the page gives to drawings. */
const styled = [
  ...["fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "opacity"],
  ...["font-family", "font-size", "font-weight", "text-anchor"],
];
const scale = 3;

export async function keepPlot(svg: SVGSVGElement, name: string, kind: "svg" | "png"): Promise<string> {
  const file = `${fileName()}-${name
    .trim()
    .replace(/[^\w-]+/g, "-")
    .replace(/^-|-$/g, "")}.${kind}`;
  const { text, width, height, paper } = standalone(svg);
  if (kind === "svg") return save(file, text, "image/svg+xml");
  const image = new Image(width, height);
  image.src = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [Math.round(scale * width), Math.round(scale * height)];
  const context = canvas.getContext("2d")!;
  context.fillStyle = paper;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
  return blob === null ? "The picture could not be made." : save(file, blob, "image/png");
}

/** The drawing with its styles as attributes. */
function standalone(svg: SVGSVGElement): { text: string; width: number; height: number; paper: string } {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const [from, to] = [[...svg.querySelectorAll("*")], [...copy.querySelectorAll("*")]];
  from.forEach((element, k) => {
    const style = getComputedStyle(element);
    for (const property of styled) to[k].setAttribute(property, style.getPropertyValue(property));
    to[k].removeAttribute("class");
  });
  copy.removeAttribute("class");
  const { width, height } = svg.viewBox.baseVal;
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  const paper = getComputedStyle(document.body).backgroundColor;
  return { text: new XMLSerializer().serializeToString(copy), width, height, paper };
}
