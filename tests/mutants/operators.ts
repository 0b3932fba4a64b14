import ts from "../../tools/packages/typescript.ts";

/** A change of one place that a test should notice. */
export interface Mutant {
  /** Path of the file, from the root. */
  readonly path: string;
  /** Line, from 1. */
  readonly line: number;
  /** Kind of change. */
  readonly operator: Operator;
  /** Start of the changed text. */
  readonly start: number;
  /** End of the changed text. */
  readonly end: number;
  /** Original text. */
  readonly before: string;
  /** Text in the mutant. */
  readonly after: string;
}

/** The kinds of changes. */
export const OPERATORS = [
  "relational",
  "equality",
  "arithmetic",
  "logic",
  "negation",
  "number",
  "string",
  "element",
  "call",
  "guard",
  "branch",
  "default",
] as const;

/** A kind of change. */
export type Operator = typeof OPERATORS[number];

const SWAPS: Readonly<Record<string, readonly [Operator, string]>> = {
  "<": ["relational", "<="],
  "<=": ["relational", "<"],
  ">": ["relational", ">="],
  ">=": ["relational", ">"],
  "===": ["equality", "!=="],
  "!==": ["equality", "==="],
  "+": ["arithmetic", "-"],
  "-": ["arithmetic", "+"],
  "*": ["arithmetic", "/"],
  "/": ["arithmetic", "*"],
  "%": ["arithmetic", "*"],
  "&&": ["logic", "||"],
  "||": ["logic", "&&"],
};

/** Returns every mutant of a file, except in types, imports and error texts. */
export function mutantsOf(path: string, text: string): Mutant[] {
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: Mutant[] = [];
  const add = (operator: Operator, node: { getStart(): number; end: number }, after: string) => {
    const start = node.getStart(), { end } = node;
    const line = tree.getLineAndCharacterOfPosition(start).line + 1;
    found.push({ path, line, operator, start, end, before: text.slice(start, end), after });
  };
  const visit = (node: ts.Node): void => {
    if (isLeftAlone(node)) return;
    if (ts.isBinaryExpression(node)) {
      const { operatorToken: token } = node;
      const swap = SWAPS[token.getText()];
      const joinsText = token.kind === ts.SyntaxKind.PlusToken &&
        [node.left, node.right].some(isText);
      if (swap !== undefined && !joinsText) add(swap[0], token, swap[1]);
      if (token.kind === ts.SyntaxKind.QuestionQuestionToken) {
        add("default", node, node.left.getText());
      }
    }
    if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
      add("negation", node, node.operand.getText());
    }
    if (ts.isNumericLiteral(node)) add("number", node, String(Number(node.text) + 1));
    if (ts.isBigIntLiteral(node)) add("number", node, `${BigInt(node.text.slice(0, -1)) + 1n}n`);
    if (ts.isStringLiteral(node) && !isName(node)) {
      add("string", node, node.text === "" ? '"?"' : '""');
    }
    if (ts.isArrayLiteralExpression(node) && node.elements.length > 1) {
      const last = node.elements.at(-1)!, before = node.elements.at(-2)!;
      add("element", { getStart: () => before.end, end: last.end }, "");
    }
    if (ts.isExpressionStatement(node) && ts.isCallExpression(node.expression)) {
      add("call", node, "");
    }
    if (ts.isIfStatement(node)) {
      const isGuard = node.elseStatement === undefined;
      add(isGuard ? "guard" : "branch", node.expression, isGuard ? "false" : "true");
    }
    if (ts.isConditionalExpression(node)) add("branch", node.condition, "true");
    const isBinding = ts.isParameter(node) || ts.isBindingElement(node);
    if (isBinding && node.initializer?.kind === ts.SyntaxKind.TrueKeyword) {
      add("default", node.initializer, "false");
    }
    if (isBinding && node.initializer?.kind === ts.SyntaxKind.FalseKeyword) {
      add("default", node.initializer, "true");
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found.filter(({ before, after }) => before !== after);
}

const isText = (node: ts.Node): boolean =>
  ts.isStringLiteralLike(node) || ts.isTemplateExpression(node) ||
  (ts.isBinaryExpression(node) && (isText(node.left) || isText(node.right)));

/** Returns whether a node is a type, an import or the text of an error. */
function isLeftAlone(node: ts.Node): boolean {
  return ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isImportDeclaration(node) || ts.isExportDeclaration(node) ||
    (ts.isNewExpression(node) && /(?:Error|Problem)$/.test(node.expression.getText())) ||
    (ts.isPropertyAssignment(node) &&
      /^(?:summary|doc|description|title)$/.test(node.name.getText()));
}

/** Returns whether a string is a name in the syntax: of an import or a member. */
function isName(node: ts.StringLiteral): boolean {
  const { parent } = node;
  return ts.isExternalModuleReference(parent) || ts.isLiteralTypeNode(parent) ||
    (ts.isPropertyAssignment(parent) && parent.name === node) ||
    (ts.isCallExpression(parent) && parent.expression.kind === ts.SyntaxKind.ImportKeyword);
}
