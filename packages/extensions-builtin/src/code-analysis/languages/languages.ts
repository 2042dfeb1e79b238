import { cpp, csharp, go, java, rust } from "./compiled.ts";
import { javascript, tsx, typescript } from "./javascript.ts";
import type { Language } from "./language.ts";
import { bash, php, powershell, python, ruby } from "./scripting.ts";

export const languages: readonly Language[] = [
  typescript,
  tsx,
  javascript,
  python,
  go,
  rust,
  java,
  csharp,
  cpp,
  ruby,
  php,
  bash,
  powershell,
];

const byExtension = new Map(
  languages.flatMap((each) => each.extensions.map((name) => [name, each] as const)),
);

/** The language of a file, by its name; `undefined` for one that cannot be analyzed. */
export function languageOf(path: string): Language | undefined {
  return byExtension.get(/\.([^./\\]+)$/.exec(path)?.[1]?.toLowerCase() ?? "");
}
