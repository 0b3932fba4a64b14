import { obeyCell } from "../options/callSignal.ts";
import type { Endpoint, Endpoints, Fields } from "../api/fields/endpoint.ts";
import { sleep } from "../api/sleep.ts";
import { elapsedMicros } from "../time/length.ts";
import { fromMicros } from "../time/instant.ts";
import { type Interval, type Range, toInterval } from "../time/interval.ts";
import type { OnProgress } from "../progress/progress.ts";
import { actionOf } from "./request/actionOf.ts";
import { callZone } from "./request/callZone.ts";
import { checkArguments } from "./request/checkArguments.ts";
import { countCycles, joinFrames, joinNights, joinRecords } from "./pieces/joinPieces.ts";
import {
  countPieces,
  evenCuts,
  findGap,
  GAP_MARGIN,
  gridCuts,
  MOST_PIECES,
} from "./pieces/cuts.ts";
import { createPieceCache, type PieceCache } from "./pieces/pieceCache.ts";
import { inParallel } from "./pieces/inParallel.ts";
import { pieceProgress } from "./pieces/pieceProgress.ts";
import type { Frame } from "../frame/polars/frame.ts";
import type { ArgumentValues } from "./request/argumentValues.ts";
import type { Call, CallOptions, Settings } from "./call.ts";
import { DAY_MICROS } from "../time/units.ts";
import { zone as readZone } from "../time/zone.ts";

/** Default lengths of pieces; the number of rows of a grid limits them too. */
const LENGTHS = {
  records: 31n * DAY_MICROS,
  nights: 92n * DAY_MICROS,
  grid: 366n * DAY_MICROS,
} as const;

/** A call that is being made in pieces. */
interface LongCall {
  readonly call: Call;
  readonly endpoint: Endpoint;
  readonly args: ArgumentValues;
  readonly range: Interval;
  readonly options: CallOptions & {
    readonly concurrency: number;
    readonly onProgress: OnProgress;
  };
  readonly kept: PieceCache;
  /** Identifies the pieces of this call. */
  readonly key: string;
}

/**
 * Wraps a call so that it requests a long range in pieces, a few at a time, and joins them. The
 * frame is identical to the frame of a single request. Each piece is retried separately; the first
 * final failure, or the signal, ends all of them. Pieces that have arrived by then stay in the
 * client's memory for a quarter of an hour (at most 256 MB). If the same call is made again, it
 * requests only the missing ones.
 *
 * - A grid is cut between its slots, calendar windows between windows. A mean since the start of
 * the range (`rollingmean`) cannot be cut.
 * - Records are cut anywhere. A record that crosses a cut counts in the earliest piece that has it.
 * - Nights are cut where no sample of any kind exists for longer than `cycle_gap`. Such a gap also
 * ends a cycle in a single request, so no cut adds a boundary or clips a sample. Numbers continue
 * from piece to piece and include cycles that `stages` filters out. The client first asks the
 * service for such gaps, a few days around each cut. Without a gap there is no cut.
 */
export function splitLongCalls(call: Call, settings: Settings): Call {
  const kept = createPieceCache();
  return async (endpoint, args, given) => {
    const options = obeyCell(given);
    const tz = options.tz === undefined ? settings.tz : readZone(options.tz);
    const { split } = endpoint;
    if (split === "never" || options.piece === false) return await call(endpoint, args, options);
    checkArguments(endpoint, args, { tz });
    const zone = callZone(endpoint, args, tz);
    const concurrency = options.concurrency ?? settings.concurrency;
    if (!Number.isInteger(concurrency) || concurrency < 1) {
      throw new RangeError(
        `Cannot ${
          actionOf(endpoint, args)
        }: concurrency is ${concurrency}, not an integer of at least 1`,
      );
    }
    const range = toInterval(args as unknown as Range, { tz: zone });
    const wanted = options.piece === undefined ? undefined : elapsedMicros(options.piece, "piece");
    checkPiece(wanted, range, actionOf(endpoint, args));
    const piece = wanted ?? LENGTHS[split];
    if (range.end - range.start <= piece && split !== "grid") {
      return await call(endpoint, args, options);
    }
    const stop = new AbortController();
    const signal = AbortSignal.any([stop.signal, ...options.signal ? [options.signal] : []]);
    const onProgress = options.onProgress ?? settings.onProgress;
    const long: LongCall = {
      call,
      endpoint,
      args,
      range,
      options: { ...options, concurrency, signal, onProgress },
      kept,
      key: keyOf(endpoint, args, [tz, options.output ?? settings.output]),
    };
    try {
      const cuts = split === "nights"
        ? await nightCuts(long, piece)
        : split === "grid"
        ? gridCuts(endpoint, args, { range, piece, limited: wanted === undefined, tz: zone })
        : evenCuts(range, piece);
      return cuts.length === 0
        ? await call(endpoint, args, options)
        : await callInPieces(long, cuts);
    } catch (error) {
      stop.abort(error);
      options.signal?.throwIfAborted();
      throw error;
    }
  };
}

/** Returns a key that identifies a call without its range. */
function keyOf({ route }: Endpoint, args: ArgumentValues, more: readonly unknown[]): string {
  const { start_time: _start, end_time: _end, ...own } = args;
  return JSON.stringify([route, own, ...more]);
}

function checkPiece(piece: bigint | undefined, { start, end }: Interval, action: string): void {
  if (piece === undefined) return;
  if (piece > 0n && countPieces(start, end, piece) <= MOST_PIECES) return;
  throw new RangeError(
    `Cannot ${action}: the limit is ${MOST_PIECES} pieces. Pass a longer piece.`,
  );
}

async function callInPieces(long: LongCall, cuts: readonly bigint[]): Promise<Frame> {
  const { call, endpoint, args, range, options } = long;
  const { concurrency, signal } = options;
  const edges = [range.start, ...cuts, range.end];
  const pieces = cuts.map((cut, i): Interval => ({ start: edges[i]!, end: cut }));
  pieces.push({ start: cuts.at(-1)!, end: range.end });
  const progress = pieceProgress(actionOf(endpoint, args), pieces.length, options.onProgress);
  const keys = pieces.map(({ start, end }) => `${start} ${end} ${long.key}`);
  const asking = inParallel(pieces, async (piece, i, stop) => {
    const there = long.kept.get(keys[i]!);
    if (there !== undefined) {
      progress.finished(i);
      return there;
    }
    const own = { ...options, signal: stop, onProgress: progress.of(i) };
    const frame = await call(endpoint, { ...args, ...rangeOf(piece) }, own) as Frame;
    const last = i + 1 === pieces.length;
    const count = endpoint.split === "nights" && !last
      ? await cyclesIn({ ...long, options: own }, piece, frame)
      : 0n;
    long.kept.set(keys[i]!, { frame, count });
    progress.finished(i);
    return { frame, count };
  }, { concurrency, signal });
  const asked = await asking.finally(progress.end);
  long.kept.delete(keys);
  const frames = asked.map(({ frame }) => frame);
  switch (endpoint.split) {
    case "records":
      return joinRecords(frames, pieces, args["sort"] === "desc");
    case "nights":
      return joinNights(frames, asked.map(({ count }) => count));
    default:
      return joinFrames(frames);
  }
}

/** Counts the cycles of a piece. Filtered cycles count too, since their numbers are taken. */
async function cyclesIn(long: LongCall, piece: Interval, frame: Frame): Promise<bigint> {
  if (long.args["stages"] === undefined) return countCycles(frame);
  const args = only(sleep.cycles, { ...long.args, ...rangeOf(piece) });
  const options = { ...long.options, onProgress: () => {} };
  return countCycles(
    await long.call(sleep.cycles, { ...args, stages: undefined }, options) as Frame,
  );
}

async function nightCuts(long: LongCall, piece: bigint): Promise<bigint[]> {
  const { call, args, range, options } = long;
  const gap = elapsedMicros(
    String(args["cycle_gap"] ?? sleep.cycles.query.cycle_gap.default),
    "cycle_gap",
  );
  const wanted = 2n * gap > GAP_MARGIN ? 2n * gap : GAP_MARGIN;
  const margin = piece / 2n < wanted ? piece / 2n : wanted;
  const quiet = { ...options, onProgress: () => {} };
  const found = await inParallel(evenCuts(range, piece), async (cut, _, signal) => {
    const window = {
      start: cut - margin < range.start ? range.start : cut - margin,
      end: cut + margin > range.end ? range.end : cut + margin,
    };
    const owner = args["svc_userid"] === undefined ? {} : { svc_userid: args["svc_userid"] };
    const frame = await call(sleep.stages, { ...owner, ...rangeOf(window) }, { ...quiet, signal });
    return findGap(frame as Frame, window, gap);
  }, options);
  return found.filter((cut) => cut !== undefined);
}

/** Keeps the arguments that an operation takes. */
function only(endpoint: Endpoints[string], args: ArgumentValues): ArgumentValues {
  const fields: Fields = endpoint.query ?? {};
  return Object.fromEntries(
    Object.entries(args).filter(([name]) => name in fields || name === "svc_userid"),
  );
}

function rangeOf(
  { start, end }: Interval,
): { start_time: Temporal.Instant; end_time: Temporal.Instant } {
  return { start_time: fromMicros(start), end_time: fromMicros(end) };
}
