import type { Trusted } from "@skein/host/trust";
import { shortTime } from "@skein/terminal";
import { table } from "@skein/terminal/table";

const words: Record<Trusted["projects"][number]["state"], string> = {
  trusted: "trusted",
  changed: "changed: not trusted",
  replaced: "another folder: not trusted",
  untrusted: "not trusted",
  nothing: "no .skein there",
};

/** Projects and recipes that a user trusts, and files that wait for it, a table for each of which there is one. */
export function trustTables(
  { projects, recipes, untrustedFiles }: Trusted,
  { width, now }: { readonly width: number; readonly now: Date },
): readonly string[] {
  const drawn = (titles: readonly string[], rows: readonly (readonly string[])[]) =>
    rows.length === 0
      ? []
      : [
          table(
            titles.map((title) => ({ title })),
            rows,
            width,
          ),
        ];
  return [
    ...drawn(
      ["STATE", "SINCE", "PROJECT"],
      projects.map(({ path, at, state }) => [words[state], shortTime(at, now), path]),
    ),
    ...drawn(
      ["SHA-256", "SINCE", "RECIPE"],
      recipes.map(({ hash, at, path }) => [hash.slice(0, 12), shortTime(at, now), path]),
    ),
    ...drawn(
      ["NOT TRUSTED", "SINCE", "FILE"],
      untrustedFiles.map(({ at, path, aside }) => [
        aside === undefined ? "not read" : "moved aside",
        shortTime(at, now),
        path,
      ]),
    ),
  ];
}
