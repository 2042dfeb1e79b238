import type { Extension } from "@skein/protocol";
import { oneLine } from "@skein/protocol";
import type { Emit } from "./emit.ts";

/** Emits the background jobs of each extension whenever one starts or ends, until it is disposed of. */
export function emitJobs(extensions: readonly Extension[], emit: Emit): Disposable {
  const stops = extensions.map(({ name, jobs }) =>
    jobs?.onChange(() => emit({ type: "jobs", extension: name, jobs: jobs.list() })),
  );
  return {
    [Symbol.dispose]() {
      for (const stop of stops) stop?.();
    },
  };
}

/** Emits the jobs that there are already. */
export function emitKnownJobs(extensions: readonly Extension[], emit: Emit): void {
  for (const { name, jobs } of extensions) {
    const list = jobs?.list() ?? [];
    if (list.length > 0) emit({ type: "jobs", extension: name, jobs: list });
  }
}

/** Tells the user what runs on when the run has ended. */
export function tellRunningJobs(extensions: readonly Extension[], emit: Emit): void {
  const running = extensions.flatMap(({ jobs }) => jobs?.list() ?? []).filter(({ end }) => !end);
  if (running.length === 0) return;
  const list = running.map(({ id, command }) => `${id} (${inOneLine(command)})`).join(", ");
  const text = `Background ${running.length === 1 ? "job" : "jobs"} still running: ${list}.`;
  emit({ type: "notice", level: "info", text });
}

const shownOfCommand = 80;

function inOneLine(command: string): string {
  const line = oneLine(command);
  return line.length <= shownOfCommand ? line : `${line.slice(0, shownOfCommand - 1)}…`;
}
