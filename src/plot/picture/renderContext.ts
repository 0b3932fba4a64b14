/** The few members of Plot's scales that marks of our own use. */
export interface Scales {
  /** A value of the x axis in pixels. */
  readonly x: (value: number) => number;
  /** A value of the y axis in pixels. */
  readonly y: (value: number) => number;
}

/** The few members of Plot's context that marks of our own use. */
export interface Context {
  /** Where elements are made. */
  readonly document: { createElementNS(namespace: string, name: string): Drawn };
}

/** An element that was made. */
interface Drawn {
  setAttribute(name: string, value: string): void;
}
