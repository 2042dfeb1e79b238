import { milliseconds, node, paired, timeProcess, type Row } from "../measure.ts";
import { peers } from "../peers.ts";
import { skein } from "../skein.ts";

/** Whole processes that do nothing but say a text. */
export async function startUp(): Promise<readonly Row[]> {
  const ours = ["--version", "--help"].map((flag) => [`skein ${flag}`, [node, skein, flag], 1.3] as const);
  const theirs = peers().flatMap(({ name, version }) =>
    version === undefined ? [] : [[`${name}, its version`, version, undefined] as const],
  );
  const rows: Row[] = [];
  for (const [what, [command = "", ...args], aim] of [...ours, ...theirs]) {
    const figures = await paired(
      21,
      async () => (await timeProcess(command, args)).ms,
      async () => (await timeProcess(node, ["-e", "0"])).ms,
    );
    const { skein: value, floor, ratio } = figures;
    const row = {
      what: `${what} / node -e 0`,
      skein: milliseconds(value),
      floor: milliseconds(floor),
      value: ratio,
    };
    rows.push(aim === undefined ? row : { ...row, aim });
  }
  return rows;
}
