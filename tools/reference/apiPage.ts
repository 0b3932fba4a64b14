import ts from "../packages/typescript.ts";
import { NAMESPACES } from "./namespaces.ts";
import { publicProgram } from "./publicProgram.ts";

/** Interfaces of a client with public members, by their prefix. */
const CLIENT: readonly (readonly [prefix: string, name: string])[] = [
  ["me.", "Questions"],
  ["me.", "QuestionParts"],
  ["me.", "ClientFacts"],
  ["me.range.", "OwnRanges"],
];

/** Names of types that are options of a call. */
const IS_OPTIONS = /(?:Options|Question|Init)$/;

type Callable = ts.FunctionDeclaration | ts.MethodSignature;
type OptionsType = ts.InterfaceDeclaration | ts.TypeAliasDeclaration;

/**
 * Returns the public surface as Markdown: each function and question with its parameters, each
 * options type with its options, their types and defaults, and the names of the other types. Each
 * row is one line, so that diffs are small.
 */
export function apiPage(): string {
  const { checker, exportsOf } = publicProgram();
  const resolve = (symbol: ts.Symbol): ts.Symbol =>
    (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol);
  const modules: [string, string][] = [
    ["", "mod.ts"],
    ...Object.entries(NAMESPACES),
    ["types", "types.ts"],
  ];
  const names = new Map<ts.Node, string>(), others = new Map<string, string[]>();
  const calls: string[] = [], constants: string[] = [], options = new Set<OptionsType>();

  const addOptions = (node: ts.Node): void => {
    if (ts.isTypeReferenceNode(node) || ts.isExpressionWithTypeArguments(node)) {
      const name = ts.isTypeReferenceNode(node) ? node.typeName : node.expression;
      const symbol = checker.getSymbolAtLocation(name);
      const declaration = symbol === undefined ? undefined : resolve(symbol).declarations?.[0];
      if (
        declaration !== undefined && IS_OPTIONS.test(name.getText()) &&
        (ts.isInterfaceDeclaration(declaration) || ts.isTypeAliasDeclaration(declaration)) &&
        !options.has(declaration)
      ) {
        options.add(declaration);
        addOptions(declaration);
      }
    }
    ts.forEachChild(node, addOptions);
  };
  const addCall = (name: string, node: Callable): void => {
    const parameters = node.parameters.map((one) => {
      if (one.type !== undefined) addOptions(one.type);
      return parameterText(one);
    });
    const generic = node.typeParameters?.map((one) => text(one)).join(", ");
    const types = generic === undefined ? "" : `<${generic}>`;
    calls.push(row([`${name}${types}(${parameters.join(", ")})`, text(node.type)]));
  };

  for (const [namespace, path] of modules) {
    const prefix = namespace === "" || namespace === "types" ? "" : `${namespace}.`;
    for (const exported of exportsOf(path).toSorted((a, b) => a.name < b.name ? -1 : 1)) {
      const declarations = resolve(exported).declarations ?? [], name = prefix + exported.name;
      const functions = declarations.filter(ts.isFunctionDeclaration);
      const overloads = functions.filter((one) => one.body === undefined);
      for (const one of overloads.length > 0 ? overloads : functions) addCall(name, one);
      const [first] = declarations;
      if (first === undefined || functions.length > 0) continue;
      if (ts.isInterfaceDeclaration(first) || ts.isTypeAliasDeclaration(first)) {
        if (names.has(first)) continue;
        names.set(first, name);
        others.set(namespace, [...others.get(namespace) ?? [], exported.name]);
      } else if (ts.isClassDeclaration(first)) constants.push(row([name, "class"]));
      else if (ts.isVariableDeclaration(first) && namespace !== "types") {
        constants.push(row([name, text(first.type)]));
      }
    }
  }
  const known = [...names].map(([node]) => node);
  for (const [prefix, interfaceName] of CLIENT) {
    const found = known.find((node): node is ts.InterfaceDeclaration =>
      ts.isInterfaceDeclaration(node) && node.name.text === interfaceName
    );
    if (found === undefined) throw new Error(`Cannot list the API: ${interfaceName} is not public`);
    for (const member of found.members) {
      const name = `${prefix}${member.name?.getText()}`;
      if (ts.isMethodSignature(member)) addCall(name, member);
      else if (ts.isPropertySignature(member)) constants.push(row([name, text(member.type)]));
    }
  }
  const nameOf = (node: OptionsType): string => names.get(node) ?? node.name.text;
  const tables = [...options].toSorted((a, b) => nameOf(a) < nameOf(b) ? -1 : 1)
    .map((node) => optionsTable(nameOf(node), node));
  const listed = new Set([...options].map((node) => node.name.text));
  const rest = [...others].map(([namespace, all]) => {
    const own = all.filter((name) => !listed.has(name));
    const module = `@lifeframe/lifeframe${namespace === "" ? "" : `/${namespace}`}`;
    return `${code(module)}:\n${own.map((name) => `- ${code(name)}`).join("\n")}`;
  });
  return [
    "<!-- deno-fmt-ignore-start -->",
    `## Functions and questions\n\n${table(["call", "returns"], calls)}`,
    `## Values\n\n${table(["name", "type"], constants)}`,
    `## Options\n\n${tables.join("\n\n")}`,
    `## Other types\n\n${rest.join("\n\n")}`,
    "<!-- deno-fmt-ignore-end -->",
  ].join("\n\n");
}

function optionsTable(name: string, node: OptionsType): string {
  const title = `### ${name}`;
  if (ts.isTypeAliasDeclaration(node)) return `${title}\n\n${code(text(node.type))}`;
  const bases = (node.heritageClauses ?? []).flatMap(({ types }) => types.map((one) => text(one)));
  const rows = node.members.flatMap((member) => {
    if (!ts.isPropertySignature(member) && !ts.isMethodSignature(member)) return [];
    const type = ts.isMethodSignature(member)
      ? `(${member.parameters.map(parameterText).join(", ")}) => ${text(member.type)}`
      : text(member.type).replace(/ \| undefined$/, "");
    const option = `${member.name.getText()}${member.questionToken === undefined ? "" : "?"}`;
    return [`${row([option, type])} ${escape(defaultOf(member))} |`];
  });
  return [
    title,
    ...bases.length > 0 ? [`All of ${bases.map(code).join(" and ")}.`] : [],
    ...rows.length > 0 ? [table(["option", "type", "default"], rows)] : [],
  ].join("\n\n");
}

function table(columns: readonly string[], rows: readonly string[]): string {
  return [
    `| ${columns.join(" | ")} |`,
    `|${" --- |".repeat(columns.length)}`,
    ...rows,
  ].join("\n");
}

/** Returns a table row of code cells. */
function row(cells: readonly string[]): string {
  return `|${cells.map((cell) => ` ${cell === "" ? "" : code(escape(cell))} |`).join("")}`;
}

function code(words: string): string {
  return words.includes("`") ? `\`\` ${words} \`\`` : `\`${words}\``;
}

function escape(words: string): string {
  return words.replaceAll("|", "\\|");
}

/** Returns the source text of a node on one line. */
function text(node: ts.Node | undefined): string {
  return (node?.getText() ?? "")
    .replaceAll(/\/\*[^]*?\*\//g, "").replaceAll(/\s+/g, " ").replace(/^\| /, "");
}

/** Returns a parameter without its destructured names. */
function parameterText(node: ts.ParameterDeclaration): string {
  const name = ts.isIdentifier(node.name) ? node.name.text : "options";
  const isOptional = node.questionToken !== undefined || node.initializer !== undefined;
  const rest = node.dotDotDotToken === undefined ? "" : "...";
  return `${rest}${name}${isOptional ? "?" : ""}: ${text(node.type)}`;
}

/** Returns the text of the tag `@default`. */
function defaultOf(node: ts.Node): string {
  const tag = ts.getJSDocTags(node).find(({ tagName }) => tagName.text === "default");
  return (ts.getTextOfJSDocComment(tag?.comment) ?? "").replaceAll(/\s+/g, " ").trim();
}
