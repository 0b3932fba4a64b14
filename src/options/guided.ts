import { suggest } from "./suggest.ts";

/** Members that tools ask any object for; the answer is that it has none. */
const ASKED_BY_TOOLS: ReadonlySet<string> = new Set([
  "$$typeof",
  "asymmetricMatch",
  "length",
  "nodeType",
  "size",
  "splice",
  "tagName",
  "then",
  "toJSON",
]);

/**
 * Makes an object that rejects members it does not have: in a notebook, where nothing checks types, a
 * misspelt member would otherwise be `undefined`, and arithmetic with it NaN.
 *
 * @param members Members of the object, own and enumerable.
 * @param missing Message for a name that is not a member; undefined leaves the member `undefined`.
 * @param refuse Throws if the object is called as a function. @default the engine throws
 */
export function guided<T extends object>(
  members: T,
  missing: (name: string, names: readonly string[]) => string | undefined,
  refuse?: () => never,
): T {
  const guide = new Proxy(Object.prototype, {
    get: (target, name, receiver) => {
      if (typeof name === "symbol" || name in target || ASKED_BY_TOOLS.has(name)) {
        return Reflect.get(target, name, receiver);
      }
      const message = missing(name, Object.keys(members));
      if (message !== undefined) throw new TypeError(message);
      return undefined;
    },
  });
  const object = refuse === undefined ? Object.create(guide) : bare(refuse, guide);
  return Object.freeze(Object.defineProperties(object, Object.getOwnPropertyDescriptors(members)));
}

/** Takes from a function everything but the call. */
function bare(call: () => never, prototype: object): object {
  for (const name of ["length", "name"]) Reflect.deleteProperty(call, name);
  return Object.setPrototypeOf(call, prototype);
}

/** Message for a field that a result does not have. */
export function noField(what: string): (name: string, names: readonly string[]) => string {
  return (name, names) =>
    `Cannot read ${name} of ${what}: there is no such field${suggest(name, names)}.`
      .replace("?.", "?");
}
