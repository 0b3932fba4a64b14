/** That two columns of the answer would have one name. */
export function twoColumns(name: string): RangeError {
  return new RangeError(`Cannot resample: there would be two columns ${JSON.stringify(name)}`);
}
