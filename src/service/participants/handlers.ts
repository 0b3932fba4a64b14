import type { ParticipantMetadata } from "../../schema/groups.ts";
import { locations } from "../locations/handlers.ts";
import { metrics } from "../metrics/handlers.ts";
import { sleep } from "../sleep/handlers.ts";
import { workouts } from "../records/workouts.ts";
import type { HandlersOf, Query } from "../http/handler.ts";
import { noParticipant, ownGroup } from "../sharing/groups.ts";

/** Handlers of operations on one user's data. None of them reads the user from its path itself. */
const READS = {
  samples: metrics.samples,
  timeSeries: metrics.timeSeries,
  workouts: workouts.list,
  mapUpdates: locations.mapUpdates,
  mobileUpdates: locations.mobileUpdates,
  mobileVisits: locations.mobileVisits,
  locationSeries: locations.timeSeries,
  locationAtTime: locations.atTime,
  sleepCycles: sleep.cycles,
  sleepStages: sleep.stages,
  sleepAggregate: sleep.aggregate,
};

/**
 * Reads the participants of the caller's groups, and stores the caller's notes about them. The
 * handlers of operations on one user's data read it: the participant is the user, and the terms of
 * the group define what the caller may read.
 */
export const participants: HandlersOf<"participants"> = {
  ...READS as unknown as Omit<HandlersOf<"participants">, `${string}etadata`>,

  metadata: async (call) => {
    const { id, participant } = await named(call);
    return readMetadata(await call.context.store.groups.metadata(id, participant), participant);
  },

  setMetadata: async (call) => {
    const { id, participant } = await named(call), body = await call.body();
    const { groups } = call.context.store;
    const stored = await groups.changeMetadata(id, participant, () => JSON.stringify(body));
    return readMetadata(stored, participant);
  },

  mergeMetadata: async (call) => {
    const { id, participant } = await named(call), body = await call.body();
    const merge = (old: string) => JSON.stringify({ ...JSON.parse(old), ...body });
    const stored = await call.context.store.groups.changeMetadata(id, participant, merge);
    return readMetadata(stored, participant);
  },
};

/** Returns the caller's group and the participant of a call. */
async function named(
  call: Query<{ readonly group_id: string; readonly participant_id: string }>,
): Promise<{ id: string; participant: string }> {
  return { id: (await ownGroup(call)).id, participant: call.args.participant_id };
}

function readMetadata(stored: string | undefined, participant: string): ParticipantMetadata {
  if (stored === undefined) throw noParticipant(participant);
  return JSON.parse(stored);
}
