/** Numbered texts: the sources, units and zones of millions of rows are few. */
export class Texts {
  readonly #codes = new Map<string | null, number>();
  readonly #texts: (string | null)[] = [];

  code(text: string | null): number {
    let code = this.#codes.get(text);
    if (code === undefined) {
      code = this.#texts.push(text) - 1;
      this.#codes.set(text, code);
    }
    return code;
  }

  textsOf(codes: Float64Array): (string | null)[] {
    const texts = new Array<string | null>(codes.length);
    for (let i = 0; i < codes.length; i++) texts[i] = this.#texts[codes[i]!]!;
    return texts;
  }
}
