import type { Notebook } from "../format/nbformat.ts";

/** Languages of notebooks that the Deno kernel runs. */
const LANGUAGES: readonly string[] = ["typescript", "javascript"];

/**
 * Rejects a notebook in a language that Deno does not run. A notebook without a language passes.
 *
 * @param notebook The notebook. Its `metadata.kernelspec.language` and
 * `metadata.language_info.name` are checked.
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
    `Cannot run notebook: it is written in ${language}. Deno runs only TypeScript and JavaScript.`,
  );
}
