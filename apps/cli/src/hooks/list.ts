import { listHooks, type ListedHook } from "@skein/host/hooks";
import { table, widthOf } from "@skein/terminal";
import { thisMachine } from "../machine.ts";
import { note, printJson } from "../print.ts";

const columns = [
  { title: "EVENT" },
  { title: "MATCHER" },
  { title: "RUNS" },
  { title: "COMMAND OR ADDRESS" },
  { title: "WHERE" },
];

export async function listHooksHere(asJson: boolean): Promise<void> {
  const listed = await listHooks(thisMachine(), process.cwd());
  if (asJson) return printJson(listed);
  const { hooks, project, problems } = listed;
  if (hooks.length === 0) note("No hooks.");
  else process.stdout.write(table(columns, hooks.map(rowOf), widthOf(process.stdout)));
  for (const problem of problems) note(problem);
  if (hooks.some(({ trusted }) => !trusted))
    note(
      `Those that do not run are of a project that is not trusted. After reading them: skein trust ${project.folder}`,
    );
}

function rowOf({ event, matcher, trusted, run, source }: ListedHook): readonly string[] {
  return [event, matcher ?? "*", trusted ? "yes" : "no", run, source];
}
