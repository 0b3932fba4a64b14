import ts from "../packages/typescript.ts";

/** A piece of prose, such as a comment, an error message or a paragraph. */
export interface Text {
  readonly kind: "comment" | "message" | "test name" | "paragraph";
  /** Line in the file, from 1. */
  readonly line: number;
  /** Sentences on one line. `code` replaces inline code, links lose their address. */
  readonly text: string;
}

/** Words that inline code keeps, since phrases contain them. */
const VALUES = new Set(["undefined", "null", "NaN", "true", "false"]);

/** Lines that start a paragraph of their own: headings, list items, table rows, tags. */
const BREAK = /^(?:#+ |[-*] |\d+\. |\||@\w+|>)/;

/** Returns the paragraphs of Markdown: no code blocks, HTML comments or generated parts. */
export function markdownTexts(source: string): Text[] {
  return paragraphs(
    blankOut(
      source,
      /<!-- ([a-z]+) -->[^]*?<!-- \/\1 -->|<!--[^]*?-->|^( *)```[^]*?^\2```/gm,
    ),
    1,
  ).map((paragraph) => ({ ...paragraph, kind: "paragraph" }));
}

/** Returns the paragraphs of the Markdown cells of a notebook. */
export function notebookTexts(source: string): Text[] {
  const { cells } = JSON.parse(source) as {
    cells: readonly { readonly cell_type: string; readonly source: string | readonly string[] }[];
  };
  return cells.filter(({ cell_type }) => cell_type === "markdown")
    .flatMap(({ source }) => markdownTexts([source].flat().join("")));
}

/**
 * Returns the prose of TypeScript: comments, names of tests and, in `src/`, messages, which are
 * strings of at least four words.
 */
export function codeTexts(source: string, path: string): Text[] {
  const tree = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const texts: Text[] = [];
  const literals: [start: number, end: number][] = [];
  const isTest = path.startsWith("tests/");
  const lineAt = (offset: number): number => tree.getLineAndCharacterOfPosition(offset).line + 1;
  const add = (node: ts.Node, text: string): void => {
    const kind = isTest ? "test name" : "message";
    if (isTest ? !isTestName(node) : !isMessage(text)) return;
    texts.push({ kind, line: lineAt(node.getStart(tree)), text: plain(text) });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
      literals.push([node.getStart(tree), node.end]);
      add(node, node.text);
    } else if (ts.isTemplateExpression(node)) {
      literals.push([node.getStart(tree), node.end]);
      add(
        node,
        node.head.text + node.templateSpans.map(({ literal }) => `code${literal.text}`).join(""),
      );
    } else if (node.kind === ts.SyntaxKind.RegularExpressionLiteral) {
      literals.push([node.getStart(tree), node.end]);
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return [...comments(withoutLiterals(source, literals), lineAt), ...texts];
}

/** Returns whether a string is the first argument of a call with a function, such as `Deno.test`. */
function isTestName(node: ts.Node): boolean {
  const call = node.parent;
  return ts.isCallExpression(call) && call.arguments[0] === node && /\w \w/.test(node.getText()) &&
    call.arguments.some((each) => ts.isArrowFunction(each) || ts.isFunctionExpression(each));
}

/** Returns whether a string reads as words: not SQL, markup or a list of names. */
function isMessage(text: string): boolean {
  if (/[<{}]|\b(?:SELECT|INSERT|CREATE|UPDATE|DELETE|FROM|WHERE|PRAGMA)\b/.test(text)) return false;
  return (text.match(/(?<![\w.-])[a-zA-Z][a-z']*(?![\w-])/g) ?? []).length >= 4;
}

function withoutLiterals(source: string, literals: readonly [number, number][]): string {
  let rest = "", from = 0;
  for (const [start, end] of literals) {
    if (start < from) continue;
    rest += source.slice(from, start) + source.slice(start, end).replaceAll(/[^\n]/g, "x");
    from = end;
  }
  return rest + source.slice(from);
}

/** Neighbouring lines of `//` are one comment; directives are none of ours. */
const COMMENT = /\/\*\*?(?<block>[^]*?)\*\/|(?<lines>\/\/[^\n]*(?:\n[ \t]*\/\/[^\n]*)*)/g;
const DIRECTIVE = /^\s*(?:deno-|@ts-|#region|#endregion)/;

function comments(source: string, lineAt: (offset: number) => number): Text[] {
  return Array.from(source.matchAll(COMMENT)).flatMap(({ index, groups }) => {
    const { block, lines } = groups!;
    const text = block?.replaceAll(/^[ \t]*\*(?!\*)[ \t]?/gm, "") ??
      lines!.replaceAll(/^[ \t]*\/\/ ?/gm, "");
    if (DIRECTIVE.test(text)) return [];
    return paragraphs(blankOut(text, /^( *)```[^]*?^\1```/gm), lineAt(index))
      .map((paragraph) => ({ ...paragraph, kind: "comment" as const }));
  });
}

function paragraphs(text: string, firstLine: number): { line: number; text: string }[] {
  const found: { line: number; text: string }[] = [];
  let open = false;
  for (const [i, raw] of text.split("\n").entries()) {
    const line = raw.trim();
    if (line === "") open = false;
    else if (open && !BREAK.test(line)) found.at(-1)!.text += ` ${line}`;
    else {
      found.push({ line: firstLine + i, text: line });
      open = !/^[#|]/.test(line);
    }
  }
  return found.flatMap(({ line, text }) =>
    (text.startsWith("|") ? text.split(/(?<!\\)\|/) : [text])
      .map((part) => ({ line, text: plain(part) }))
      .filter(({ text }) => /[a-z]/i.test(text))
  );
}

/** Replaces links by their text and inline code by `code`, and drops the marks of lists and tags. */
function plain(text: string): string {
  return text.trim()
    .replace(/^(?:#+|[-*>]|\d+\.) +/, "")
    .replace(/^@(?:param|throws|template) (?:\{[^}]*\} ?|\w+(?: -)? )?/, "")
    .replace(/^@\w+ ?/, "")
    .replaceAll(/(`+)(.+?)\1/g, (_, __, code: string) => VALUES.has(code) ? code : "code")
    .replaceAll(/\{@link [^}]*\}/g, "code")
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/https?:\/\/\S+/g, "")
    .replaceAll(/["“”*_]+/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}

function blankOut(text: string, pattern: RegExp): string {
  return text.replaceAll(pattern, (part) => part.replaceAll(/[^\n]/g, ""));
}
