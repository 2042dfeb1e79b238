/** The command that a text is, with its argument. @returns `undefined`: it is a message. */
export function commandOfText(
  text: string,
  commands: readonly { readonly name: string }[],
): { readonly name: string; readonly argument?: string } | undefined {
  const [, name = "", argument = ""] = /^\/(\S+)\s*([\s\S]*)$/.exec(text) ?? [];
  if (!commands.some((command) => command.name === name)) return undefined;
  return argument === "" ? { name } : { name, argument };
}

/** Commands whose names fit what was typed so far: those that begin with it first. */
export function fittingCommands<Command extends { readonly name: string }>(
  text: string,
  commands: readonly Command[],
): readonly Command[] {
  const [, typed] = /^\/(\S*)$/.exec(text) ?? [];
  if (typed === undefined) return [];
  const wanted = typed.toLowerCase();
  const begins = commands.filter(({ name }) => name.toLowerCase().startsWith(wanted));
  const holds = commands.filter(
    (command) => !begins.includes(command) && command.name.toLowerCase().includes(wanted),
  );
  return [...begins, ...holds];
}
