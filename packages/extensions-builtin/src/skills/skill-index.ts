import { skillPrompts } from "./prompts.ts";
import type { Skill } from "./skill.ts";

/** UTF-8 bytes of the list of skills, which is part of every request: some 1,000 tokens. */
export const mostIndexBytes = 4_000;

/**
 * The skills that the model may start, by name and description. Descriptions are shortened, all to the same length, until the
 * list fits; then names alone are listed, and as a last resort only how many more there are.
 */
export function skillIndex(skills: readonly Skill[], mostBytes = mostIndexBytes): string {
  const listed = skills
    .filter(({ isForUserOnly }) => !isForUserOnly)
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const lines = (length: number, count = listed.length) =>
    listed.slice(0, count).map((skill) => lineOf(skill, length));
  const fits = (some: readonly string[]) => Buffer.byteLength(some.join("\n")) <= mostBytes;
  const length = largest(1_024, (characters) => fits(lines(characters)));
  if (fits(lines(length))) return lines(length).join("\n");
  const count = largest(listed.length, (some) => fits([...lines(0, some), skillPrompts.more(listed.length)]));
  return [...lines(0, count), skillPrompts.more(listed.length - count)].join("\n");
}

function lineOf({ name, description, from }: Skill, length: number): string {
  const head = `- ${name}${from === "project" ? " (project)" : ""}`;
  if (length < 20) return head;
  return `${head}: ${description.length <= length ? description : `${description.slice(0, length - 1).trimEnd()}…`}`;
}

/** The largest whole number from 0 for which `isFine` holds, when it holds for all below; 0 when it holds for none. */
function largest(most: number, isFine: (value: number) => boolean): number {
  let low = 0;
  for (let high = most; low < high;) {
    const middle = Math.ceil((low + high) / 2);
    if (isFine(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
