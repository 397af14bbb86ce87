/** The number c of a system c B - J, its inverse d = 1/c, and d^2. */
export class Shift {
  re = 0;
  im = 0;
  /** d. */
  dRe = 0;
  dIm = 0;
  /** d^2. */
  eRe = 0;
  eIm = 0;

  set(re: number, im: number): void {
    const square = re * re + im * im;
    this.re = re;
    this.im = im;
    this.dRe = re / square;
    this.dIm = -im / square;
    this.eRe = this.dRe * this.dRe - this.dIm * this.dIm;
    this.eIm = 2 * this.dRe * this.dIm;
  }
}
