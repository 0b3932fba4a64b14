/**
 * Sends requests to every operation of the service's own `/openapi.json`, and checks every answer.
 * @module
 */
import fc from "fast-check";
import { contentCheck, type Document, type Schema } from "../helpers/documentCheck.ts";
import { type Embedded, embedded } from "../service/embedded.ts";
import { type FuzzRequest, type Known, operationsOf, requestsOf } from "./fuzzRequests.ts";

/** Results of a fuzzing run. */
export interface FuzzFigures {
  readonly requests: number;
  /** Number of answers by status. */
  readonly byStatus: Readonly<Record<string, number>>;
  /** Operations with at least one successful answer. */
  readonly succeeded: ReadonlySet<string>;
  /** Answers with a status, media type or body that is not in the document. */
  readonly undocumented: readonly string[];
  /** Answers with 5xx. */
  readonly failed5xx: readonly string[];
  /** Duration of the slowest answer in ms. */
  readonly slowest: number;
  /** Request with the slowest answer. */
  readonly slowestRequest: string;
}

/** Number of requests after which their results are requested as well. */
const ROUND = 250;

/** Types of the records that are sent, in addition to the user's own types. */
const TYPES = ["HeartRate", "StepCount", "SleepStage", "DeletedRecord"];

/** Operations that are called ten times as often: schemas of users, and records that they check. */
const OFTEN = ["catalog.define", "ingest.record"];

const OPERATOR = "operator", STORAGE = "storage";

/** Sends `cases` requests, which only depend on the seed, and checks their answers. */
export async function runFuzz(
  { cases, seed }: { cases: number; seed: number },
): Promise<FuzzFigures> {
  await using here = await embedded({ operatorToken: OPERATOR, storageSecret: STORAGE });
  const root = strict(await here.json<Document & Schema>("GET /openapi.json", { token: null }));
  const check = contentCheck(root);
  const operations = operationsOf(root).flatMap((one) =>
    Array<typeof one>(OFTEN.includes(one.operationId) ? 10 : 1).fill(one)
  );
  const other = crypto.randomUUID();
  const fixed = [here.userid, other, crypto.randomUUID()];
  const made = new Map<string, string[]>(), types = new Map<string, Schema>();
  for (const type of TYPES) types.set(type, await schemaOf(here, type));
  const byStatus: Record<string, number> = {}, succeeded = new Set<string>();
  const undocumented: string[] = [], failed5xx: string[] = [];
  let slowest = 0, slowestRequest = "", requests = 0;
  while (requests < cases) {
    const known: Known = { root, ids: [...fixed, ...[...made.values()].flat()], made, types };
    const arbitrary = fc.constantFrom(...operations).chain((one) => requestsOf(one, known));
    const numRuns = Math.min(ROUND, cases - requests);
    for (const request of fc.sample(arbitrary, { numRuns, seed: seed + requests })) {
      const { operation: { operationId, responses }, target, body } = request;
      const began = performance.now();
      const response = await send(here, request, await tokenFor(here, other, request));
      const answer = await response.text();
      const took = performance.now() - began;
      const { status, ok } = response;
      const what = `${operationId} ${target} ${body?.slice(0, 2000)} answered ${status}`;
      if (took > slowest) [slowest, slowestRequest] = [took, what];
      byStatus[status] = (byStatus[status] ?? 0) + 1;
      if (ok) succeeded.add(operationId);
      if (status >= 500) failed5xx.push(`${what} ${answer} ${here.log.at(-1)?.error}`);
      const type = response.headers.get("content-type")?.split(";")[0] ?? "";
      const documented = responses[status];
      const fault = documented === undefined
        ? `${status} is not in the document`
        : documented.content !== undefined
        ? check(documented.content, type, answer)
        : answer === ""
        ? ""
        : "its body is not in the document";
      if (fault !== "") undocumented.push(`${what}: ${fault}: ${answer.slice(0, 300)}`);
      if (ok && request.operation.method !== "GET" && type === "application/json") {
        const noun = operationId.split(".")[0]!;
        const ids = [...(made.get(noun) ?? []), ...idsIn(JSON.parse(answer))];
        made.set(noun, ids.filter((id) => !fixed.includes(id)).slice(-8));
        if (operationId === "catalog.define") {
          const { id } = JSON.parse(answer);
          if (request.who === "owner") types.set(id, await schemaOf(here, id));
        }
      }
    }
    for (const type of [...types.keys()].slice(TYPES.length, -20)) types.delete(type);
    requests += numRuns;
  }
  return {
    requests,
    byStatus,
    succeeded,
    undocumented,
    failed5xx,
    slowest: Math.round(slowest),
    slowestRequest,
  };
}

/** Returns the document with error bodies whose distinguishing fields are required. */
function strict(document: Document & Schema): Document & Schema {
  const { schemas } = document.components;
  const required = {
    ValidationError: ["detail"],
    ProblemDocument: ["status", "title", "type", "detail"],
  };
  const told = Object.entries(required)
    .map(([name, required]) => [name, { ...schemas[name], required }]);
  const all = { ...schemas, ...Object.fromEntries(told) };
  return { ...document, components: { ...document.components, schemas: all } };
}

async function schemaOf(here: Embedded, type: string): Promise<Schema> {
  const token = await here.service.issueToken(here.userid);
  return await here.json<Schema>(`GET /data/v1/catalog/${type}/v1/schema`, { token });
}

function send(here: Embedded, request: FuzzRequest, token: string | null): Promise<Response> {
  const { operation: { method }, target, type, body } = request;
  return here.send(`${method} ${target}`, {
    token,
    ...(body === undefined ? {} : { body }),
    headers: type === "" ? {} : { "content-type": type },
  });
}

/** Returns the texts in an answer that are, or end in, an id. */
function idsIn(value: unknown): string[] {
  if (typeof value === "string") {
    const [whole, , id] = /^(\w+\/)?([0-9a-f-]{36})$/.exec(value) ?? [];
    return [...new Set([whole, id])].filter((one) => one !== undefined);
  }
  return Object.values(Object(value)).flatMap(idsIn);
}

/** Returns a new token for each request, since requests can also revoke tokens. */
async function tokenFor(
  here: Embedded,
  other: string,
  request: FuzzRequest,
): Promise<string | null> {
  const { operation: { security }, who } = request;
  if (security?.length === 0 || who === "nobody") return null;
  const scheme = Object.keys(security?.[0] ?? {})[0];
  if (scheme === "operator") return OPERATOR;
  if (scheme === "storage") return STORAGE;
  return await here.service.issueToken(who === "owner" ? here.userid : other);
}
