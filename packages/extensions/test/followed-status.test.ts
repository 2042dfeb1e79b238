import { describe, expect, it } from "vitest";
import type { Extension, ExtensionStatus } from "@skein/protocol";
import { mountExtensions, type StatusEvent } from "../src/index.ts";
import { never, standIn, tool } from "./stand-ins.ts";

/** An extension that reports its own status. */
function reporting(first: ExtensionStatus, start?: () => Promise<void>) {
  let status = first;
  const listeners = new Set<(status: ExtensionStatus) => void>();
  const extension: Extension = {
    ...standIn("own", [tool("t")], start ? { start } : {}),
    status: () => status,
    onStatus(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const become = (next: ExtensionStatus): void => {
    status = next;
    for (const listener of listeners) listener(next);
  };
  return { extension, become };
}

async function statesOf(
  { extension }: ReturnType<typeof reporting>,
  during: (mounted: Awaited<ReturnType<typeof mountExtensions>>) => Promise<void> | void = () => {},
): Promise<readonly string[]> {
  const events: StatusEvent[] = [];
  const mounted = await mountExtensions([extension], {
    onStatus: (event) => void events.push(event),
    closeTimeoutMs: 20,
    startTimeoutMs: 20,
  });
  await during(mounted);
  expect(new Set(events.map((event) => event.extension))).toEqual(new Set(["own"]));
  return events.map((event) => event.status.state);
}

describe("the status of an extension that reports its own", () => {
  it("is reported as it is when it is mounted, and as it changes", async () => {
    const own = reporting({ state: "cached" });
    expect(
      await statesOf(own, () => {
        own.become({ state: "starting" });
        own.become({ state: "ready" });
      }),
    ).toEqual(["cached", "starting", "ready"]);
  });

  it("is not reported before it does anything", async () => {
    const own = reporting({ state: "configured" });
    expect(await statesOf(own, () => own.become({ state: "ready" }))).toEqual(["ready"]);
  });

  it("is degraded where it fails to start without saying so", async () => {
    const own = reporting({ state: "ready" }, () => Promise.reject(new Error("no")));
    expect(await statesOf(own)).toEqual(["ready", "degraded"]);
  });

  it("is not reported twice where it has said so itself", async () => {
    const own: ReturnType<typeof reporting> = reporting({ state: "ready" }, () => {
      own.become({ state: "degraded", message: "mine" });
      return Promise.reject(new Error("no"));
    });
    expect(await statesOf(own)).toEqual(["ready", "degraded"]);
  });

  it("is degraded where it does not close in time", async () => {
    const own = reporting({ state: "ready" });
    const hanging = { ...own, extension: { ...own.extension, close: never } };
    expect(await statesOf(hanging, (mounted) => mounted.close())).toEqual(["ready", "degraded"]);
  });
});

describe("the status of an extension that reports none", () => {
  it("is that of its start and its end", async () => {
    const events: StatusEvent[] = [];
    const mounted = await mountExtensions([standIn("plain", [tool("t")])], {
      onStatus: (event) => void events.push(event),
    });
    await mounted.close();
    expect(events).toEqual(
      ["starting", "ready", "stopped"].map((state) => ({ extension: "plain", status: { state } })),
    );
  });
});
