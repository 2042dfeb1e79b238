/** Whether a value of JSON has more levels of lists and objects in each other. Takes no stack, however deep it is. */
export function isNestedDeeper(value: unknown, levels: number): boolean {
  const waiting: (readonly [value: unknown, level: number])[] = [[value, 1]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [current, level] = next;
    if (typeof current !== "object" || current === null) continue;
    if (level > levels) return true;
    for (const item of Object.values(current)) waiting.push([item, level + 1]);
  }
  return false;
}
