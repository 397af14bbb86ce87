/**
 * Shapes of plain data: a check whose messages are the caller's, a TypeScript type and a JSON Schema from one description. They are
 * written as with the library zod; docs/architecture.md says why neither zod nor valibot is used.
 */

export type Json = { [key: string]: unknown };

/** What does not fit. `soft`: the type is right, the value is not. */
export interface Issue {
  readonly code: "invalid_type" | "invalid_value" | "invalid_union" | "unrecognized_key";
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly soft?: boolean;
  /** Only for an unrecognised key: which it is. */
  readonly key?: string;
  /** Only for a union: what is wrong with each branch. */
  readonly errors?: readonly (readonly Issue[])[];
}

/** What an error message is made from. */
export interface Found {
  readonly code: Issue["code"];
  readonly expected: string;
  readonly input: unknown;
  readonly key?: string;
}

type Message = string | ((found: Found) => string);
export interface Params {
  readonly error?: Message;
}
/** The message where a shape has none of its own. */
type Fallback = (found: Found) => string;
type Check = (value: unknown, fallback: Fallback) => readonly Issue[];

const fits: readonly Issue[] = [];

export class Shape<T> {
  /** The data that fits; only a type. */
  declare readonly type: T;
  readonly check: Check;
  readonly json: Json;

  constructor(check: Check, json: Json) {
    this.check = check;
    this.json = json;
  }

  optional(): OptionalShape<T> {
    return new OptionalShape(this.check, this.json);
  }

  describe(description: string): this {
    return this.with(this.check, { ...this.json, description });
  }

  refine(holds: (value: T) => boolean, { error }: Params): this {
    return this.and((value) => holds(value as T), this.json, error);
  }

  /** The same kind of shape with another check. */
  protected with(check: Check, json: Json): this {
    return new (this.constructor as new (check: Check, json: Json) => this)(check, json);
  }

  protected and(holds: (value: unknown) => boolean, json: Json, error: Message | undefined): this {
    const check: Check = (value, fallback) => {
      const issues = this.check(value, fallback);
      if (issues.some(({ soft }) => !soft) || holds(value)) return issues;
      const [issue] = wrong({ code: "invalid_value", expected: "value", input: value }, error, fallback);
      return [...issues, { ...issue, soft: true }];
    };
    return this.with(check, json);
  }
}

export class OptionalShape<T> extends Shape<T | undefined> {
  readonly isOptional = true;

  constructor(check: Check, json: Json) {
    super((value, fallback) => (value === undefined ? fits : check(value, fallback)), json);
  }
}

export class ArrayShape<T> extends Shape<T[]> {
  min(length: number, { error }: Params = {}): this {
    return this.and((list) => (list as T[]).length >= length, { ...this.json, minItems: length }, error);
  }

  max(length: number, { error }: Params = {}): this {
    return this.and((list) => (list as T[]).length <= length, { ...this.json, maxItems: length }, error);
  }
}

export type Shapes = Readonly<Record<string, Shape<unknown>>>;
type OptionalKeys<S extends Shapes> = { [K in keyof S]: S[K] extends { isOptional: true } ? K : never }[keyof S];
type Flat<T> = { [K in keyof T]: T[K] };
type MapOf<S extends Shapes> = Flat<
  { [K in Exclude<keyof S, OptionalKeys<S>>]: S[K]["type"] } & { [K in OptionalKeys<S>]?: S[K]["type"] | undefined }
>;

export class ObjectShape<S extends Shapes> extends Shape<MapOf<S>> {
  readonly shape: S;

  constructor(shape: S, rest: Shape<unknown> | undefined, error: Message | undefined, title?: string) {
    super(
      (value, fallback) => {
        if (!isMap(value)) return wrong({ code: "invalid_type", expected: "object", input: value }, error, fallback);
        const issues = Object.keys(shape).flatMap((key) => inside(key, shape[key].check(value[key], fallback)));
        const others = Object.keys(value).filter((key) => !Object.hasOwn(shape, key));
        if (rest !== undefined)
          return [...issues, ...others.flatMap((key) => inside(key, rest.check(value[key], fallback)))];
        const found = { code: "unrecognized_key", expected: "object", input: value } as const;
        return [...issues, ...others.flatMap((key) => wrong({ ...found, key }, error, fallback))];
      },
      {
        ...(title !== undefined && { title }),
        type: "object",
        properties: Object.fromEntries(Object.entries(shape).map(([key, { json }]) => [key, json])),
        ...required(shape),
        additionalProperties: rest === undefined ? false : rest.json,
      },
    );
    this.shape = shape;
  }

  protected override with(check: Check, json: Json): this {
    return Object.assign(Object.create(Object.getPrototypeOf(this)), { shape: this.shape, check, json });
  }

  catchall<R>(rest: Shape<R>): Shape<MapOf<S> & { [key: string]: R }> {
    return new ObjectShape(this.shape, rest, undefined) as unknown as Shape<MapOf<S> & { [key: string]: R }>;
  }
}

function required(shape: Shapes): Json {
  const keys = Object.keys(shape).filter((key) => !(shape[key] instanceof OptionalShape));
  return keys.length === 0 ? {} : { required: keys };
}

export const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function wrong(found: Found, error: Message | undefined, fallback: Fallback): readonly Issue[] {
  const message = typeof error === "string" ? error : (error ?? fallback)(found);
  return [{ code: found.code, path: [], message, ...(found.key !== undefined && { key: found.key }) }];
}

const inside = (key: PropertyKey, issues: readonly Issue[]): readonly Issue[] =>
  issues.length === 0 ? fits : issues.map((issue) => ({ ...issue, path: [key, ...issue.path] }));

const within = (list: readonly unknown[], of: (i: number) => Shape<unknown>, fallback: Fallback): readonly Issue[] =>
  list.flatMap((value, i) => inside(i, of(i).check(value, fallback)));

/** A shape that is decided by one look. */
function simple<T>(
  holds: (value: unknown) => boolean,
  expected: string,
  json: Json,
  error: Message | undefined,
  code: "invalid_type" | "invalid_value" = "invalid_type",
): Shape<T> {
  const check: Check = (value, fallback) =>
    holds(value) ? fits : wrong({ code, expected, input: value }, error, fallback);
  return new Shape<T>(check, json);
}

type Types<S extends readonly Shape<unknown>[]> = { [K in keyof S]: S[K]["type"] };

export const z = {
  unknown: () => new Shape<unknown>(() => fits, {}),

  number: ({ error }: Params = {}) => simple<number>(Number.isFinite, "number", { type: "number" }, error),

  string: ({ error }: Params = {}) =>
    simple<string>((value) => typeof value === "string", "string", { type: "string" }, error),

  boolean: ({ error }: Params = {}) =>
    simple<boolean>((value) => typeof value === "boolean", "boolean", { type: "boolean" }, error),

  literal: <const T extends string | number>(only: T, { error }: Params = {}) =>
    simple<T>((value) => value === only, "literal", { type: typeof only, const: only }, error, "invalid_value"),

  enum: <const T extends string>(all: readonly T[], { error }: Params = {}) =>
    simple<T>((value) => all.includes(value as T), "enum", { type: "string", enum: [...all] }, error, "invalid_value"),

  array<T>(item: Shape<T>, { error }: Params = {}): ArrayShape<T> {
    const check: Check = (value, fallback) =>
      Array.isArray(value)
        ? within(value, () => item, fallback)
        : wrong({ code: "invalid_type", expected: "array", input: value }, error, fallback);
    return new ArrayShape<T>(check, { type: "array", items: item.json });
  },

  tuple<const S extends readonly Shape<unknown>[]>(items: S, { error }: Params = {}): Shape<Types<S>> {
    const check: Check = (value, fallback) =>
      Array.isArray(value) && value.length === items.length
        ? within(value, (i) => items[i], fallback)
        : wrong({ code: "invalid_type", expected: "tuple", input: value }, error, fallback);
    const { length } = items;
    const prefixItems = items.map(({ json }) => json);
    return new Shape(check, { type: "array", prefixItems, items: false, minItems: length, maxItems: length });
  },

  /** A map from any names to values. */
  record<T>(_key: Shape<string>, value: Shape<T>, { error }: Params = {}): Shape<Record<string, T>> {
    const check: Check = (map, fallback) =>
      isMap(map)
        ? Object.keys(map).flatMap((key) => inside(key, value.check(map[key], fallback)))
        : wrong({ code: "invalid_type", expected: "record", input: map }, error, fallback);
    return new Shape(check, {
      type: "object",
      propertyNames: { type: "string" },
      additionalProperties: value.json,
    });
  },

  object: <S extends Shapes>(shape: S, { error }: Params = {}) => new ObjectShape(shape, z.unknown(), error),

  strictObject: <S extends Shapes>(shape: S, { error, title }: Params & { readonly title?: string } = {}) =>
    new ObjectShape(shape, undefined, error, title),

  union<const S extends readonly Shape<unknown>[]>(branches: S, { error }: Params = {}): Shape<S[number]["type"]> {
    const check: Check = (value, fallback) => {
      const errors: (readonly Issue[])[] = [];
      for (const branch of branches) {
        const issues = branch.check(value, fallback);
        if (issues.length === 0) return fits;
        errors.push(issues);
      }
      // if the type fits one branch only, the error is what that branch finds wrong with the value
      const almost = errors.filter((issues) => issues.every(({ soft }) => soft));
      if (almost.length === 1) return almost[0];
      const [issue] = wrong({ code: "invalid_union", expected: "union", input: value }, error, fallback);
      return [{ ...issue, errors }];
    };
    return new Shape(check, anyOf(branches.map(({ json }) => json)));
  },
};

/** Types alone are a list of types. */
function anyOf(branches: readonly Json[]): Json {
  const plain = branches.every((json) => Object.keys(json).join() === "type" && typeof json.type === "string");
  return plain ? { type: branches.map(({ type }) => type) } : { anyOf: branches };
}

export declare namespace z {
  type infer<S extends Shape<unknown>> = S["type"];
}
