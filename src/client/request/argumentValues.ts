/** Arguments by their names on the wire, as they reach the client's inner parts. */
export type ArgumentValues = { readonly [name: string]: unknown };
