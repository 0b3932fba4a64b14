// What Node has from 26 on, for versions before: Temporal, and the methods of the standard library that are
// used here, with the options that are used here.
import { Buffer } from "node:buffer";
import { createRequire } from "node:module";
import process from "node:process";

const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 13)) {
  throw new Error(
    `lifeframe needs Node 22.13, Deno 2.9.6 or Bun 1.4, or later; this is Node ${process.versions.node}`,
  );
}

/** The methods: where each belongs, and what it does. */
export const STANDARD = [
  ...[Map.prototype, WeakMap.prototype].flatMap((owner) => [
    [owner, "getOrInsert", function (key, value) {
      if (!this.has(key)) this.set(key, value);
      return this.get(key);
    }],
    [owner, "getOrInsertComputed", function (key, compute) {
      if (!this.has(key)) this.set(key, compute(key));
      return this.get(key);
    }],
  ]),
  [RegExp, "escape", function (text) {
    const code = (sign) => {
      const hex = sign.charCodeAt(0).toString(16);
      return hex.length > 2 ? `\\u${hex.padStart(4, "0")}` : `\\x${hex.padStart(2, "0")}`;
    };
    return Array.from(text, (sign, at) => {
      if (/[\^$\\.*+?()[\]{}|/]/.test(sign)) return `\\${sign}`;
      const named = "\t\n\v\f\r".indexOf(sign);
      if (named >= 0) return `\\${"tnvfr"[named]}`;
      const isFirst = at === 0 && /[0-9A-Za-z]/.test(sign);
      return isFirst || /[,\-=<>#&!%:;@~'`"\s]/.test(sign) ? code(sign) : sign;
    }).join("");
  }],
  [Uint8Array.prototype, "toHex", function () {
    return asBuffer(this).toString("hex");
  }],
  [Uint8Array, "fromHex", function (text) {
    if (!/^(?:[0-9a-f]{2})*$/i.test(text)) throw new SyntaxError("Cannot read hex: it is damaged");
    return Uint8Array.from(Buffer.from(text, "hex"));
  }],
  [
    Uint8Array.prototype,
    "toBase64",
    function ({ alphabet = "base64", omitPadding = false } = {}) {
      const text = asBuffer(this).toString(alphabet).replace(/=+$/, "");
      return omitPadding ? text : text.padEnd(Math.ceil(text.length / 4) * 4, "=");
    },
  ],
  [Uint8Array, "fromBase64", function (text, { alphabet = "base64" } = {}) {
    const [, letters, end] = /^(.*?)(=*)$/.exec(text.replace(/[\t\n\f\r ]/g, ""));
    const isWhole = end === "" || (end.length <= 2 && (letters.length + end.length) % 4 === 0);
    const wanted = alphabet === "base64" ? /^[A-Za-z0-9+/]*$/ : /^[A-Za-z0-9_-]*$/;
    if (!isWhole || letters.length % 4 === 1 || !wanted.test(letters)) {
      throw new SyntaxError(`Cannot read ${alphabet}: it is damaged`);
    }
    return Uint8Array.from(Buffer.from(letters, alphabet));
  }],
];

function asBuffer(bytes) {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

for (const [owner, name, value] of STANDARD) {
  if (name in owner) continue;
  Object.defineProperty(owner, name, { value, writable: true, configurable: true });
}
if (!("Temporal" in globalThis)) createRequire(import.meta.url)("temporal-polyfill/global");
