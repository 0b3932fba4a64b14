import type { Notebook } from "../format/nbformat.ts";

/** The languages of notebooks that the Deno kernel runs. */
const LANGUAGES: readonly string[] = ["typescript", "javascript"];

/**
 * Refuses a notebook which says that it is written in a language that Deno does not run. One that
 * names no language passes.
 *
 * @param notebook The notebook; `metadata.kernelspec.language` and `metadata.language_info.name`
 * are looked at.
 * @throws {TypeError} If the language is neither TypeScript nor JavaScript.
 */
export function checkLanguage(notebook: Notebook): void {
  const { kernelspec, language_info } = notebook.metadata as {
    kernelspec?: { language?: unknown };
    language_info?: { name?: unknown };
  };
  const language = kernelspec?.language ?? language_info?.name;
  if (language === undefined || LANGUAGES.includes(String(language).toLowerCase())) return;
  throw new TypeError(
    `Cannot run notebook: it is written in ${language}, and Deno runs TypeScript and JavaScript`,
  );
}
