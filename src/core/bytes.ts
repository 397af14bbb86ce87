/**
 * Writes checkpoints, for `save` of a `Checkpoint` or an `Observer`: numbers, texts and arrays one after the other, bit
 * for bit, little endian on every machine.
 */
export class ByteWriter {
  private bytes = new Uint8Array(1024);
  private view = new DataView(this.bytes.buffer);
  private length = 0;

  number(value: number): void {
    this.reserve(8);
    this.view.setFloat64(this.length, value, true);
    this.length += 8;
  }

  numbers(values: ArrayLike<number>): void {
    this.number(values.length);
    this.reserve(8 * values.length);
    for (let i = 0; i < values.length; i++) this.view.setFloat64(this.length + 8 * i, values[i], true);
    this.length += 8 * values.length;
  }

  raw(values: Uint8Array): void {
    this.number(values.length);
    this.reserve(values.length);
    this.bytes.set(values, this.length);
    this.length += values.length;
  }

  text(value: string): void {
    this.raw(new TextEncoder().encode(value));
  }

  finish(): Uint8Array {
    return this.bytes.slice(0, this.length);
  }

  private reserve(more: number): void {
    if (this.length + more <= this.bytes.length) return;
    const larger = new Uint8Array(Math.max(2 * this.bytes.length, this.length + more));
    larger.set(this.bytes);
    this.bytes = larger;
    this.view = new DataView(larger.buffer);
  }
}

/**
 * Reads what a `ByteWriter` wrote, for `restore` of a `Checkpoint` or an `Observer`; throws a `RangeError` when the bytes
 * end too early.
 */
export class ByteReader {
  private readonly bytes: Uint8Array;
  private readonly view: DataView;
  private at = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Whether everything has been read. */
  get ended(): boolean {
    return this.at === this.bytes.length;
  }

  number(): number {
    const value = this.view.getFloat64(this.at, true);
    this.at += 8;
    return value;
  }

  numbers(): Float64Array<ArrayBuffer> {
    const length = this.count(8);
    const values = new Float64Array(length);
    for (let i = 0; i < length; i++) values[i] = this.view.getFloat64(this.at + 8 * i, true);
    this.at += 8 * length;
    return values;
  }

  raw(): Uint8Array<ArrayBuffer> {
    const length = this.count(1);
    const values = Uint8Array.from(this.bytes.subarray(this.at, this.at + length));
    this.at += length;
    return values;
  }

  text(): string {
    return new TextDecoder().decode(this.raw());
  }

  /** Reads a length and checks that this many entries are left. */
  private count(size: number): number {
    const length = this.number();
    if (!(Number.isSafeInteger(length) && length >= 0 && length * size <= this.bytes.length - this.at))
      throw new RangeError("truncated checkpoint");
    return length;
  }
}
