import { readFileSync } from "node:fs";

/** Options as help texts name them, by program: not those of our own tables. */
const recorded = JSON.parse(
  readFileSync(
    new URL("../../../packages/permissions/test/shell-analysis/recorded-options.json", import.meta.url),
    "utf8",
  ),
) as Readonly<Record<string, readonly string[]>>;

/** Programs that wait, or change the machine that they run on. */
const passed = new Set("shred docker kubectl systemctl".split(" "));
const programs = Object.keys(recorded).filter((name) => !passed.has(name));

export type Draw = () => number;
const pick = <Item>(draw: Draw, items: readonly Item[]): Item => items[Math.floor(draw() * items.length)]!;

const valuesIn = (home: string): readonly string[] =>
  `a b src list nul program . .. 1 2 5 x out @list @nul config keys config/.env keys/server.pem src/a.ts evil evil/. -r
   recurse ~/.ssh/id_rsa ~/other/notes ~/other ${home}/.ssh/id_rsa ${home}/other/notes $HOME/.ssh/id_rsa "$HOME/other/notes"
   ~/.bashrc $HOME/.bashrc .git/config .git/hooks/pre-commit export CANARY KEY '*.ts' '*' * .* e pid,environ
   HEAD main HEAD:a 1p p '{print}' 's/a/b/' . -print -delete -name /etc/fstab ../other/notes src/../../other/notes`.split(
    /\s+/,
  );

/** Ways in which a program is called: alone, for what another one finds, in a loop, with a variable, in another folder. */
const frames: readonly ((command: string, draw: Draw, home: string) => string)[] = [
  (command) => command,
  (command) => command,
  (command) => command,
  (command) => command,
  (command) => `cd src && ${command}`,
  (command) => `cd; ${command}`,
  (command) => `cd .. && ${command}`,
  (command) => `F=list; ${command} "$F"`,
  (command, _, home) => `F=${home}/.ssh/id_rsa; ${command} $F`,
  (command) => `for f in a list ~/other/notes; do ${command} "$f"; done`,
  (command) => `for f in *; do ${command} "$f"; done`,
  (command) => `find . -type f | xargs ${command}`,
  (command) => `find . -name '*.ts' -exec ${command} {} +`,
  (command) => `find ~/other -type f -exec ${command} {} \\;`,
  (command) => `cat list | xargs ${command}`,
  (command) => `xargs -a list ${command}`,
  (command) => `git ls-files | xargs ${command}`,
  (command) => `ls | xargs ${command}`,
  (command) => `${command} < list`,
  (command) => `timeout 3 ${command}`,
];

/** A line that calls a program with up to three of its options. */
export function generatedLine(draw: Draw, home: string, among: readonly string[] = programs): string {
  const program = pick(draw, among);
  const values = valuesIn(home);
  const words: string[] = [];
  for (let left = Math.floor(draw() * 4); left > 0; left--) {
    const option = pick(draw, recorded[program] ?? ["-a"]);
    const value = pick(draw, values);
    const way = draw();
    if (way < 0.4) words.push(option);
    else if (way < 0.7) words.push(option, value);
    else words.push(option.startsWith("--") ? `${option}=${value}` : `${option}${value}`);
  }
  for (let left = Math.floor(draw() * 3); left > 0; left--) words.push(pick(draw, values));
  return pick(draw, frames)([program, ...words].join(" "), draw, home);
}

/** Programs that make or change files, with the files that decide what runs later in many spellings. */
const writers =
  `cp a T|cp -t T .bashrc|cp evil/.bashrc T|cp -r evil/. T|mv b T|install a T|ln -sf a T|tee T < a|touch T|echo x > T|echo x >> T
  |cat a > T|dd if=a of=T status=none|sed -i 's/^/x/' T|sort -o T a|tar cf T a|git config -f T core.pager x|git config core.pager x
  |git config --global core.pager x|sed -n 'w T' a|cp a b && mv b T|truncate -s 0 T|patch T < a|split -l 1 a T|rsync -a a T|uniq a T
  |find . -name a -exec cp {} T \\;|ls a | xargs -I{} cp {} T|git init -q --template=evil T|printf x | tee -a T|xxd a T`
    .split("|")
    .map((line) => line.trim());
const targets =
  `~/.bashrc ~ ~/ $HOME "$HOME" $HOME/.bashrc "$HOME/.bashrc" \${HOME}/.bashrc $PWD/.git/config .git/config .git/hooks/pre-commit
  ~/.gitconfig ~/.config/autostart ~/.config/autostart/b.desktop ../.bashrc src/../../.bashrc "$D" "$D/.bashrc" $D/.git/config $(echo ~)/.bashrc
  .mcp.json ./.mcp.json out src/out /tmp/out`.split(/\s+/);
const settings =
  `|D=~; |D=$HOME; |D=$HOME/.config; |cd; |cd && |cd ~ && |cd .. && |cd "$HOME" && |cd .git && |D=.git; |for D in ~ /tmp; do |X=.bashrc; D=$HOME/$X; `.split(
    "|",
  );

/** A line that writes somewhere. */
export function writingLine(draw: Draw): string {
  const setting = pick(draw, settings);
  const target = pick(draw, targets);
  const line = pick(draw, writers).replaceAll("T", () => target);
  return `${setting}${line}${setting.startsWith("for") ? "; done" : ""}`;
}

/** What rules as "always" offers them are about, with the programs whose options are tried. */
export const offered: readonly (readonly [words: string, program: string])[] = [
  ...["status", "log", "diff", "show", "blame", "ls-files", "add", "commit", "fetch", "mv"].map(
    (name) => [`git ${name}`, `git ${name}`] as const,
  ),
  ["node --test", "node"],
  ["mkdir", "mkdir"],
  ["touch", "touch"],
  ["pytest", "pytest"],
];

/** A line that begins as one of those rules. */
export function offeredLine(draw: Draw, home: string): string {
  const [words, program] = pick(draw, offered);
  const line = generatedLine(draw, home, [program]);
  return words === program ? line : line.replace(program, words);
}
