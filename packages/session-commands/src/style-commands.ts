import type { SessionCommand } from "./command.ts";
import { loadHostAgents, loadHostSettings } from "./later.ts";

/** How the model writes. */
export const styleCommands: readonly SessionCommand[] = [
  {
    name: "output-style",
    argument: { hint: "NAME", isOptional: true },
    description: "Show or change how the model writes; default is Skein's own way",
    when: "between-runs",
    async run(argument, { machine, session, tell }) {
      const { cwd, outputStyle } = session.settings();
      const { effectiveSettings } = await loadHostSettings();
      const { namedStyle, outputStylesHere } = await loadHostAgents();
      const here = await outputStylesHere(machine, await effectiveSettings(machine, cwd), cwd);
      if (argument === "") {
        const styles = here.styles.map(({ name, description, problem }) => ({
          name,
          description: problem === undefined ? description : `Cannot be used: ${problem}.`,
        }));
        return { kind: "output-styles", current: outputStyle?.name, styles };
      }
      const { style, warnings } = namedStyle(argument, here);
      for (const warning of warnings) tell?.(warning, "warning");
      await session.setOutputStyle(style);
      return { kind: "output-style", name: style?.name };
    },
  },
];
