import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AssistantPart } from "@skein/protocol";
import type { ScriptedTurn } from "@skein/provider-replay";
import type { RunEnd } from "@skein/queue-postgres";
import { hostWith, machineOf, shell, text } from "@skein/test-host";
import { postgresPrograms, startPostgres, temporaryFolder, type PostgresServer } from "@skein/test-kit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { continueAnswered, openMachineQueue, queuedHost, submitRun, workOff } from "../../src/queue/index.ts";
import { askingSubagents } from "@skein/host/sessions";

const call = (id: string, input: object): AssistantPart => ({
  type: "tool-call",
  id,
  name: "subagent",
  input: { instructions: "make", ...input },
});
const allow = { allow: "once" } as const;
const given = { answer: allow, by: "test", redactor: { redact: <Value>(value: Value) => value } };

describe.skipIf(postgresPrograms() === undefined)(
  "the answer to a question of a submitted run (skipped without Postgres)",
  () => {
    let postgres: PostgresServer;
    beforeAll(async () => {
      postgres = await startPostgres();
    });
    afterAll(() => postgres[Symbol.asyncDispose]());

    /** A worker, and a submitted run that has ended with questions. */
    async function asked(folder: string, turns: readonly ScriptedTurn[], stack: AsyncDisposableStack) {
      mkdirSync(join(folder, "home", "config"), { recursive: true });
      writeFileSync(join(folder, "home", "config", "config.yaml"), 'permissions: { allow: ["subagent"] }\n');
      const machine = machineOf(folder, {
        SKEIN_PROVIDER: "scripted",
        SKEIN_DATABASE_URL: postgres.url,
        SKEIN_SANDBOX: "off",
      });
      const { host } = await hostWith(folder, turns, { env: machine.env });
      stack.use(host);
      const queue = stack.use(await openMachineQueue(machine));
      const stopper = new AbortController();
      const ends: { readonly session: string; readonly end: RunEnd | undefined }[] = [];
      const working = workOff({
        machine,
        host,
        queue,
        atOnce: 1,
        signal: stopper.signal,
        onBegin: () => undefined,
        onEnd: (session, end) => void ends.push({ session, end }),
        onNotice: () => undefined,
        onProblem: () => undefined,
      });
      stack.defer(() => working);
      stack.defer(() => stopper.abort());
      const session = await submitRun(machine, { task: "go", cwd: folder, mode: "smart_approve" });
      const outcomes = () => ends.map((one) => [one.session, one.end?.outcome]);
      const until = (...expected: readonly string[]) =>
        expect.poll(outcomes, { interval: 100 }).toEqual(expected.map((outcome) => [session, outcome]));
      await until("needs-input");
      return { machine, host, queue, session, until, outcomes };
    }

    it("hands its own run to the workers again", async () => {
      await using folder = await temporaryFolder();
      await using stack = new AsyncDisposableStack();
      const turns = [[shell("c1", "touch made")], [text("Done.")]];
      const { machine, host, session, until } = await asked(folder.path, turns, stack);
      const { sessions } = host;
      const [question] = await sessions.openQuestions(session);
      // Nothing is answered: nothing is handed in.
      expect(await continueAnswered(machine, sessions, session)).toEqual({
        resumed: session,
        isSubmitted: false,
      });
      await sessions.answer(session, question!.id, given);
      expect(await continueAnswered(machine, sessions, session)).toEqual({
        resumed: session,
        isSubmitted: true,
      });
      await until("needs-input", "done");
      // It is over: another look submits nothing.
      expect(await continueAnswered(machine, sessions, session)).toEqual({
        resumed: session,
        isSubmitted: false,
      });
      expect(existsSync(join(folder.path, "made"))).toBe(true);
    });

    it.each([
      ["in calls", {}],
      ["in the background", { background: true }],
    ])("of its subagents %s hands it in after the last one", async (_, more) => {
      await using folder = await temporaryFolder();
      await using stack = new AsyncDisposableStack();
      const made = shell("c1", "touch made");
      const reply: ScriptedTurn = ({ messages }) => {
        const texts = JSON.stringify(messages);
        if (!texts.includes('"go"')) return texts.includes("tool-result") ? [text("Made it.")] : [made];
        if (!texts.includes("tool-result")) return [call("a", more), call("b", more)];
        return [text("All done.")];
      };
      const turns = Array.from({ length: 12 }, () => reply);
      const { machine, host, session, until } = await asked(folder.path, turns, stack);
      const { sessions } = host;
      const asking = await askingSubagents(sessions, session);
      expect(asking.map(({ resumed }) => resumed)).toEqual([session, session]);
      for (const [at, { session: child, questions }] of asking.entries()) {
        await sessions.answer(child, questions[0]!.id, given);
        expect(await continueAnswered(machine, sessions, child)).toEqual({
          resumed: session,
          isSubmitted: at === 1,
        });
      }
      await until("needs-input", "done");
      expect(existsSync(join(folder.path, "made"))).toBe(true);
    });

    it("given through a server's session hands it in once", async () => {
      await using folder = await temporaryFolder();
      await using stack = new AsyncDisposableStack();
      const turns = [[call("c0", {})], [shell("c1", "touch made")], [text("Made it.")], [text("All done.")]];
      const { machine, host, session, until } = await asked(folder.path, turns, stack);
      const [child] = await askingSubagents(host.sessions, session);
      const { host: own } = await hostWith(folder.path, [], { env: machine.env });
      await using server = await queuedHost(own, machine);
      const resumesParent = () => ({ attended: true });
      const wishes = { cwd: folder.path, attended: true, resumesParent };
      const live = await server.open({ ...wishes, session: child!.session });
      await live.answer(child!.questions[0]!.id, allow);
      await until("needs-input", "done");
      expect(existsSync(join(folder.path, "made"))).toBe(true);
    });
  },
);
