import type { AssistantPart } from "@skein/protocol";
import { anthropicServer } from "@skein/test-kit";
import { expect, it } from "vitest";
import { skeinHome } from "./skein.ts";

const turns = 50;

/** The bytes before the mark on the last lasting block; behind it come only the facts of the turn. */
function lasting(body: string): string {
  return body.slice(0, body.lastIndexOf(',"cache_control"'));
}

it("a request's bytes, up to the facts of the turn, begin the next request, over fifty turns", async () => {
  await using server = await anthropicServer((_, count): { parts: AssistantPart[] } =>
    count < turns
      ? {
          parts: [{ type: "tool-call", id: `t${count}`, name: "shell", input: { command: `echo ${count}` } }],
        }
      : { parts: [{ type: "text", text: "Done." }] },
  );
  await using skein = await skeinHome(server.url);
  const { exitCode } = await skein.run(["run", "-t", "go", "--mode", "auto"]);
  expect(exitCode).toBe(0);
  const bodies = server.requests.map(({ bytes }) => bytes.toString());
  expect(bodies).toHaveLength(turns + 1);
  for (const [at, next] of bodies.slice(1).entries()) {
    const before = lasting(bodies[at] ?? "");
    expect(before.length).toBeGreaterThan(1_000);
    expect(next.startsWith(before)).toBe(true);
  }
});
