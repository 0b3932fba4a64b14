import ts from "../packages/typescript.ts";
import { fileURLToPath } from "node:url";
import { NAMESPACES, PROJECT } from "./namespaces.ts";
import { publicProgram } from "./publicProgram.ts";

/** Parts of the comment of a declaration. */
export interface DocComment {
  /** The text before the first tag, as Markdown. */
  readonly text: string;
  /** Tags in order: `@param name text`, `@throws {Type} text`. */
  readonly tags: readonly DocTag[];
}

/** A tag of a comment. */
export interface DocTag {
  /** Name, such as `param`. */
  readonly tag: string;
  /** Name of the parameter or type of the error; `""` for other tags. */
  readonly name: string;
  /** The rest, as Markdown. */
  readonly text: string;
}

/** A member of an interface or a class. */
export interface Member {
  /** Name, with `?` if it is optional. */
  readonly name: string;
  /** Type; for a method, its parameters and result. */
  readonly type: string;
  /** Comment. */
  readonly doc: DocComment;
}

/** Public symbol of the package. */
export interface PublicSymbol {
  /** Its namespace; `""` for the module itself, `me` for questions, `types` for the module of types. */
  readonly namespace: string;
  readonly name: string;
  readonly kind: "function" | "class" | "interface" | "type" | "constant";
  /** Declarations without bodies and members, one for each overload. */
  readonly declarations: readonly string[];
  /** Comment. */
  readonly doc: DocComment;
  readonly members: readonly Member[];
  /** Names of the types that an interface extends. */
  readonly bases: readonly string[];
  /** Declaring file of the repository, and the line. */
  readonly file: string;
  readonly line: number;
}

/**
 * Returns all exports of `mod.ts`, its namespaces and `/types`, from the sources. A type with
 * several exports is listed once, under the first.
 */
export function publicSymbols(): PublicSymbol[] {
  const modules = [
    ["", "mod.ts"],
    ...Object.entries(NAMESPACES),
    ["types", "types.ts"],
  ] as [string, string][];
  const { checker, exportsOf } = publicProgram();
  const known = new Set<ts.Node>(), found: PublicSymbol[] = [];
  for (const [namespace, path] of modules) {
    for (const exported of exportsOf(path)) {
      const isAlias = (exported.flags & ts.SymbolFlags.Alias) !== 0;
      const symbol = isAlias ? checker.getAliasedSymbol(exported) : exported;
      const declarations = (symbol.declarations ?? [])
        .filter((one) => ts.isFunctionDeclaration(one) || !known.has(one));
      const [first] = declarations;
      if (first === undefined || isNamespace(namespace, exported.name)) continue; // it has pages of its own
      for (const one of declarations) known.add(one);
      found.push({ namespace, name: exported.name, ...describe(exported.name, declarations) });
      if (exported.name === "Questions" && ts.isInterfaceDeclaration(first)) {
        found.push(...questionsOf(first));
      }
    }
  }
  return found;
}

/** Returns whether a member of `mod.ts` is a namespace. */
function isNamespace(namespace: string, name: string): boolean {
  return namespace === "" && Object.hasOwn(NAMESPACES, name);
}

/** Returns the questions of `me` as functions. */
function questionsOf(node: ts.InterfaceDeclaration): PublicSymbol[] {
  const overloads = Map.groupBy(
    node.members.filter(ts.isMethodSignature),
    (one) => one.name.getText(),
  );
  return [...overloads].map(([name, all]) => ({
    namespace: "me",
    name,
    kind: "function",
    declarations: all.map((one) => `me.${one.getText().replace(/;$/, "")}`),
    doc: docOf(all[0]!),
    members: [],
    bases: [],
    ...placeOf(all[0]!),
  }));
}

/** Returns the file and line of a declaration. */
function placeOf(node: ts.Node): Pick<PublicSymbol, "file" | "line"> {
  const source = node.getSourceFile(), root = fileURLToPath(PROJECT).replaceAll("\\", "/");
  const { line } = source.getLineAndCharacterOfPosition(node.getStart());
  return { file: source.fileName.slice(root.length), line: line + 1 };
}

type Described = Omit<PublicSymbol, "namespace" | "name">;

function describe(name: string, declarations: readonly ts.Declaration[]): Described {
  const [first] = declarations as [ts.Declaration];
  return { bases: [], ...placeOf(first), ...shapeOf(name, declarations) };
}

function shapeOf(
  name: string,
  declarations: readonly ts.Declaration[],
): Omit<Described, "bases" | "file" | "line"> & { bases?: readonly string[] } {
  const [first] = declarations as [ts.Declaration];
  const doc = docOf(first);
  if (ts.isFunctionDeclaration(first)) {
    const all = declarations.filter(ts.isFunctionDeclaration);
    const overloads = all.filter((one) => one.body === undefined);
    const shown = overloads.length > 0 ? overloads : all;
    return { kind: "function", declarations: shown.map(signature), doc, members: [] };
  }
  if (ts.isInterfaceDeclaration(first)) {
    const members = first.members.flatMap(memberOf);
    const bases = (first.heritageClauses ?? []).flatMap(({ types }) =>
      types.map((one) => one.getText())
    );
    return { kind: "interface", declarations: [head(first)], doc, members, bases };
  }
  if (ts.isClassDeclaration(first)) {
    const members = first.members.filter(isPublic).flatMap(memberOf);
    return { kind: "class", declarations: [head(first)], doc, members };
  }
  if (ts.isTypeAliasDeclaration(first)) {
    return { kind: "type", declarations: [withoutExport(first.getText())], doc, members: [] };
  }
  const type = ts.isVariableDeclaration(first) ? first.type?.getText() : undefined;
  const declared = type === undefined ? `const ${name}` : `const ${name}: ${type}`;
  return { kind: "constant", declarations: [declared], doc, members: [] };
}

/** Returns a function without its body. */
function signature(node: ts.FunctionDeclaration): string {
  const end = node.body?.getFullStart() ?? node.end;
  const text = node.getSourceFile().text.slice(node.getStart(), end);
  return withoutExport(text).replace(/;$/, "");
}

/** Returns an interface or a class without its members. */
function head(node: ts.InterfaceDeclaration | ts.ClassDeclaration): string {
  const text = node.getSourceFile().text.slice(node.getStart(), node.members.pos);
  return withoutExport(text).replace(/\s*\{$/, "");
}

function withoutExport(text: string): string {
  return text.replace(/^export (?:default )?(?:declare )?/, "").trim();
}

function isPublic(member: ts.ClassElement): boolean {
  const hidden = ts.SyntaxKind.PrivateKeyword;
  return !ts.isConstructorDeclaration(member) && member.name !== undefined &&
    !ts.isPrivateIdentifier(member.name) &&
    !(ts.canHaveModifiers(member) && ts.getModifiers(member)?.some(({ kind }) => kind === hidden));
}

function memberOf(member: ts.TypeElement | ts.ClassElement): Member[] {
  if (member.name === undefined) return [];
  const optional = "questionToken" in member && member.questionToken !== undefined ? "?" : "";
  const name = member.name.getText() + optional, doc = docOf(member);
  if (ts.isPropertySignature(member) || ts.isPropertyDeclaration(member)) {
    return [{ name, type: member.type?.getText() ?? "", doc }];
  }
  if (ts.isGetAccessor(member)) return [{ name, type: member.type?.getText() ?? "", doc }];
  if (ts.isMethodSignature(member) || ts.isMethodDeclaration(member)) {
    const parameters = member.parameters.map((one) => one.getText()).join(", ");
    return [{ name, type: `(${parameters}) => ${member.type?.getText() ?? "void"}`, doc }];
  }
  return [];
}

function docOf(node: ts.Node): DocComment {
  // The comment of a constant is above its statement.
  const above = ts.isVariableDeclaration(node) ? node.parent.parent : node;
  const comments = ts.getJSDocCommentsAndTags(above).filter(ts.isJSDoc);
  const comment = comments.at(-1);
  return {
    text: textOf(comment?.comment),
    tags: (comment?.tags ?? []).map((tag) => {
      if (ts.isJSDocParameterTag(tag)) {
        return { tag: "param", name: tag.name.getText(), text: textOf(tag.comment) };
      }
      if (ts.isJSDocThrowsTag(tag)) {
        const name = tag.typeExpression?.type.getText() ?? "";
        return { tag: "throws", name, text: textOf(tag.comment) };
      }
      const isExample = tag.tagName.text === "example"; // TypeScript removes its indentation
      return {
        tag: tag.tagName.text,
        name: "",
        text: isExample ? rawText(tag).replace(/^\* /, "") : textOf(tag.comment),
      };
    }),
  };
}

/** Returns the source text of a tag, without the stars before its lines. */
function rawText(tag: ts.JSDocTag): string {
  return tag.getText().replace(/^@\w+\s?/, "").replaceAll(/\n[ \t]*\*(?: |$)?/gm, "\n").trim();
}

/** Converts a comment to Markdown. `{@linkcode X}` becomes code. */
function textOf(comment: string | ts.NodeArray<ts.JSDocComment> | undefined): string {
  return (ts.getTextOfJSDocComment(comment) ?? "")
    .replaceAll(
      /\{@link(?:code|plain)? ([^}|\s]+)(?:[|\s]+([^}]*))?\}/g,
      (_, to, text) => text || `\`${to}\``,
    )
    .trim();
}
