import type { ListedHook, TriedHook } from "@skein/command-line/hooks";
import { table } from "@skein/terminal/table";

const columns = [
  { title: "EVENT" },
  { title: "MATCHER" },
  { title: "RUNS" },
  { title: "COMMAND OR ADDRESS" },
  { title: "WHERE" },
];

export function hookTable(hooks: readonly ListedHook[], width: number): string {
  const rows = hooks.map(({ event, matcher, trusted, run, source }) => [
    event,
    matcher ?? "*",
    trusted ? "yes" : "no",
    run,
    source,
  ]);
  return table(columns, rows, width);
}

/** What a hook got and what came of it. */
export function triedHookLines(hook: TriedHook): readonly string[] {
  const { type, run, source, sent, exitCode, status, stdout, stderr, failure } = hook;
  return [
    `${type} ${run}  (${source})`,
    `  in      ${JSON.stringify(sent)}`,
    ...(exitCode === null ? [] : [`  exit    ${exitCode}`]),
    ...(status === null ? [] : [`  status  ${status}`]),
    ...(stdout.trim() === "" ? [] : [`  out     ${stdout.trim()}`]),
    ...(stderr.trim() === "" ? [] : [`  err     ${stderr.trim()}`]),
    ...(failure === null ? [] : [`  failed  ${failure}`]),
  ];
}
