import { explainCommand } from "@skein/host/permissions";
import { thisMachine } from "../machine.ts";
import { print, printJson } from "../print.ts";

interface Wanted {
  readonly json: boolean;
  readonly mode: string | undefined;
  readonly isOutside: boolean;
}

export async function explainPermission(command: string, { json, mode, isOutside }: Wanted): Promise<void> {
  const found = await explainCommand(thisMachine(), command, { cwd: process.cwd(), mode, isOutside });
  if (json) return printJson(found);
  print(`${found.decision}: ${found.by}`);
  if (found.reason !== null) print(found.reason);
  if (found.remedies.length > 0) print(`Rules that would allow it: ${found.remedies.join(", ")}`);
  for (const part of found.segments)
    print(
      `  ${part.decision.padEnd(6)} ${part.text}  (${part.by}${part.reason === null ? "" : `: ${part.reason}`})`,
    );
}
