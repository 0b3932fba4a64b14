/**
 * Letters of codes that people type: without vowels, so that codes are not words (RFC 8628, 6.1).
 */
const LETTERS = "BCDFGHJKLMNPQRSTVWXZ";

/** Length of a program's code. */
const USER_LETTERS = 8;

/** Returns a new code for people, such as `WDJB-MJHT`: one of 2.56e10. */
export function newUserCode(): string {
  return groupLetters(randomLetters(USER_LETTERS));
}

/** Returns a number of uniformly random letters. */
export function randomLetters(count: number): string {
  const letters: string[] = [];
  while (letters.length < count) {
    for (const byte of crypto.getRandomValues(new Uint8Array(16))) {
      // 240 is a multiple of 20, so every letter is equally likely.
      if (byte < 240 && letters.length < count) letters.push(LETTERS[byte % LETTERS.length]!);
    }
  }
  return letters.join("");
}

/** Formats a code in groups of four letters. */
export function groupLetters(plain: string): string {
  return plain.match(/.{1,4}/g)!.join("-");
}

/** Returns the letters of a program's code as typed. Returns `undefined` if it is invalid. */
export function plainUserCode(typed: string): string | undefined {
  return plainLetters(typed, USER_LETTERS);
}

/** Returns the letters of a code as typed. Returns `undefined` if it is invalid. */
export function plainLetters(typed: string, count: number): string | undefined {
  const letters = typed.toUpperCase().replaceAll(/[\s\p{Pd}._]/gu, "");
  return letters.length === count && [...letters].every((letter) => LETTERS.includes(letter))
    ? letters
    : undefined;
}
