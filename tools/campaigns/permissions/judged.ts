import { createGate, pathGuard, type PermissionRule } from "../../../packages/permissions/src/index.ts";
import { isPlainRepository } from "../../../packages/runtime/src/checkpoints/plain-repository.ts";
import type { Project } from "./project.ts";

/** What a user of a small project allows and denies. */
export const rules: readonly PermissionRule[] = [
  { tool: "shell(npm test *)", verdict: "allow" },
  { tool: "shell(node --test *)", verdict: "allow" },
  { tool: "shell(git commit -m *)", verdict: "allow" },
  { tool: "edit(docs/**)", verdict: "allow" },
  { tool: "shell(git push *)", verdict: "ask" },
  { tool: "shell(rm -rf *)", verdict: "deny" },
  { tool: "read(sub/**)", verdict: "deny" },
];

/** One line: the decision and what decided. */
export type Judge = (command: string) => Promise<string>;

/** Judges commands in the default mode. */
export function judgeIn({ cwd, home }: Project, written: readonly PermissionRule[]): Judge {
  const guard = pathGuard({ home });
  const gate = createGate({ mode: "smart_approve", rules: written, guard, isPlainRepository });
  return async (command) => {
    const { verdict, by } = await gate.explain({
      callId: "1",
      tool: "shell",
      extension: "developer",
      effect: "runs",
      input: { command },
      cwd,
    });
    return `${verdict}: ${by.replaceAll(home, "~")}`;
  };
}
