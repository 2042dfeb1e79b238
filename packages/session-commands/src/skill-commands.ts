import type { Skill } from "@skein/extensions-builtin/skills";
import { skillsHere } from "@skein/host/agents";
import { effectiveSettings } from "@skein/host/settings";
import type { SessionCommand } from "./command.ts";

/** Lists the skills. */
export const skillCommands: readonly SessionCommand[] = [
  {
    name: "skills",
    description: "Skills: instructions for kinds of tasks; /NAME starts one",
    async run(_, { machine, session }) {
      const { cwd } = session.settings();
      const { skills, untrusted, problems } = await skillsHere(
        machine,
        await effectiveSettings(machine, cwd),
        cwd,
      );
      return { kind: "skills", skills, untrusted, problems };
    },
  },
];

/**
 * Skills, each as a command by its own name.
 *
 * @param taken - names of other commands.
 */
export function skillsAsCommands(
  skills: readonly Skill[],
  taken: readonly string[],
): readonly SessionCommand[] {
  return skills
    .filter(({ name, isForModelOnly }) => !isForModelOnly && !taken.includes(name))
    .map(({ name, description }) => ({
      name,
      group: "skills",
      argument: { hint: "WHAT TO DO", isOptional: true },
      description,
      run: async (argument) => ({ kind: "send", when: "now", text: skillMessage(name, argument) }),
    }));
}

/** The model loads the skill itself, so that what the skill allows holds from then on. */
function skillMessage(name: string, argument: string): string {
  return [`Use the skill ${name}.`, ...(argument === "" ? [] : [argument])].join("\n\n");
}
