import { assert, assertEquals } from "@std/assert";
import { fromWire, isFreeBody, type Names, toWire } from "../../src/api/fields/names.ts";
import type { Case } from "./cases.ts";

/** A service under test. */
export interface Subject {
  readonly url: string;
  readonly fetch: (request: Request) => Promise<Response>;
  /** Bearer tokens of the callers. */
  readonly tokens: { readonly [who in Exclude<NonNullable<Case["as"]>, "none">]: string };
  /** Initial values of placeholders: `svc_userid` and `other`. */
  readonly known: { readonly [name: string]: string };
  readonly names: Names;
  /** Called for each answer with the expected status and type. @default none */
  readonly onAnswer?: (one: Case, response: Response, body: string) => void;
}

/** Makes all calls in order, and returns the errors. */
export async function runCases(subject: Subject, cases: readonly Case[]): Promise<string[]> {
  const known = { ...subject.known };
  const faults: string[] = [];
  for (const [i, one] of cases.entries()) {
    try {
      await runCase(subject, one, known);
    } catch (error) {
      faults.push(`${i} ${one.operation} (${one.status}): ${(error as Error).message}`);
    }
  }
  return faults;
}

async function runCase(
  subject: Subject,
  one: Case,
  known: { [name: string]: string },
): Promise<void> {
  const outward = toWire(subject.names), inward = fromWire(subject.names);
  const filled = <T>(given: T): T =>
    JSON.parse(
      JSON.stringify(given ?? null).replaceAll(/\{(\w+)(?:#(\d))?\}/g, (all, name, part) => {
        const value = known[name] ?? all;
        return part === undefined ? value : value.split("/")[Number(part)]!;
      }),
    );
  const [method, template] = one.operation.split(" ") as [string, string];
  const values: Record<string, string> = { ...known, ...filled(one.path) };
  const isAddress = template.startsWith("{");
  const path = isAddress ? "" : outward.path(template).replaceAll(
    /\{(\w+)\}/g,
    (_, name) => encodeURIComponent(values[name]!),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filled(one.query) ?? {})) {
    for (const each of [value].flat()) {
      query.append(outward.name(name), outward.queryValue(name, each as string));
    }
  }
  const isFree = isFreeBody(template, values["data_type"]);
  const renamed = (given: unknown) => isFree ? given : outward.json(given);
  const [text, type] = one.lines !== undefined
    ? [
      filled(one.lines).map((line) => JSON.stringify(renamed(line))).join("\n"),
      "application/x-jsonl",
    ]
    : one.form !== undefined
    ? [String(new URLSearchParams(filled(one.form))), "application/x-www-form-urlencoded"]
    : one.content !== undefined
    ? [one.content, "text/plain"]
    : one.body !== undefined
    ? [JSON.stringify(renamed(filled(one.body))), "application/json"]
    : [undefined, undefined];
  const body = text === undefined ? undefined : new TextEncoder().encode(text);
  const who = one.as ?? "user";
  const headers = new Headers(type === undefined ? {} : { "content-type": type });
  if (who !== "none") headers.set("authorization", `Bearer ${subject.tokens[who]}`);
  if (body !== undefined) headers.set("content-length", String(body.length));
  const url = isAddress ? filled(template) : `${subject.url}${path}?${query}`;
  const response = await subject.fetch(
    new Request(url, {
      method,
      headers,
      redirect: "manual",
      ...(body === undefined ? {} : { body }),
    }),
  );
  const answer = await response.text();
  assertEquals(response.status, one.status, answer.slice(0, 300));
  if (one.status === 303) assertEquals(response.headers.get("location"), path);
  const expected = one.status === 204 || one.status === 303 ? null : one.type ?? "application/json";
  assertEquals(response.headers.get("content-type")?.split(";")[0] ?? null, expected);
  if (one.allow !== undefined) assertEquals(response.headers.get("allow"), one.allow);
  for (const part of one.holds ?? []) assert(answer.includes(part), `${part} is not in ${answer}`);
  subject.onAnswer?.(one, response, answer);
  assert(response.headers.get("x-request-id") !== null, "no request id");
  if (!outward.same) assertForeign(answer);
  if (!/[/+]json$/.test(expected ?? "")) return;
  const json = inward.json(JSON.parse(answer));
  if (expected === "application/problem+json") assertInstance(json, url);
  if (one.expect !== undefined) assertPart(json, filled(one.expect), "");
  for (const [name, place] of Object.entries(one.keep ?? {})) known[name] = at(json, place);
}

/** Asserts that no key of the answer contains a neutral word. */
function assertForeign(text: string): void {
  const found = /"(?:\w+_)?(?:svc_|mobile_|map_location)\w*":/.exec(text);
  assert(found === null, `a neutral word is in the answer: ${found?.[0]}`);
}

/** Asserts that a problem contains the full address of the request, without secrets or query. */
function assertInstance(problem: unknown, url: string): void {
  const { origin, pathname } = new URL(url);
  const shown = pathname.replace(/(?<=\/file_content\/).*/, "...");
  assertEquals((problem as { instance: string }).instance, origin + shown);
}

function at(json: unknown, place: string): string {
  let value = json;
  for (const key of place.split(".")) value = (value as Record<string, unknown>)[key];
  return String(value);
}

/** Asserts that a value contains another: objects may contain more, arrays may not. */
function assertPart(value: unknown, part: unknown, place: string): void {
  if (typeof part !== "object" || part === null) {
    assertEquals(value, part, `${place} is ${JSON.stringify(value)}, not ${JSON.stringify(part)}`);
    return;
  }
  assert(typeof value === "object" && value !== null, `${place} is ${JSON.stringify(value)}`);
  if (Array.isArray(part)) {
    assertEquals((value as unknown[]).length, part.length, `length of ${place || "the answer"}`);
  }
  for (const [key, inner] of Object.entries(part)) {
    assertPart((value as Record<string, unknown>)[key], inner, `${place}.${key}`);
  }
}
