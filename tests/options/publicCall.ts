/** How an export of the toolkit, or a method of `me`, is called rightly. */
export interface PublicCall {
  /** Valid arguments, new ones for each call; the options object with every option worth misspelling. */
  readonly args: () => readonly unknown[] | Promise<readonly unknown[]>;
  /** Where the options stand among the arguments; none where the function has no options. */
  readonly options?: number;
  /** Options that are themselves sets of options, and whose names are checked: `["header"]`. */
  readonly nested?: readonly string[];
  /** Wrong inputs of the general test that are right here, each with the reason. */
  readonly takes?: { readonly [input in WrongInput]?: string };
}

/** An export that is not called with options: a class of errors, a constant. */
export interface NotCalled {
  /** Why it has no row of its own. */
  readonly notCalled: string;
}

/** The rows of a namespace: one for each of its exports, which the compiler demands. */
export type PublicCalls<Namespace> = { readonly [name in keyof Namespace]: PublicCall | NotCalled };

/** What every export is called with that it must refuse. */
export const WRONG_INPUTS = {
  "no argument": () => [],
  "null": () => [null],
  "a promise": () => [Promise.resolve([])],
  "a text": () => ["x"],
  "an empty object": () => [{}],
} as const satisfies { readonly [name: string]: () => readonly unknown[] };

/** One of them. */
export type WrongInput = keyof typeof WRONG_INPUTS;
