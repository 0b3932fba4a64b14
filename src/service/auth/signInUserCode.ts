/** Letters of codes that people type: no vowels, so that no words come up (RFC 8628, 6.1). */
const LETTERS = "BCDFGHJKLMNPQRSTVWXZ";

/** Letters of a code that a program shows. */
const USER_LETTERS = 8;

/** A new code for people, such as `WDJB-MJHT`: one of 2.56e10. */
export function newUserCode(): string {
  return groupLetters(randomLetters(USER_LETTERS));
}

/** So many random letters, each as likely as any other. */
export function randomLetters(count: number): string {
  const letters: string[] = [];
  while (letters.length < count) {
    for (const byte of crypto.getRandomValues(new Uint8Array(16))) {
      // 240 is a multiple of 20: every letter is as likely as any other.
      if (byte < 240 && letters.length < count) letters.push(LETTERS[byte % LETTERS.length]!);
    }
  }
  return letters.join("");
}

/** A code as it is shown, in groups of four letters. */
export function groupLetters(plain: string): string {
  return plain.match(/.{1,4}/g)!.join("-");
}

/** The letters of a program's code however it was typed; undefined where it is invalid. */
export function plainUserCode(typed: string): string | undefined {
  return plainLetters(typed, USER_LETTERS);
}

/** The letters of a code of so many letters, however it was typed; undefined where it is invalid. */
export function plainLetters(typed: string, count: number): string | undefined {
  const letters = typed.toUpperCase().replaceAll(/[\s\p{Pd}._]/gu, "");
  return letters.length === count && [...letters].every((letter) => LETTERS.includes(letter))
    ? letters
    : undefined;
}
