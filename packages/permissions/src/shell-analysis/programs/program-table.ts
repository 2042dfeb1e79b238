import type { Word } from "../analysis.ts";
import type { OptionTable } from "./options.ts";

/** A program that only reads, as long as it is called with these options. */
export interface ReadingProgram extends OptionTable {
  /** What its operands are. Default: files that it reads. */
  readonly operands?: "files" | "text" | "none";
  /** The first operand is a pattern or a program text, not a file, unless one of these options gives it. */
  readonly textUnless?: readonly string[];
  /** More would be written to, or mean something else. */
  readonly maxOperands?: number;
  /** Options whose values are files that it reads. */
  readonly fileOptions?: readonly string[];
  /** What else has to hold of its arguments. */
  readonly check?: (args: readonly Word[]) => boolean;
}

const table = (
  rows: Readonly<Record<string, ReadingProgram>>,
): readonly (readonly [string, ReadingProgram])[] => Object.entries(rows);

const help = "help version";
const checksums: ReadingProgram = {
  flags: "bctwz",
  long: `binary check text tag zero ignore-missing quiet status strict warn ${help}`,
  expands: true,
};
const versionOnly: ReadingProgram = {
  check: (args) => args.length === 1 && args[0]?.source === "--version",
  long: "version",
};
const paths: ReadingProgram = {
  flags: "aszefmnqLPE",
  long: `multiple zero quiet canonicalize ${help}`,
  expands: true,
};

/** Programs whose options are all that needs looking at. Those with `expands` have none that writes or runs anything. */
export const simplePrograms: readonly (readonly [string, ReadingProgram])[] = [
  ...table({
    ls: {
      flags: "aAbBcCdfFgGhHiIklLmnNopqQrRsStuUvwxXZ1",
      long: `all almost-all author escape color=? classify=? directory full-time group-directories-first no-group human-readable si inode recursive reverse size sort= time= time-style= numeric-uid-gid dereference hide= ignore= format= hyperlink=? width= ${help}`,
      expands: true,
    },
    cat: {
      flags: "AbeEnstTuv",
      long: `number number-nonblank show-all show-ends show-tabs show-nonprinting squeeze-blank ${help}`,
      expands: true,
    },
    head: {
      flags: "qvz",
      values: "nc",
      hasDigits: true,
      long: `lines= bytes= quiet silent verbose zero-terminated ${help}`,
      expands: true,
    },
    tail: {
      flags: "fFqvrz",
      values: "ncs",
      hasDigits: true,
      long: `lines= bytes= quiet silent verbose follow=? pid= retry sleep-interval= zero-terminated ${help}`,
      expands: true,
    },
    wc: {
      flags: "clLmw",
      long: `bytes chars lines words max-line-length total= ${help}`,
      expands: true,
    },
    grep: {
      flags: "EFGPivwxcloqsbHhnTuUzLrRaIyZV",
      values: "efmABCdD",
      hasDigits: true,
      long: `extended-regexp fixed-strings basic-regexp perl-regexp regexp= file= ignore-case no-ignore-case invert-match word-regexp line-regexp count color=? colour=? files-without-match files-with-matches max-count= only-matching quiet silent no-messages byte-offset with-filename no-filename label= line-number initial-tab null after-context= before-context= context= text binary-files= exclude= exclude-from= exclude-dir= include= recursive dereference-recursive line-buffered null-data ${help}`,
      textUnless: ["-e", "-f", "--regexp", "--file"],
      fileOptions: ["-f", "--file", "--exclude-from"],
      expands: true,
    },
    stat: {
      flags: "LftxslnqrFH",
      values: "c",
      long: `format= printf= file-system terse dereference cached= ${help}`,
      expands: true,
    },
    du: {
      flags: "0abchHkLlmPsSxD",
      values: "dtBX",
      long: `all apparent-size block-size= bytes total max-depth= human-readable si summarize one-file-system exclude= exclude-from= threshold= time=? null separate-dirs inodes ${help}`,
      fileOptions: ["-X", "--exclude-from"],
      expands: true,
    },
    df: {
      flags: "ahHiklmPTv",
      values: "tBx",
      long: `all human-readable si inodes local portability print-type type= exclude-type= total output=? block-size= sync no-sync ${help}`,
      expands: true,
    },
    cut: {
      flags: "nsz",
      values: "bcdf",
      long: `bytes= characters= delimiter= fields= complement only-delimited output-delimiter= zero-terminated ${help}`,
      expands: true,
    },
    tr: {
      flags: "cCdst",
      long: `complement delete squeeze-repeats truncate-set1 ${help}`,
      operands: "text",
      expands: true,
    },
    cmp: {
      flags: "bls",
      values: "in",
      long: `print-bytes verbose quiet silent bytes= ignore-initial= ${help}`,
      expands: true,
    },
    comm: {
      flags: "123iz",
      long: `check-order nocheck-order output-delimiter= total zero-terminated ${help}`,
      expands: true,
    },
    tac: { flags: "br", values: "s", long: `before regex separator= ${help}`, expands: true },
    rev: { expands: true },
    nl: { flags: "p", values: "bdfhilnsvw", long: `body-numbering= number-width= ${help}`, expands: true },
    fold: { flags: "bcs", values: "w", long: `width= spaces bytes ${help}`, expands: true },
    expand: { flags: "i", values: "t", long: `tabs= initial ${help}`, expands: true },
    paste: { flags: "sz", values: "d", long: `delimiters= serial ${help}`, expands: true },
    column: {
      flags: "txeJn",
      values: "cosNRHTOE",
      long: "table separator= output-separator=",
      expands: true,
    },
    od: {
      flags: "bcdfhiloOsxv",
      values: "AjNtwS",
      long: "address-radix= format= read-bytes= skip-bytes= width=?",
      expands: true,
    },
    hexdump: { flags: "bcCdoxv", values: "ns", expands: true },
    strings: { flags: "afoN", values: "nte", long: "all bytes= radix= print-file-name", expands: true },
    md5sum: checksums,
    sha1sum: checksums,
    sha256sum: checksums,
    sha512sum: checksums,
    b2sum: checksums,
    cksum: checksums,
    jq: {
      flags: "rRcsnSeCaMjbh0",
      values: "f",
      long: `raw-output raw-input compact-output slurp null-input sort-keys exit-status color-output ascii-output monochrome-output join-output tab indent= from-file= args jsonargs stream seq ${help}`,
      pairs: "arg argjson slurpfile rawfile",
      textUnless: ["-f", "--from-file"],
      fileOptions: ["-f", "--from-file", "--slurpfile", "--rawfile"],
      // A module may be a file anywhere.
      check: (args) => !args.some(({ text }) => /\b(?:import|include)\b/.test(text)),
      expands: true,
    },
  }),
  ...table({
    echo: { operands: "text", check: () => true, expands: true },
    pwd: { flags: "LP", operands: "none" },
    cd: { flags: "LP", maxOperands: 1, expands: true },
    true: { operands: "text", check: () => true, expands: true },
    false: { operands: "text", check: () => true, expands: true },
    ":": { operands: "text", check: () => true, expands: true },
    basename: {
      flags: "az",
      values: "s",
      long: `multiple suffix= zero ${help}`,
      operands: "text",
      expands: true,
    },
    dirname: { flags: "z", long: `zero ${help}`, operands: "text", expands: true },
    realpath: {
      ...paths,
      long: `${paths.long} relative-to= relative-base= strip no-symlinks canonicalize-existing canonicalize-missing logical physical`,
    },
    readlink: {
      ...paths,
      long: `${paths.long} canonicalize-existing canonicalize-missing no-newline verbose`,
    },
    which: { flags: "as", operands: "text", expands: true },
    type: { flags: "aftpP", operands: "text", expands: true },
    whoami: { long: help, operands: "none" },
    id: {
      flags: "agGnruz",
      long: `group groups name real user zero ${help}`,
      operands: "text",
      expands: true,
    },
    groups: { operands: "text", expands: true },
    uname: {
      flags: "amnoprsvi",
      long: `all machine nodename kernel-name kernel-release ${help}`,
      operands: "none",
    },
    hostname: { flags: "fsdiI", operands: "none" },
    uptime: { flags: "ps", operands: "none" },
    nproc: { long: `all ignore= ${help}`, operands: "none" },
    free: { flags: "bkmghtlw", long: "human mega giga", operands: "none" },
    ps: {
      flags: "aAdefFlLjTuxwyHZ",
      values: "CopU",
      hasDigits: true,
      long: "forest no-headers sort= ppid= pid=",
      operands: "text",
    },
    seq: {
      flags: "w",
      values: "fs",
      hasDigits: true,
      long: `equal-width separator= format= ${help}`,
      operands: "text",
      expands: true,
    },
    sleep: { operands: "text" },
    set: {
      operands: "text",
      check: (args) => args.every(({ source }) => /^(?:-[euxo]+|pipefail|errexit|nounset)$/.test(source)),
    },
    exit: { operands: "text", maxOperands: 1 },
    printf: { operands: "text", maxOperands: 1_000 },
    printenv: { flags: "0", operands: "text" },
    env: { operands: "none" },
    node: versionOnly,
    npm: versionOnly,
    python: versionOnly,
    python3: versionOnly,
  }),
];
