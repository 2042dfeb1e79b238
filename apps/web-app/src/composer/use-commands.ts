import { useEffect, useState } from "react";
import { server } from "../state/server.ts";

export interface Command {
  readonly name: string;
  readonly description: string;
}

/** The commands of a folder. They are loaded when a slash is typed. */
export function useCommands(text: string, cwd: string | undefined): readonly Command[] {
  const [commands, setCommands] = useState<readonly Command[]>([]);
  const folder = text.startsWith("/") ? cwd : undefined;
  useEffect(() => {
    if (folder === undefined) return;
    server.listCommands({ cwd: folder }).then(
      (listed) => setCommands(listed.commands),
      () => undefined, // what is typed is a message then
    );
  }, [folder]);
  return commands;
}
