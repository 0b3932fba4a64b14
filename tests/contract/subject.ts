import type { Names } from "../../src/api/fields/names.ts";
import { createService } from "../../src/service/createService.ts";
import { openStore } from "../../src/store/openStore.ts";
import type { Case } from "./cases.ts";
import { CASES, LAST_CASES } from "./cases.ts";
import { ERROR_CASES } from "./errorCases.ts";
import { FILE_CASES } from "./fileCases.ts";
import { OWN_TYPE_CASES } from "./ownTypeCases.ts";
import type { Subject } from "./runCases.ts";
import type { Service } from "../../src/service/service.ts";

/** All cases, in order, for one service. */
export const ALL_CASES: readonly Case[] = [
  ...CASES,
  ...FILE_CASES,
  ...OWN_TYPE_CASES,
  ...ERROR_CASES,
  ...LAST_CASES,
];

/** Replacements of the neutral words. */
export const WORDS = { svc: "acme", mobile: "phone", map: "gps", health_sdk: "vitals" };

const OPERATOR = "operator-secret", STORAGE = "storage-secret";

/** Creates an empty service. */
export function emptyService(names: Names): Service {
  return createService({
    store: openStore(),
    names,
    operatorToken: OPERATOR,
    storageSecret: STORAGE,
  });
}

/** Returns the subject of the cases for a service in this process or at an address. */
export async function subject(
  service: Service,
  names: Names,
  url = "http://localhost",
): Promise<Subject> {
  const [svc_userid, other] = [await service.owner(), crypto.randomUUID()];
  return {
    url,
    fetch: url === "http://localhost" ? (request) => service.fetch(request) : fetch,
    names,
    known: { svc_userid, other },
    tokens: {
      user: await service.issueToken(svc_userid),
      other: await service.issueToken(other),
      operator: OPERATOR,
      storage: STORAGE,
    },
  };
}
