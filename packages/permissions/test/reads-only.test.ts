import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { readsOnly } from "../src/index.ts";

/** Ways to run `evil` with programs that only read, or to write a file. */
const changing = [
  "echo a; evil",
  "echo a && evil",
  "false || evil",
  "echo a | evil",
  "echo a & evil",
  "echo a\nevil",
  "echo $(evil)",
  "echo `evil`",
  'echo "x $(evil) y"',
  'echo "`evil`"',
  "echo $(echo $(evil))",
  "cat <(evil)",
  "echo a > >(evil)",
  "(evil)",
  "f(){ evil; }; f",
  "if true; then evil; fi",
  "for i in 1; do evil; done",
  "cat <<E\n$(evil)\nE",
  "cat <<< $(evil)",
  "A=1 evil",
  "A=$(evil)",
  "eval evil",
  "bash -c evil",
  "sh -c 'evil'",
  "exec evil",
  "command evil",
  "env evil",
  "timeout 5 evil",
  "echo x | xargs evil",
  String.raw`find . -exec evil {} \;`,
  "find . -execdir evil ';'",
  "find . -ok evil ';'",
  "find . -delete",
  "find . -fprint out",
  "find . -fls out",
  "sed 's/x/evil/e'",
  "sed -n '1e evil' a",
  "sed -n '1w out' a",
  "sed -i s/a/b/ a",
  "sed -n -i 1p a",
  "sed -n 1p -i a",
  `awk 'BEGIN{system("evil")}'`,
  `awk '{print > "out"}' a`,
  `awk '{print | "evil"}' a`,
  `awk '"evil" | getline' a`,
  "awk -f a",
  "awk -i inplace '{print}' a",
  "awk -o '{print}' a",
  "git -c alias.x='!evil' x",
  "git -c core.pager=evil -p log",
  "git log --output=out",
  "git diff --outp out",
  "git diff --ext-diff",
  "git branch new",
  "git branch -D main",
  "git branch -m main other",
  "git push",
  "git checkout .",
  "git status > out",
  "git status && git push",
  "git status $(evil)",
  "git status $x",
  "rg --pre evil x .",
  "rg --pre=evil x .",
  "rg --hostname-bin evil x",
  "sort --compress-program=evil a",
  "sort -o out a",
  "sort -uo out a",
  "sort --outp=out a",
  "sort $x",
  "uniq a out",
  "file -C -m magic",
  "date -s 2020-01-01",
  "date 010100002020",
  "LD_PRELOAD=./e.so ls",
  "PATH=./bin:$PATH ls",
  "alias ls=evil; ls",
  "e'v'il",
  String.raw`e\vil`,
  String.raw`$'\x65vil'`,
  "x=evil; $x",
  "$x",
  "{evil,x}",
  "ls {a,b}",
  `perl -e 'system("evil")'`,
  "test -v 'a[$(evil)]'",
  "[ -v 'a[$(evil)]' ]",
  "echo x > out",
  "echo x >> out",
  "echo x >| out",
  "echo x &> out",
  "echo x >& out",
  "echo x 3<> out",
  "echo x > /dev/null2",
  "echo x > /dev/tcp/127.0.0.1/1",
  "echo x 2>&1 > out",
  "ls | tee out",
  "./ls",
  "/tmp/ls",
  "export PAGER=evil",
  "",
  "   ",
  "cd sub && git status",
  "git status; cd ..",
  "ls &&",
  "ls ;; ls",
  "ls |& cat",
  "! ls",
  "ls # comment",
  "echo 'open",
  'echo "open',
  `ls ${"a".repeat(2000)}`,
  "constructor",
  "git constructor",
];

const reading = [
  "ls -la",
  "git status",
  "git log --oneline -5",
  "git --no-pager diff HEAD~1 -- src",
  "git branch -a",
  "git branch --list 'feature/x'",
  "cat a | head -3",
  "grep -rn foo .",
  'echo "hello; world"',
  "echo 'a && b'",
  "sed -n 1,5p a",
  "sed -n '/from/,/to/p' a",
  "awk '{print $1}' a",
  "awk -F: '{print $1}' a",
  "awk -F ':' '{print $1}' a",
  "pwd && ls",
  "ls 2>/dev/null",
  "ls > /dev/null 2>&1",
  "ls &>/dev/null",
  "wc -l a",
  "echo $HOME",
  'ls "$HOME/a"',
  "cd sub && ls",
  "ls *.ts | sort -rn | uniq -c | cut -c1-9 | tr a b",
  "find . -name '*.ts' -not -path './node_modules/*'",
  "rg -n 'a|b' src",
  "test -f a || [ -d b ]",
  "env; date +%s; which node; du -sh .; df -h; stat a; file a; true; false",
];

/** A repository whose settings name no programs. */
const plain = { isPlainRepository: () => true };
const hostile = { isPlainRepository: () => false };

describe("a command", () => {
  it.each(changing)("that may change something: %j", (command) =>
    expect(readsOnly(command, plain)).toBe(false),
  );
  it.each(reading)("that only reads: %j", (command) => expect(readsOnly(command, plain)).toBe(true));
  it.each(reading)("of git counts only where the repository names no programs: %j", (command) => {
    const isGit = command.startsWith("git");
    expect(readsOnly(command, hostile)).toBe(!isGit);
    expect(readsOnly(command)).toBe(!isGit);
  });
});

/** Pieces of commands, put together in any way. */
const words =
  "echo ls cat evil a -n ( ) { } , x= && || /dev/null 2>&1 $x * [ ] # ! ~ sort -o uniq git find -exec sed 1p awk";
const marks = [
  "'",
  '"',
  "$",
  "`",
  ";",
  "&",
  "|",
  ">",
  "<",
  "\\",
  "\n",
  " ",
  " ",
  " ",
  "'x y'",
  "test ",
  "cd ",
];
const piece = fc.constantFrom(...words.split(" "), ...marks);
const command = fc
  .tuple(fc.constantFrom("echo ", "ls ", "cat a", ""), fc.array(piece, { minLength: 1, maxLength: 6 }))
  .map(([start, pieces]) => `${start}${pieces.join("")}`);
const run = promisify(execFile);

it("any command that is said to read runs nothing else and leaves the folder as it was", async () => {
  const folder = mkdtempSync(join(tmpdir(), "skein-reads-only-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, "a"), "1\n2\n");
  const before = readdirSync(folder);
  const lines = fc.sample(command.filter(readsOnly), { numRuns: 60 });
  // One shell for each, all at once; a command of ours called evil would leave a file.
  const script = (line: string): string => `evil() { : > evil-was-here; }; ${line}`;
  await Promise.all(
    lines.map((line) =>
      run("bash", ["--noprofile", "--norc", "-c", script(line)], {
        cwd: folder,
        timeout: 5000,
        env: { PATH: process.env["PATH"] ?? "" },
      }).catch(() => undefined),
    ),
  );
  expect(readdirSync(folder)).toEqual(before);
});
