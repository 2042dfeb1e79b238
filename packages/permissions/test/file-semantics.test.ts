import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createGate, pathGuard, type PermissionRule } from "../src/index.ts";
import { request, signal } from "./requests.ts";

const base = realpathSync(mkdtempSync(join(tmpdir(), "skein-semantics-")));
afterAll(() => rmSync(base, { recursive: true }));
const home = join(base, "home");
const cwd = join(home, "work");
for (const folder of [join(cwd, "src", "deep"), join(cwd, "lib"), join(cwd, "keys"), join(home, ".ssh")])
  mkdirSync(folder, { recursive: true });
for (const path of [
  "work/a",
  "work/list",
  "work/src/a.ts",
  "work/src/deep/.env",
  "work/lib/b.ts",
  "work/keys/id_rsa",
  "outside",
  ".ssh/id_rsa",
])
  writeFileSync(join(home, path), "text\n");
symlinkSync(join(home, ".ssh"), join(cwd, "lib", "link"));
const key = join(home, ".ssh", "id_rsa");

async function verdictOf(command: string, mode = "smart_approve", rules: readonly PermissionRule[] = []) {
  const gate = createGate({ mode, rules, guard: pathGuard({ home }), isPlainRepository: () => true });
  return (await gate.decide(request({ input: { command }, cwd }), signal)).verdict;
}

describe("a value that is a file", () => {
  it.each([
    `xargs -a ${key} -n1 echo`,
    `xargs --arg-file=${key} -n1 echo`,
    `xargs -a${key} echo`,
    `grep -f ${key} a`,
    `rg -f ${key} a`,
    `rg --ignore-file ${key} a`,
    `du -X ${key} a`,
    `du --exclude-from ${key} a`,
    `hexdump -f ${key} a`,
    `date -r ${key}`,
    `date -f ${key}`,
    `date --file=${key}`,
    `sort --random-source=${key} a`,
    `diff --from-file=${key} a`,
    `diff --to-file ${key} a`,
    `jq --slurpfile x ${key} . a`,
    `jq -n --rawfile x ${key} '$x'`,
    `find . -newer ${key}`,
    `find . -samefile ${key}`,
    `git grep -f ${key}`,
    `git blame --contents ${key} a`,
    `git diff -O${key}`,
    `git ls-files -X ${key}`,
    `tree --infofile ${key}`,
  ])("is read: %s", async (command) => {
    expect(await verdictOf(command)).toBe("ask");
  });
});

describe("a file with paths or a program in it", () => {
  it.each([
    "wc --files0-from=list",
    "du --files0-from list",
    "sort --files0-from=list",
    "find -files0-from list",
    "strings @list",
    "file -f list",
    "file --files-from=list",
    "file -m list a",
    "jq -f list a",
    "jq --from-file list a",
    "jq -L lib . a",
    "sed -f list a",
    "awk -f list a",
    "sed --file=list a",
    "tree --fromfile list",
    "od --traditional a list",
    "rg --pre cat x",
    "rg --search-zip x",
    "git log --stdin",
    "git cat-file --textconv a",
    "git grep --textconv x",
    "git diff --output=list",
    "tree -o list",
    "sort -o list a",
    "uniq a list",
    "xxd a out",
    "xxd -E a -n2",
    "xxd a -p",
    "file -C -m list",
    "hostname -F list",
    "ps e",
    "ps eww",
    "ps axe",
    "ps axo pid,environ",
    "ps -o environ",
    "ps auxe",
  ])("is asked about: %s", async (command) => {
    expect(await verdictOf(command)).toBe("ask");
    expect(await verdictOf(command, "plan")).not.toBe("allow");
  });

  it.each([
    "ps aux",
    "ps -ef",
    "ps axo pid,etime,cmd",
    "ps -o pid,etime 1 2",
    "ps -e",
    "ps -p 1",
    "ps u -p 1",
  ])("processes without their environment are free: %s", async (command) => {
    expect(await verdictOf(command)).toBe("allow");
  });
});

describe("a folder among what is read", () => {
  it.each([
    "grep -r x .",
    "grep -rn x src",
    "grep -d recurse x src",
    "grep --directories=recurse x src",
    "grep x -r",
    "egrep -r x src",
    "diff -N . src",
    "diff -r lib src",
    "diff src/deep lib",
    "rg --hidden x",
    "rg -. x",
    "rg -uu x",
    "rg --no-ignore --hidden x src",
    "rg x keys",
    "rg x",
    "rg --files-without-match x",
    "git grep --untracked x",
    "git grep --no-index x src",
    "git diff --no-index lib src",
    "grep -R x lib",
    "find src -exec cat {} +",
    "find . -name '.e*' -exec cat {} +",
  ])("is read with what is in it: %s", async (command) => {
    expect(await verdictOf(command)).toBe("ask");
  });

  it.each([
    "grep -r x lib",
    "grep x src/a.ts",
    "cat src/*",
    "wc -l *",
    "ls -R src",
    "du -sh .",
    "find . -type f",
    "file src",
    "stat src keys",
    "rg x lib",
    "rg x src",
    "diff lib/b.ts src/a.ts",
    "git grep x",
    "git grep x src",
    "grep -rn --include='*.ts' x .",
    "grep -rn --include=*.ts x .",
    "grep -rn --include=*.{js,ts} x src",
    "grep -rn --exclude-dir=deep --exclude-dir=keys x .",
    "grep -rn --exclude='.env*' x src",
    "rg -g '*.ts' x",
    "rg -t ts x",
    "rg --hidden -g '*.{ts,js}' x src",
  ])("is free where nothing in it is guarded, or would be read: %s", async (command) => {
    expect(await verdictOf(command)).toBe("allow");
  });

  it.each([
    "grep -rn --include='*' x src",
    "grep -rn --include='*.ts' --include='.*' x src",
    "grep -rn --exclude='*.ts' --include='*.js' x src",
    "grep -rn --include=$x x src",
    "grep -rn --exclude='*.ts' x src",
    "grep -rn --exclude-dir=lib x .",
    "grep -rn --include='[.]env' x src",
    "rg -g '.env' x src",
    "rg -g '!*.ts' --hidden x src",
    "rg -t all --hidden x src",
    "rg -g '*' x src",
    "rg -t ts -g '.env' x src",
  ])("is asked about where the search may still read it: %s", async (command) => {
    expect(await verdictOf(command)).toBe("ask");
  });

  it("and links are followed out of the working folder only by programs that do", async () => {
    symlinkSync(join(home), join(cwd, "lib", "up"));
    expect(await verdictOf("grep -r x lib")).toBe("allow");
    expect(await verdictOf("rg -L x lib")).toBe("ask");
    expect(await verdictOf("grep -R x lib")).toBe("ask");
    rmSync(join(cwd, "lib", "up"));
  });
});

describe("a word that is known only when the command runs", () => {
  it.each(["grep $x a", 'grep "$x" a', "head -n $x a", 'wc "$x"', "cut -d$x a", "grep -e $(cat list) a"])(
    "may name any file: %s",
    async (command) => {
      expect(await verdictOf(command)).toBe("ask");
    },
  );

  it.each(["echo $x", "seq 1 $x", 'basename "$x"', 'printf "$x"', "tr a $x"])(
    "means no file where none is read: %s",
    async (command) => {
      expect(await verdictOf(command)).not.toBe("deny");
    },
  );
});
