/** Parts of names: these hold dummy values and belong in version control. */
const samples: ReadonlySet<string> = new Set([
  "example",
  "sample",
  "template",
  "dist",
  "default",
  "defaults",
  "schema",
]);

/** `.env.example` and the like. @param name - of a file. */
export function isEnvSample(name: string): boolean {
  const [first, second, ...rest] = name.toLowerCase().split(".");
  return first === "" && second === "env" && rest.some((part) => samples.has(part));
}
