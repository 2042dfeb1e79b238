/**
 * Parts of file names. Such files contain dummy values and belong in version
 * control.
 */
const samples: ReadonlySet<string> = new Set([
  "example",
  "sample",
  "template",
  "dist",
  "default",
  "defaults",
  "schema",
]);

/**
 * Returns true for `.env.example` and similar names, whose values are not
 * secrets.
 *
 * @param name - file name without folders. Case is ignored.
 */
export function isEnvSample(name: string): boolean {
  const [first, second, ...rest] = name.toLowerCase().split(".");
  return first === "" && second === "env" && rest.some((part) => samples.has(part));
}
