import { assert, assertEquals } from "@std/assert";
import { api } from "../../src/api/api.ts";
import { type Endpoint, type Fields, splitRoute } from "../../src/api/fields/endpoint.ts";
import { pathField } from "../../src/api/fields/pathFields.ts";
import { connect } from "../../src/client/connect.ts";
import { columnNames, frameHeight } from "../../src/frame/polars/seriesOf.ts";
import type { Case } from "./cases.ts";
import { otherServer } from "./otherServer.ts";
import { ALL_CASES, emptyService, subject, WORDS } from "./subject.ts";
import type { Frame } from "../../src/frame/polars/frame.ts";
import type { Service } from "../../src/service/service.ts";

/** Operations of the tables by method and path: noun, name and row. */
const OPERATIONS = new Map<string, { noun: string; name: string; endpoint: Endpoint }>(
  Object.entries(api).flatMap(([noun, rows]) =>
    Object.entries(rows as Record<string, Endpoint>).map(([name, endpoint]) => {
      const { method, path } = splitRoute(endpoint.route);
      return [`${method} ${path}`, { noun, name, endpoint }] as const;
    })
  ),
);

type Method = (args: unknown, options: unknown) => Promise<unknown>;

/** Makes every successful call of the cases through a client, and returns the answers. */
async function callAll(
  service: Service,
  names: typeof WORDS | Record<never, never>,
  serve: (request: Request) => Response | Promise<Response>,
): Promise<Map<string, unknown>> {
  const { known: first, tokens } = await subject(service, names);
  const known: Record<string, string> = { ...first };
  const answers = new Map<string, unknown>();
  const clientOf = (token: string) =>
    connect({
      baseUrl: "http://localhost",
      token,
      names,
      userid: first["svc_userid"],
      fetch: serve,
      retry: { limit: 0 },
      warn: () => {},
    });
  const clients = Object.fromEntries(
    Object.entries(tokens).map(([who, token]) => [who, clientOf(token)]),
  );
  for (const [i, one] of ALL_CASES.entries()) {
    if (one.status >= 400 || one.isElsewhere) continue;
    const operation = OPERATIONS.get(one.operation);
    const label = `${i} ${one.operation}`;
    if (operation === undefined) {
      await raw(one, service, known, tokens);
      continue;
    }
    const { noun, name, endpoint } = operation;
    const client = clients[one.as ?? "user"] ?? clients["user"]!;
    const method = (client.api as unknown as Record<string, Record<string, Method>>)[noun]![name]!;
    try {
      const options = one.as === "operator" || one.as === "storage"
        ? { secret: tokens[one.as] }
        : {};
      const result = await method(argumentsOf(one, endpoint, known), options);
      answers.set(label, result);
      for (const [kept, place] of Object.entries(one.keep ?? {})) {
        known[kept] = at(result, place);
      }
    } catch (error) {
      throw new Error(`${label}: ${(error as Error).message}`, { cause: error });
    }
  }
  return answers;
}

/** Returns the arguments of a case, in the types that the client takes. */
function argumentsOf(one: Case, endpoint: Endpoint, known: Record<string, string>): object {
  const values = { ...known, ...filled(one.path, known) } as Record<string, string>;
  const path = [...endpoint.route.matchAll(/\{(\w+)\??\}/g)].map(([, name]) => name!)
    .filter((name) => values[name] !== undefined)
    .map((name) => [name, typed(pathField(name).kind, values[name]!)]);
  const fields: Fields = endpoint.query ?? {};
  const given: [string, string | string[]][] = Object.entries(filled(one.query, known) ?? {});
  const query = given.filter(([name]) => fields[name] !== undefined).map(([name, value]) => {
    const { kind, list, commas } = fields[name]!;
    const each = [value].flat().flatMap((text) => commas ? text.split(",") : [text])
      .map((text) => typed(kind, text));
    return [name, list ? each : each[0]];
  });
  const body = one.lines ?? one.body;
  return {
    ...Object.fromEntries([...path, ...query]),
    ...(endpoint.body === undefined ? {} : { body: filled(body ?? {}, known) }),
  };
}

function typed(kind: string, text: string): unknown {
  if (kind === "boolean") return /^(?:1|true)$/i.test(text);
  return kind === "number" || kind === "integer" ? Number(text) : text;
}

// deno-lint-ignore no-explicit-any -- whatever a case says
function filled(given: unknown, known: Record<string, string>): any {
  return JSON.parse(
    JSON.stringify(given ?? null).replaceAll(
      /\{(\w+)(?:#(\d))?\}/g,
      (all, name, part) => part === undefined ? known[name] ?? all : known[name]!.split("/")[part]!,
    ),
  );
}

function at(json: unknown, place: string): string {
  let value = json;
  for (const key of place.split(".")) value = (value as Record<string, unknown>)[key];
  return String(value);
}

/** Sends a request that no client makes, such as an upload, directly to the service. */
async function raw(
  one: Case,
  service: Service,
  known: Record<string, string>,
  tokens: Record<string, string>,
): Promise<void> {
  if (one.content === undefined) return;
  const [method, address] = one.operation.split(" ") as [string, string];
  const url = filled(address, known) as string;
  const body = new TextEncoder().encode(one.content);
  const headers: Record<string, string> = {
    "content-type": "text/plain",
    "content-length": String(body.length),
  };
  if (one.as !== "none") headers["authorization"] = `Bearer ${tokens[one.as ?? "user"]}`;
  const response = await service.fetch(new Request(url, { method, headers, body }));
  assertEquals(response.status, one.status, await response.text());
}

/** Returns whether an answer is a frame. */
function isFrame(answer: unknown): answer is Frame {
  return typeof (answer as Frame | undefined)?.writeIPC === "function";
}

/**
 * Returns the properties that two services with the same history share: rows, columns, and the
 * structure of JSON.
 */
function shapeOf(answer: unknown): unknown {
  if (isFrame(answer)) {
    return {
      rows: frameHeight(answer),
      columns: columnNames(answer).filter((name) => !ADDED.has(name)),
    };
  }
  if (answer instanceof Uint8Array) return answer.length;
  if (Array.isArray(answer)) return answer.length;
  if (typeof answer === "object" && answer !== null) {
    return Object.keys(answer).filter((name) => name !== "more").sort();
  }
  return answer;
}

const ADDED: ReadonlySet<string> = new Set(["value_src", "more"]);

for (const [words, names] of [["neutral words", {}], ["other names", WORDS]] as const) {
  Deno.test(`a client's calls that succeed here also succeed at another service, under ${words}`, async () => {
    const [ours, theirs] = [emptyService(names), emptyService(names)];
    try {
      const plain = await callAll(ours, names, ours.fetch);
      const other = await callAll(theirs, names, otherServer(theirs.fetch));
      assertEquals([...other.keys()], [...plain.keys()]);
      for (const [label, answer] of plain) {
        assertEquals(shapeOf(other.get(label)), shapeOf(answer), label);
      }
      const called = new Set([...other.keys()].map((label) => label.replace(/^\d+ /, "")));
      const missing = [...OPERATIONS.keys()].filter((operation) => !called.has(operation));
      assertEquals(missing, [], "operations without a call that succeeds");
      assert(other.size > OPERATIONS.size);
    } finally {
      await ours.close();
      await theirs.close();
    }
  });
}
