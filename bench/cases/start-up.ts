import { milliseconds, node, paired, timeProcess, type Row } from "../measure.ts";
import { skein } from "../skein.ts";

export async function startUp(): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const flag of ["--version", "--help"]) {
    const figures = await paired(
      21,
      async () => (await timeProcess(node, [skein, flag])).ms,
      async () => (await timeProcess(node, ["-e", "0"])).ms,
    );
    rows.push({
      what: `skein ${flag} / node -e 0`,
      skein: milliseconds(figures.skein),
      floor: milliseconds(figures.floor),
      value: figures.ratio,
      aim: 1.3,
    });
  }
  return rows;
}
