/** Methods: owner, name, and implementation. */
export const STANDARD: readonly [
  owner: object,
  name: string,
  method: (this: unknown, ...values: unknown[]) => unknown,
][];
