import { AsyncLocalStorage } from "node:async_hooks";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { besideModule } from "../options/besideModule.ts";
import { isFrame } from "../options/describeValue.ts";
import type { WORDS as GERMAN } from "./de.ts";

/**
 * English message with placeholders: `"{n} {n|night|nights} without data"`. `{n}` is replaced with
 * a value, `{n|night|nights}` with the word that fits the number `n`. A last part after `|` outside
 * braces only distinguishes equal messages: `"Light|stage"` is written "Light".
 */
export type Message = keyof typeof GERMAN;

/** Names of the placeholders of a message. */
type Names<M extends string> = M extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `${infer Count}|${string}` ? Count : Name) | Names<Rest>
  : never;

/** Values of the placeholders of a message; nothing if it has none. */
type Values<M extends string> = [Names<M>] extends [never] ? []
  : [values: { readonly [Name in Names<M>]: string | number }];

/** Table of a language: has each message of the German table, with the same placeholders. */
type Fits<Table> = {
  readonly [M in Message]: M extends keyof Table
    ? [Names<M>, Names<Table[M] & string>] extends [Names<Table[M] & string>, Names<M>] ? string
    : ["other placeholders than", M]
    : string;
};

type Complete<Table extends Fits<Table>> = Table;

/**
 * Tables of all languages: the compiler names each message that is missing in one or has other
 * placeholders.
 */
export type Tables = [Complete<typeof GERMAN>];

/** A language of words and numbers. */
interface Language {
  /** BCP 47 name of the format of numbers. */
  readonly tag: string;
  /** Name of the language of the words: `en` without a table. */
  readonly code: string;
  /** Messages by their English text; `undefined` for English. */
  readonly words: ReadonlyMap<string, string> | undefined;
  /** Chooses the word that fits a number. */
  readonly form: (count: number, forms: readonly string[]) => string;
  /** Options for formatting times. */
  readonly times?: HasLocale;
}

/** Table of each language other than English, loaded when it is first used. */
const TABLES: Readonly<Record<string, () => URL>> = {
  de: () => besideModule("./de.ts", import.meta),
};

/** Languages that write nouns with a capital letter within a sentence. */
const CAPITAL_NOUNS = ["de"];

/** Options for texts: the language, and the pattern of times. */
interface HasLocale {
  readonly locale?: string | { readonly code: string } | undefined;
  readonly timeFormat?: string | undefined;
}

const scope = new AsyncLocalStorage<Language>();
const known = new Map<string, Language>();

/** Plural categories in the order of the words of a message. */
const CATEGORIES = ["zero", "one", "two", "few", "many", "other"] as const;

function languageOf(tag: string): Language {
  const found = known.get(tag);
  if (found !== undefined) return found;
  const { language } = new Intl.Locale(tag), url = TABLES[language]?.();
  const words = url && readTable(url), code = words === undefined ? "en" : language;
  const rules = new Intl.PluralRules(code), own = rules.resolvedOptions().pluralCategories;
  const order = CATEGORIES.filter((category) => own.includes(category));
  const [numbers = "en-US"] = Intl.NumberFormat.supportedLocalesOf(tag);
  const made: Language = {
    tag: numbers,
    code,
    words,
    form: (count, forms) => forms[order.indexOf(rules.select(count))] ?? forms.at(-1) ?? "",
  };
  known.set(tag, made);
  return made;
}

/**
 * Loads a table synchronously, because charts are laid out synchronously. Returns `undefined` if
 * this library is itself loaded over the network, which cannot be synchronous.
 */
function readTable(url: URL): Language["words"] {
  if (url.protocol !== "file:") return undefined;
  const module: { readonly WORDS: Record<string, string> } = createRequire(url)(fileURLToPath(url));
  return new Map(Object.entries(module.WORDS));
}

/**
 * Runs a function in which all words and numbers are in the language of a locale, even after it
 * awaits. Without a locale, they stay in the current language, which is English by default.
 *
 * @param options Its `locale` is a BCP 47 name, or a locale of date-fns. Other values are left to
 * the function, which checks them.
 */
export function inLanguage<T>(options: HasLocale | null | undefined, work: () => T): T {
  const { locale, timeFormat }: HasLocale = isFrame(options) ? {} : options ?? {}; // reads no frame
  const tag = typeof locale === "string" ? locale : locale?.code;
  if (tag === undefined && timeFormat === undefined) return work();
  const around = scope.getStore(),
    times = {
      ...around?.times,
      ...(locale === undefined ? {} : { locale }),
      ...(timeFormat === undefined ? {} : { timeFormat }),
    };
  if (tag === undefined) return scope.run({ ...around ?? languageOf("en-US"), times }, work);
  try {
    new Intl.Locale(tag);
  } catch {
    return work(); // not a BCP 47 name
  }
  return scope.run({ ...languageOf(tag), times }, work);
}

/** Returns the current locale and time pattern. */
export function timeOptions(): HasLocale {
  return scope.getStore()?.times ?? {};
}

/** Returns a function that runs another in the language that is current now, for later work. */
export function keepLanguage(): <T>(work: () => T) => T {
  const language = scope.getStore();
  return (work) => language === undefined ? work() : scope.run(language, work);
}

/** Returns the name of the language of the words, for `lang` in HTML: `en`, `de`. */
export function languageCode(): string {
  return scope.getStore()?.code ?? "en";
}

/** Returns whether nouns have a capital letter within a sentence. */
export function hasCapitalNouns(): boolean {
  return CAPITAL_NOUNS.includes(languageCode());
}

/**
 * Returns a message in the current language. Numbers have its decimal and thousands separators;
 * pass years, and numbers with a fixed number of decimals, as texts.
 */
export function say<M extends Message>(message: M, ...[values]: Values<M>): string {
  const language = scope.getStore();
  const text = language?.words?.get(message) ?? message.replace(/\|[^|}]*$/, "");
  return values === undefined ? text : fill(text, values, language);
}

/** Returns the name of a measure or stage in the current language, if its table has the name. */
export function term(name: string): string {
  return scope.getStore()?.words?.get(name) ?? name;
}

const PLACEHOLDER = /\{(\w+)((?:\|[^|}]*)*)\}/g;

function fill(
  text: string,
  values: Readonly<Record<string, string | number>>,
  language: Language = languageOf("en-US"),
): string {
  return text.replaceAll(PLACEHOLDER, (_, name: string, forms: string) => {
    const value = values[name];
    if (forms !== "") return language.form(Number(value), forms.slice(1).split("|"));
    if (typeof value !== "number") return value ?? "";
    return value >= 1000 ? numberText(value) : decimalText(String(value)); // a year is a text
  });
}

/** Returns the locale of the format of numbers. */
export function numberLocale(): string {
  return scope.getStore()?.tag ?? "en-US";
}

/** Formats by locale and options: creating one takes as long as formatting hundreds of numbers. */
const formats = new Map<string, Intl.NumberFormat>();

/** Maximum number of cached formats; locales can have any private part. */
const MOST_FORMATS = 200;

/** Formats a number with the separators of the language: `1,234.5`, `1.234,5`. */
export function numberText(value: number | bigint, options: Intl.NumberFormatOptions = {}): string {
  const locale = numberLocale(), key = `${locale} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? new Intl.NumberFormat(locale, options);
  if (formats.size >= MOST_FORMATS) formats.clear();
  formats.set(key, format);
  return format.format(value);
}

/** Replaces the point of a number such as `12.50` by the decimal separator of the language. */
export function decimalText(digits: string): string {
  const tag = scope.getStore()?.tag;
  if (tag === undefined || !digits.includes(".")) return digits;
  return digits.replace(".", (0.5).toLocaleString(tag).replaceAll(/\p{Nd}/gu, ""));
}

/** Rounds a percentage: only a share of 0 is 0 %, and only the whole is 100 %. */
export function percentText(percent: number, decimals = 0): string {
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  const least = 10 ** -decimals, most = 100 - least;
  if (percent > 0 && percent < least) return `< ${numberText(least, digits)} %`;
  if (percent > most && percent < 100) return `> ${numberText(most, digits)} %`;
  return `${numberText(percent, digits)} %`;
}

/** Lists texts in a sentence: `A`, `A and B`, `A, B and C`. */
export function listed(texts: readonly string[]): string {
  const code = languageCode();
  return new Intl.ListFormat(code === "en" ? "en-GB" : code).format(texts);
}
