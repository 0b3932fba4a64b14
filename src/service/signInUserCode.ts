/** Letters of codes that people type: no vowels, so that no words come up (RFC 8628, 6.1). */
const LETTERS = "BCDFGHJKLMNPQRSTVWXZ";

/** A new code for people, such as `WDJB-MJHT`: one of 2.56e10. */
export function newUserCode(): string {
  const letters: string[] = [];
  while (letters.length < 8) {
    for (const byte of crypto.getRandomValues(new Uint8Array(16))) {
      // 240 is a multiple of 20: every letter is as likely as any other.
      if (byte < 240 && letters.length < 8) letters.push(LETTERS[byte % LETTERS.length]!);
    }
  }
  return shownUserCode(letters.join(""));
}

/** A code as it is shown. */
export function shownUserCode(plain: string): string {
  return `${plain.slice(0, 4)}-${plain.slice(4)}`;
}

/** The letters of a code however it was typed; undefined where it is none. */
export function plainUserCode(typed: string): string | undefined {
  const letters = typed.toUpperCase().replaceAll(/[\s\p{Pd}._]/gu, "");
  return letters.length === 8 && [...letters].every((letter) => LETTERS.includes(letter))
    ? letters
    : undefined;
}
