import type { ActiveSkill, ActiveSkills } from "@skein/extensions-builtin/skills";
import type { Agent } from "@skein/agent";
import type { OpenAgent } from "../agent-settings.ts";

/** Skills are active until the user says something new; what a command allows holds from the run that it begins. */
export function skillsOfRuns(
  agent: Agent,
  active: ActiveSkills,
): { readonly agent: Agent; readonly narrowNextRun: NonNullable<OpenAgent["narrowNextRun"]> } {
  let next: ActiveSkill | undefined;
  return {
    agent: {
      ...agent,
      run(input, options) {
        if (input !== undefined) {
          active.clear();
          if (next) active.add(next);
          next = undefined;
        }
        return agent.run(input, options);
      },
    },
    async narrowNextRun({ name, tools }) {
      const narrowing = { name, what: `command /${name}`, tools };
      // Where a kill comes between, the run that goes on is narrowed too.
      const state = { active: [{ ...narrowing, tools: [...tools] }] };
      await agent.record({ kind: "extension-state", extension: "skills", state });
      next = narrowing;
    },
  };
}
