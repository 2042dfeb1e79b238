import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { workbench } from "../workbench.ts";

const sentence = "The sandbox ended this command at its limit: more than 64 MB of memory.";

/** Reads a folder like that of a cgroup, in which the kernel counts what it has ended. */
function sandboxWith(events: string) {
  const limitReached = () =>
    existsSync(events) && /^oom_kill [1-9]/m.test(readFileSync(events, "utf8")) ? sentence : undefined;
  return {
    limits: "They have 64 MB.",
    hold: async ({ argv }: { readonly argv: readonly string[] }) => ({
      argv,
      env: { EVENTS: events },
      release: async () => [],
      signsIn: () => [],
      limitReached,
    }),
  };
}

it.each([
  [
    "ends by it",
    "echo 'oom_kill 1' > $EVENTS; kill -KILL $$",
    /exit code (137|.*SIGKILL).*\. The sandbox ended/,
  ],
  ["ends in some way", "echo 'oom_kill 1' > $EVENTS; exit 3", /has ended, exit code 3\. The sandbox ended/],
  ["stays below it", "echo 'oom_kill 0' > $EVENTS; exit 3", /has ended, exit code 3\. Output/],
])("a background job that %s says which limit of the sandbox it has reached", async (_, command, said) => {
  await using place = await workbench();
  const events = join(place.cwd, "memory.events");
  await using bench = await workbench({ sandbox: sandboxWith(events) });
  await bench.says("shell", { command, background: true });
  const end = await bench.says("job", { id: "1", wait_for: "end" });
  expect(end).toMatch(said);
  expect(await bench.says("job", {})).toMatch(
    /oom_kill 1/.test(command) ? sentence.slice(0, -1) : /exit code 3/,
  );
  const [job] = bench.extension.jobs?.list() ?? [];
  expect(job?.end?.limit).toBe(/oom_kill 1/.test(command) ? sentence : undefined);
});
