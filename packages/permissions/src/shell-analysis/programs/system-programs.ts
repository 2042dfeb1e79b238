import type { Word } from "../analysis.ts";
import { programRows, type ReadingProgram } from "./reading-program.ts";

const help = "help version";
const versionOnly: ReadingProgram = {
  check: (args) => args.length === 1 && args[0]?.source === "--version",
  options: "version",
};
const anything: ReadingProgram = { operands: "text", check: () => true, expands: true };

/**
 * In letters without a dash, `e` shows the environment of each process. A list of columns may name it too. Lists of columns and
 * numbers of processes follow letters.
 */
function showsNoEnvironment(args: readonly Word[]): boolean {
  const isList = (text: string): boolean => /^[\d,]+$/.test(text) || /,/.test(text);
  return args.every(({ text }, at) => {
    if (/environ/i.test(text)) return false;
    if (text.startsWith("-") || isList(text)) return true;
    const before = args[at - 1]?.text ?? "";
    const isValue =
      /^--?[\w-]*[CopUuGgtqsk]$/.test(before) || /^--(?:sort|format|ppid|pid|user|tty)$/.test(before);
    return isValue || /^[a-df-zA-Z]*[OokptU]$/.test(before) || /^[a-df-zA-Z]+$/.test(text);
  });
}

/** Programs that tell of the machine or print their words, and read no files. */
export const systemPrograms = programRows({
  echo: anything,
  true: anything,
  false: anything,
  ":": anything,
  pwd: { options: "-LP", operands: "none" },
  cd: { options: "-LP", operands: "names", maxOperands: 1, expands: true },
  basename: {
    options: `-az -s=text multiple suffix=text zero ${help}`,
    operands: "text",
    expands: true,
  },
  dirname: { options: `-z zero ${help}`, operands: "text", expands: true },
  which: { options: "-as", operands: "text", expands: true },
  type: { options: "-aftpP", operands: "text", expands: true },
  whoami: { options: help, operands: "none" },
  id: {
    options: `-agGnruzZ group groups name real user zero context ${help}`,
    operands: "text",
    expands: true,
  },
  groups: { options: help, operands: "text", expands: true },
  uname: {
    options: `-amnoprsvi all machine nodename kernel-name kernel-release kernel-version
      operating-system processor hardware-platform ${help}`,
    operands: "none",
  },
  hostname: {
    options: `-fsdiIAay fqdn long short domain ip-address all-ip-addresses all-fqdns alias nis yp
      -F=path:asks file=path:asks -b:asks boot:asks ${help}`,
    operands: "none",
  },
  uptime: { options: `-pshV pretty since ${help}`, operands: "none" },
  nproc: { options: `all ignore=number ${help}`, operands: "none" },
  free: {
    options: `-bkmghtlwVv -sc=number bytes kibi mebi gibi tebi pebi kilo mega giga tera peta
      human si lohi total committed wide seconds=number count=number ${help}`,
    operands: "none",
  },
  ps: {
    options: `-aAdefFlLjTuxwyHZcmMNPVV -CopUGgtqsOk=text forest no-headers headers sort=text ppid=text
      pid=text quick-pid=text user=text User=text group=text Group=text sid=text tty=text
      format=text deselect context cols=number columns=number width=number rows=number
      lines=number ${help}`,
    hasDigits: true,
    operands: "text",
    check: showsNoEnvironment,
  },
  seq: {
    options: `-w -fs=text equal-width separator=text format=text ${help}`,
    hasDigits: true,
    operands: "text",
    expands: true,
  },
  sleep: { operands: "text" },
  exit: { operands: "text", maxOperands: 1 },
  printf: { operands: "text", maxOperands: 1_000 },
  printenv: { options: `-0 null ${help}`, operands: "text" },
  env: { operands: "none" },
  set: {
    operands: "text",
    check: (args) => args.every(({ source }) => /^(?:-[euxo]+|pipefail|errexit|nounset)$/.test(source)),
  },
  node: versionOnly,
  npm: versionOnly,
  python: versionOnly,
  python3: versionOnly,
});
