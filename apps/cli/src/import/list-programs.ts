import { countFindings, findPrograms, programs } from "@skein/imports";
import { widthOf } from "@skein/terminal/table";
import { programTable } from "@skein/terminal-chat/imports";
import { note, printJson, warn } from "../print.ts";
import { knownProviders } from "../providers.ts";

/** Says which programs are here and what could be taken from each, Skein's own settings left aside. */
export async function listPrograms(asJson: boolean): Promise<void> {
  const options = { cwd: process.cwd(), providers: knownProviders };
  const found = (await findPrograms({ env: process.env }, options)).map(countFindings);
  if (asJson) return printJson({ programs: found });
  const [first] = found;
  if (!first) {
    const names = Object.values(programs).map(({ label }) => label);
    return note(
      `None of these is here: ${names.join(", ")}. Are its files elsewhere? skein import PROGRAM --from DIR`,
    );
  }
  process.stdout.write(programTable(found, widthOf(process.stdout)));
  found.flatMap(({ broken }) => broken).forEach(warn);
  note(`\nWhat would change: skein import ${first.id} --dry-run`);
}
