import { createGate, pathGuard, type RememberedAnswer } from "../../../packages/permissions/src/index.ts";
import { isPlainRepository } from "../../../packages/runtime/src/checkpoints/plain-repository.ts";
import { dayOfWork } from "./commands.ts";
import type { Project } from "./project.ts";

interface Day {
  readonly commands: number;
  /** The commands that asked, with the rules that "always" added. */
  readonly questions: readonly string[];
}

/** Runs nothing: asks the gate about each command of a session in the default mode, and answers each question with "always". */
export async function questionsOfADay({ cwd, home }: Project): Promise<Day> {
  let kept: readonly RememberedAnswer[] = [];
  const store = { load: async () => kept, save: async (all: typeof kept) => void (kept = all) };
  const gate = createGate({ mode: "smart_approve", store, guard: pathGuard({ home }), isPlainRepository });
  const questions: string[] = [];
  const all = dayOfWork();
  for (const command of all) {
    const request = {
      callId: "1",
      tool: "shell",
      extension: "developer",
      effect: "runs",
      input: { command },
      cwd,
    } as const;
    const { verdict, covers = [] } = await gate.decide(request, new AbortController().signal);
    if (verdict === "allow") continue;
    questions.push(`${command} → ${covers.join(", ") || "only this command"}`);
    await gate.remember(request, "always");
  }
  return { commands: all.length, questions };
}
