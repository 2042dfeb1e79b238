import { processesWith } from "@skein/test-kit";
import { describe, expect, it, vi } from "vitest";
import { createStatusCommand } from "../src/screen/status-command.ts";

function line(command: string) {
  const failures: string[] = [];
  const status = createStatusCommand({
    command,
    cwd: () => "/",
    env: { PATH: process.env["PATH"] },
    onChange: () => undefined,
    onFailure: (why) => void failures.push(why),
  });
  return { failures, ...status, [Symbol.dispose]: () => status.stop() };
}

const within = { timeout: 20_000, interval: 20 };

describe.concurrent("a status line of a command", () => {
  it("is the first line of what it says about the chat, made safe", async () => {
    using status = line(`sed 's/.*"model":"\\([^"]*\\)".*/on \\1 \\x1b[31m/'; echo; echo more`);
    expect(status.line()).toBeUndefined();
    status.sees({ model: "m1" });
    await vi.waitFor(() => expect(status.line()).toBe("on m1 ␛[31m"), within);
    status.sees({ model: "m2" });
    await vi.waitFor(() => expect(status.line()).toBe("on m2 ␛[31m"), within);
  });

  it("runs again only when the chat has changed", async () => {
    using status = line("cat >/dev/null; date +%s%N");
    status.sees({ a: 1 });
    await vi.waitFor(() => expect(status.line()).toBeDefined(), within);
    const first = status.line();
    for (let times = 0; times < 5; times++) status.sees({ a: 1 });
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    expect(status.line()).toBe(first);
  });

  it("is given up with all that it has started when it takes too long, and that is said once", async () => {
    const mark = `status-${crypto.randomUUID()}`;
    using status = line(`sleep 60 ${mark} 2>/dev/null || sleep 61; : ${mark}`);
    status.sees({ a: 1 });
    await vi.waitFor(() => expect(status.failures).toEqual(["it took more than 2 s"]), within);
    await vi.waitFor(async () => expect(await processesWith(mark)).toEqual([]), within);
    expect(status.line()).toBeUndefined();
  });

  it("says how a command that fails has ended", async () => {
    using status = line("exit 3");
    status.sees({ a: 1 });
    await vi.waitFor(() => expect(status.failures).toEqual(["it ended with exit code 3"]), within);
  });
});
