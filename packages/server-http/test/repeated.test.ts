import { appendFile, mkdir, mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findAnswer, findMessage } from "../src/repeated/find-done.ts";
import { keptRequests } from "../src/repeated/kept-requests.ts";
import { repeatedRequests, type RepeatableWork } from "../src/repeated/repeated-requests.ts";

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), "skein-repeated-"))));
afterEach(() => rm(folder, { recursive: true }));

const file = () => join(folder, "requests.jsonl");
/** A server that starts now; its clients have new tokens. */
const server = (credential: string) => {
  const requests = repeatedRequests(() => keptRequests(file()));
  return (work: RepeatableWork, request: unknown = "go", role = "prompt") =>
    requests.once({ credential, role, key: "k" }, request, work);
};
const kept = { mark: async () => 7 };
const result = (value: unknown) => ({ run: async () => value, kept });

test("the first result is kept for the next server, for the same role and request", async () => {
  expect(await server("one")(result("first"))).toEqual({ value: "first", isRepeated: false });
  expect(await server("two")(result("second"))).toEqual({ value: "first", isRepeated: true });
  expect(await server("two")(result("other"), "other")).toEqual({ value: "other", isRepeated: false });
  expect(await server("two")(result("admin's"), "go", "admin")).toMatchObject({ isRepeated: false });
  expect((await stat(file())).mode & 0o777).toBe(0o600);
});

test("what a server was doing when it was ended is looked up, or said to be unknown", async () => {
  const never = new Promise<never>(() => undefined);
  const begun = Promise.withResolvers<void>();
  const run = () => (begun.resolve(), never);
  void server("one")({ run, kept });
  await begun.promise;
  await appendFile(file(), '{"id":"cut o');
  await expect(server("two")(result("again"))).rejects.toMatchObject({ code: "unknown-outcome" });
  const look = async ({ mark }: { readonly mark: number }) => `found behind ${mark}`;
  expect(await server("two")({ run, kept: { ...kept, look } })).toEqual({
    value: "found behind 7",
    isRepeated: true,
  });
  const undone = { ...kept, look: async () => undefined };
  expect(await server("two")({ ...result("done now"), kept: undone })).toEqual({
    value: "done now",
    isRepeated: false,
  });
});

test("a failure may be tried again, and what may be done twice is not kept", async () => {
  const failing = { run: () => Promise.reject(new Error("no")), kept };
  await expect(server("one")(failing)).rejects.toThrow("no");
  expect(await server("two")(result("yes"))).toEqual({ value: "yes", isRepeated: false });
  await server("one")({ run: async () => "safe" }, "safe");
  expect(await readFile(file(), "utf8")).not.toContain("safe");
});

test("requests that cannot be read keep new ones from being done", async () => {
  await mkdir(file());
  await expect(server("one")(result("done"))).rejects.toMatchObject({ code: "unreadable" });
});

test("a large result is not kept, and is unknown then", async () => {
  await server("one")(result("x".repeat(100_000)));
  expect((await stat(file())).size).toBeLessThan(1000);
  await expect(server("two")(result("again"))).rejects.toMatchObject({ code: "unknown-outcome" });
});

test("a message is found by its words, not by those that were there before it", async () => {
  const text = (words: string) => [{ type: "text", text: words }];
  const journal = [
    { seq: 1, run: "r1", kind: "run-start", input: text("go") },
    { seq: 2, run: "r1", kind: "queued", id: "q", content: text("and now"), steer: false },
    { seq: 3, run: "r1", kind: "answer", questionId: "q1" },
  ];
  const sessions = {
    async *entries(_: string, from = 1) {
      yield* journal.filter(({ seq }) => seq >= from) as never[];
    },
  };
  const found = (words: string, behind: number) =>
    findMessage(sessions, { session: "s", behind, text: words });
  expect(await found("go", 0)).toEqual({ run: "r1", isQueued: false });
  expect(await found("and now", 1)).toEqual({ run: "r1", isQueued: true });
  expect(await found("go", 2)).toBeUndefined();
  await expect(found("go", 1)).rejects.toMatchObject({ code: "unknown-outcome" });
  await expect(found("", 0)).rejects.toMatchObject({ code: "unknown-outcome" });
  expect([await findAnswer(sessions, "s", "q1"), await findAnswer(sessions, "s", "q2")]).toEqual([
    true,
    false,
  ]);
});
