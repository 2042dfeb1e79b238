import { jsonText, table, widthOf } from "@skein/terminal";
import { findPrograms, programs, type Findings } from "@skein/host/imports";
import { exitCodes } from "@skein/protocol";
import { knownProviders } from "../providers.ts";

/** Says which programs are here and what could be taken from each, Skein's own settings left aside. */
export async function listPrograms(asJson: boolean): Promise<number> {
  const options = { cwd: process.cwd(), providers: knownProviders };
  const found = (await findPrograms({ env: process.env }, options)).map(
    ({ id, label, folder, found: findings, sessions }) => ({
      id,
      label,
      folder,
      ...countsOf(findings),
      sessions,
      broken: findings.broken,
    }),
  );
  if (asJson) process.stdout.write(`${jsonText({ programs: found }, 2)}\n`);
  else if (found.length === 0) {
    const names = Object.values(programs).map(({ label }) => label);
    process.stderr.write(
      `None of these is here: ${names.join(", ")}. Are its files elsewhere? skein import PROGRAM --from DIR\n`,
    );
  } else {
    const rows = found.map((one) => [
      one.id,
      ...[one.settings, one.extensions, one.permissions, one.notes, one.keys, one.sessions].map(String),
      one.folder,
    ]);
    const titles = [
      "PROGRAM",
      "SETTINGS",
      "EXTENSIONS",
      "PERMISSIONS",
      "NOTES",
      "KEYS",
      "SESSIONS",
      "FOLDER",
    ];
    process.stdout.write(
      table(
        titles.map((title) => ({ title })),
        rows,
        widthOf(process.stdout),
      ),
    );
    for (const sentence of found.flatMap(({ broken }) => broken))
      process.stderr.write(`skein: ${sentence}\n`);
    process.stderr.write(`\nWhat would change: skein import ${found[0]?.id ?? "PROGRAM"} --dry-run\n`);
  }
  return exitCodes.done;
}

function countsOf({ settings, extensions, rules, notes, secrets }: Findings) {
  return {
    settings: settings.length,
    extensions: extensions.length,
    permissions: rules.filter(({ isPartOf }) => isPartOf === undefined).length,
    notes: notes.length,
    keys: secrets.length,
  };
}
