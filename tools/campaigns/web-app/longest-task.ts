import type { Page } from "playwright-core";

/** The longest task of a page's main thread, in milliseconds. */
export interface LongestTask {
  /** Of processor time: what the page itself takes, however many others wait for the processors. */
  readonly cpuMs: number;
  /** By the clock: what a person waits for. */
  readonly clockMs: number;
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds. */
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** Does something with a page while its tasks are traced. */
export async function longestTaskOf(page: Page, work: () => Promise<void>): Promise<LongestTask> {
  const session = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on("Tracing.dataCollected", ({ value }) => {
    events.push(...(value as unknown as readonly TraceEvent[]));
  });
  await session.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories: ["toplevel"] },
  });
  await work();
  const complete = new Promise((resolve) => session.once("Tracing.tracingComplete", resolve));
  await session.send("Tracing.end");
  await complete;
  await session.detach();
  const thread = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const main = new Set(
    events.filter(({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain").map(thread),
  );
  const tasks = events.filter((event) => event.name.endsWith("RunTask") && main.has(thread(event)));
  if (tasks.length === 0) throw new Error("The trace has no tasks of the page.");
  const longest = (durations: readonly number[]) =>
    durations.reduce((most, one) => Math.max(most, one), 0) / 1000;
  return {
    cpuMs: longest(tasks.map(({ tdur = 0 }) => tdur)),
    clockMs: longest(tasks.map(({ dur = 0 }) => dur)),
  };
}
