/** Without the fields that are `undefined`: what no flag says stays as it is. */
export function onlyGiven<Fields extends object>(
  fields: Fields,
): { [Key in keyof Fields]: NonNullable<Fields[Key]> } {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Key in keyof Fields]: NonNullable<Fields[Key]> };
}
