/**
 * Returns a number with its noun, such as `1 session` and `2 sessions`.
 *
 * @param more - plural of the noun. Default: the noun with an `s`.
 */
export function counted(count: number, one: string, more = `${one}s`): string {
  return `${count} ${count === 1 ? one : more}`;
}
