import ts from "../packages/typescript.ts";

/**
 * Returns the module specifiers of a file in order: in imports and exports, including types, and in
 * `import("...")`.
 */
export function moduleNames(tree: ts.SourceFile): ts.StringLiteral[] {
  const found: ts.StringLiteral[] = [];
  const visit = (node: ts.Node): void => {
    const name = nameIn(node);
    if (name !== undefined && ts.isStringLiteral(name)) found.push(name);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

/** Parses a module. */
export function parseModule(text: string): ts.SourceFile {
  return ts.createSourceFile("module.ts", text, ts.ScriptTarget.Latest, true);
}

function nameIn(node: ts.Node): ts.Node | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier;
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
    return node.argument.literal;
  }
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    return node.arguments[0];
  }
  return undefined;
}
