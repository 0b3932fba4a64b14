/** Valid call of an export of the toolkit or a method of `me`. */
export interface PublicCall {
  /** Returns new valid arguments, with every option whose spelling is worth testing. */
  readonly args: () => readonly unknown[] | Promise<readonly unknown[]>;
  /** Index of the options among the arguments; omitted if the function has no options. */
  readonly options?: number;
  /** Options that are objects with checked names, such as `["header"]`. */
  readonly nested?: readonly string[];
  /** Inputs of {@linkcode WRONG_INPUTS} that are valid here, each with the reason. */
  readonly takes?: { readonly [input in WrongInput]?: string };
}

/** An export that is not called with options: an error class or a constant. */
export interface NotCalled {
  /** Reason why it has no row. */
  readonly notCalled: string;
}

/** Rows of a namespace; the compiler requires one for each export. */
export type PublicCalls<Namespace> = { readonly [name in keyof Namespace]: PublicCall | NotCalled };

/** Inputs that every export must reject. */
export const WRONG_INPUTS = {
  "no argument": () => [],
  "null": () => [null],
  "a promise": () => [Promise.resolve([])],
  "a text": () => ["x"],
  "an empty object": () => [{}],
} as const satisfies { readonly [name: string]: () => readonly unknown[] };

/** Name of an input in {@linkcode WRONG_INPUTS}. */
export type WrongInput = keyof typeof WRONG_INPUTS;
