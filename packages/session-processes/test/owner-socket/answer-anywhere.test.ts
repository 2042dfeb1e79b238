import { createServer } from "node:net";
import { dirname } from "node:path";
import { makeFolders } from "@skein/platform/folders";
import type { Answer } from "@skein/protocol";
import { machineOf } from "@skein/test-host";
import { temporaryFolder } from "@skein/test-kit";
import { chmodSync } from "node:fs";
import { expect, it, onTestFinished } from "vitest";
import { answerAnywhere } from "../../src/owner-socket/answer-anywhere.ts";
import { ownerProtocol } from "../../src/owner-socket/messages.ts";
import { socketPlace } from "../../src/owner-socket/socket-place.ts";

const answer: Answer = { allow: "once" };
const given = { answer, by: "a test", redactor: { redact: <Value>(value: Value) => value } };

/** A machine on which process 7 has the session "s" open and says this to each request; what goes to the journal is kept. */
async function machineWith(owner?: { readonly greeting?: object; readonly reply?: object }) {
  const folder = await temporaryFolder();
  onTestFinished(() => folder[Symbol.asyncDispose]());
  const { directories } = machineOf(folder.path);
  const requests: unknown[] = [];
  if (owner) {
    const { path } = socketPlace(directories, "s");
    makeFolders(dirname(path));
    chmodSync(dirname(path), 0o700);
    const greeting = { skein: ownerProtocol, session: "s", pid: 7, ...owner.greeting };
    const server = createServer((socket) => {
      socket.write(`${JSON.stringify(greeting)}\n`);
      socket
        .on("error", () => undefined)
        .on("data", (line) => {
          const request = JSON.parse(line.toString()) as { readonly id: number };
          requests.push(request);
          if (owner.reply) socket.write(`${JSON.stringify({ id: request.id, ...owner.reply })}\n`);
          else socket.destroy();
        });
    });
    await new Promise<void>((resolve) => server.listen({ path }, resolve));
    onTestFinished(() => void server.close());
  }
  const written: unknown[] = [];
  const sessions = {
    answer: async (...all: readonly unknown[]) => void written.push(all),
  };
  const place = { directories, sessions } as Parameters<typeof answerAnywhere>[0];
  return { requests, written, answer: () => answerAnywhere(place, "s", "q", given) };
}
const refusal = (code: string) => ({ reply: { error: { name: "SessionError", code, message: "No." } } });

it("goes to the process that has the session open, with who answers", async () => {
  const at = await machineWith({ reply: { ok: null } });
  expect(await at.answer()).toEqual({ pid: 7 });
  expect(at.requests).toEqual([{ id: 1, do: "answer", question: "q", answer, by: "a test" }]);
  expect(at.written).toEqual([]);
});

it.each([
  ["no process has it open", undefined],
  ["its process does not wait for it", refusal("not-asked")],
  ["its process ends", {}],
  ["its process speaks another version", { greeting: { skein: 0 }, reply: { ok: null } }],
  ["a process has another session open there", { greeting: { session: "t" }, reply: { ok: null } }],
])("goes to the journal if %s", async (_, owner) => {
  const at = await machineWith(owner);
  expect(await at.answer()).toEqual({ pid: undefined });
  expect(at.written).toEqual([["s", "q", given]]);
});

it("is refused as its process refuses it", async () => {
  const at = await machineWith(refusal("answered"));
  await expect(at.answer()).rejects.toMatchObject({ name: "SessionError", code: "answered", message: "No." });
  expect(at.written).toEqual([]);
});
