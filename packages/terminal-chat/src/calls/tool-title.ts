/** The tool and what it is called with: of a shell the command, as one types it. Foreign text, not yet clean. */
export function toolTitle(tool: string, title: string): string {
  if (tool === "shell" && title !== "") return `$ ${title}`;
  return title === "" ? tool : `${tool} ${title}`;
}
