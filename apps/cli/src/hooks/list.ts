import { listHooks } from "@skein/command-line/hooks";
import { widthOf } from "@skein/terminal/table";
import { hookTable } from "@skein/terminal-chat/hooks";
import { thisMachine } from "../machine.ts";
import { note, printJson } from "../print.ts";

export async function listHooksHere(asJson: boolean): Promise<void> {
  const listed = await listHooks(thisMachine(), process.cwd());
  if (asJson) return printJson(listed);
  const { hooks, project, problems } = listed;
  if (hooks.length === 0) note("No hooks.");
  else process.stdout.write(hookTable(hooks, widthOf(process.stdout)));
  for (const problem of problems) note(problem);
  if (hooks.some(({ trusted }) => !trusted))
    note(
      `Those that do not run are of a project that is not trusted. After reading them: skein trust ${project.folder}`,
    );
}
