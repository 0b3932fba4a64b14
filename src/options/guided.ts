import { meantName, suggest } from "./suggest.ts";

/** Members that tools read from any object; they stay `undefined`. */
const ASKED_BY_TOOLS: ReadonlySet<string> = new Set([
  "$$typeof",
  "asymmetricMatch",
  "href",
  "length",
  "nodeType",
  "size",
  "splice",
  "tagName",
  "then",
  "toJSON",
]);

/**
 * Creates an object that rejects unknown members. A notebook does not check types, so a misspelt
 * member would otherwise be `undefined`, and arithmetic with it NaN.
 *
 * @param members Members of the object, own and enumerable.
 * @param missing Returns the message for an unknown member, or `undefined` to leave it `undefined`.
 * @param refuse Throws if the object is called as a function. @default the engine throws
 */
export function guided<T extends object>(
  members: T,
  missing: (name: string, names: readonly string[]) => string | undefined,
  refuse?: () => never,
): T {
  const guide = guideTo((_, name) => missing(name, Object.keys(members)));
  const object = refuse === undefined ? Object.create(guide) : bare(refuse, guide);
  return Object.freeze(Object.defineProperties(object, Object.getOwnPropertyDescriptors(members)));
}

/**
 * Makes values reject unknown members, as {@linkcode guided} does, through the prototype of their
 * class.
 *
 * @param missing Returns the message for an unknown member.
 */
export function guideValues(
  prototype: object,
  missing: (value: object, name: string) => string,
): void {
  Object.setPrototypeOf(prototype, guideTo(missing));
}

/** Creates the last prototype in the chain, which handles members found nowhere else. */
function guideTo(missing: (value: object, name: string) => string | undefined): object {
  return new Proxy(Object.prototype, {
    get: (target, name, receiver) => {
      if (typeof name === "symbol" || name in target || ASKED_BY_TOOLS.has(name)) {
        return Reflect.get(target, name, receiver);
      }
      const message = missing(receiver, name);
      if (message !== undefined) throw new TypeError(message);
      return undefined;
    },
  });
}

/** Returns the names of a value's members, own and inherited. */
function memberNames(value: object): string[] {
  const names = new Set<string>();
  for (let at = value; at !== null && at !== Object.prototype; at = Object.getPrototypeOf(at)) {
    if (at.constructor === Object && at !== value) break;
    for (const name of Object.getOwnPropertyNames(at)) names.add(name);
  }
  return [...names].filter((name) => name !== "constructor" && name !== "notebookHtml");
}

/** Removes everything from a function but the call. */
function bare(call: () => never, prototype: object): object {
  for (const name of ["length", "name"]) Reflect.deleteProperty(call, name);
  return Object.setPrototypeOf(call, prototype);
}

/** Returns the message for an unknown member of a client object: `Cannot read me.range.last`. */
export function noMethod(what: string): (name: string, names: readonly string[]) => string {
  return (name, names) => {
    const meant = meantName(name, names);
    return `Cannot read ${what}.${name}: ${what} has no ${name}. ` +
      (meant === undefined ? `It has ${names.join(", ")}.` : `Use ${what}.${meant}.`);
  };
}

/** Returns the message for an unknown field of a result. */
export function noField(what: string): (name: string, names: readonly string[]) => string {
  return (name, names) =>
    `Cannot read ${name} of ${what}: it has no such field${suggest(name, names)}.`
      .replace("?.", "?");
}

/** Returns the message for an unknown member of a value: `Cannot read toSVG of the picture`. */
export function noMember(value: object, name: string): string {
  const what = value.constructor.name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();
  if (/^(?:show|display|open|view|render|plot|print)$/.test(name)) {
    return `Cannot read ${name} of the ${what}: it shows itself as the last value of a cell. ` +
      ("save" in value
        ? 'In a script, save it: await it.save("page.html").'
        : "In a script, write console.log(it).");
  }
  return `Cannot read ${name} of the ${what}: it has no such member${
    suggest(name, memberNames(value))
  }.`.replace("?.", "?");
}

/**
 * Returns the message for an unknown field of an answer, with the path of the field that was meant.
 *
 * @param paths Names that a field may be called, each with its path from the answer.
 */
export function missingField(
  what: string,
  name: string,
  paths: readonly (readonly [name: string, path: string])[],
): string {
  const names = paths.map(([one]) => one), meant = meantName(name, names);
  const path = paths.find(([one]) => one === meant)?.[1];
  return `Cannot read ${name} of ${what}: it has no such field` +
    (path === undefined ? `; available: ${names.join(", ")}.` : `; did you mean ${path}?`);
}
