import type { RecordColumns } from "../api/fields/endpoint.ts";
import { ApiError } from "./errors/apiError.ts";
import type { Nouns } from "./nouns.ts";
import { shareInFlight } from "./http/shareInFlight.ts";
import { ownColumns } from "./response/ownColumns.ts";

/** Lookups in the catalogs for responses that do not say which columns they have. */
export interface TypeLookups {
  /**
   * Returns the value column of each metric. It asks the catalog again if a given metric is
   * unknown.
   */
  valueColumns(metrics: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /**
   * Returns the columns of the fields that only a user-defined type has; empty for a missing type.
   */
  ownColumns(dataType: string): Promise<RecordColumns>;
}

/** Creates lookups that remember the answers: the fields of a type do not change. */
export function typeLookups(nouns: () => Nouns): TypeLookups {
  const shareCatalog = () =>
    shareInFlight(async () => {
      const catalog = await emptyIfAbsent(nouns().metrics.catalog());
      return new Map<string, string>(
        (catalog ?? []).map(({ name, value_column }) => [name, value_column]),
      );
    });
  let valueColumns = shareCatalog();
  const asking = new Map<string, Promise<RecordColumns | undefined>>();
  const askColumns = async (dataType: string): Promise<RecordColumns | undefined> => {
    const entries = await emptyIfAbsent(
      nouns().catalog.list({
        data_type: dataType,
        include_archived: true,
      }),
    );
    const entry = entries?.find(({ id }) => id === dataType); // some services ignore the argument
    return entry && ownColumns(entry);
  };
  return {
    valueColumns: async (metrics) => {
      const columns = await valueColumns();
      if (metrics.every((metric) => columns.has(metric))) return columns;
      valueColumns = shareCatalog();
      return await valueColumns();
    },
    ownColumns: async (dataType) => {
      const asked = asking.get(dataType) ?? askColumns(dataType);
      asking.set(dataType, asked); // pieces of a long range ask at the same time
      const columns = await asked.catch((error) => {
        asking.delete(dataType);
        throw error;
      });
      if (columns === undefined) asking.delete(dataType); // it may be defined, or shared, later
      return columns ?? {};
    },
  };
}

/** Statuses of a catalog that a service does not have or does not show. */
const ABSENT: ReadonlySet<number | undefined> = new Set([403, 404, 405, 501]);

/** Returns `undefined` if the catalog is missing: the response can still be read without it. */
async function emptyIfAbsent<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ApiError && ABSENT.has(error.status)) return undefined;
    throw error;
  }
}
