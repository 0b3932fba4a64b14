/** Methods: where each belongs, its name, and what it does. */
export const STANDARD: readonly [
  owner: object,
  name: string,
  method: (this: unknown, ...values: unknown[]) => unknown,
][];
