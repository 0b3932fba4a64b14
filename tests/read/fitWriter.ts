import { FitBaseType, FitEncoder } from "fit-file-parser/encoder";

/** A field of a message: its number in the profile, its base type, its raw value. */
export type FitField = readonly [number: number, type: keyof typeof SIZES, value: number];

const SIZES = { Enum: 1, Uint8: 1, Uint16: 2, Uint32: 4, Sint16: 2, Sint32: 4 } as const;

/** Seconds of FIT of a time. */
export function fitTime(time: string): number {
  return FitEncoder.toFitTimestamp(new Date(time));
}

/** A FIT file of messages, each with its number in the profile. */
export function fitFile(
  messages: readonly (readonly [message: number, ...fields: FitField[]])[],
): Uint8Array<ArrayBuffer> {
  const encoder = new FitEncoder();
  for (const [message, ...fields] of messages) {
    encoder.writeMessage(
      message,
      fields.map(([number, type, value]) => ({
        number,
        size: SIZES[type],
        baseType: FitBaseType[type],
        value,
      })),
    );
  }
  return new Uint8Array(encoder.close());
}

/** A message that says which file it is: 32 monitoring_b, 49 sleep. */
export function fileId(type: number): readonly [number, ...FitField[]] {
  return [0, [0, "Enum", type], [1, "Uint16", 1], [2, "Uint16", 2697]];
}
