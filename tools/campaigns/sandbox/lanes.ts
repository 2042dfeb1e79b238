import type { Command } from "./command.ts";
import { repository, type Shape } from "./shapes.ts";

/** How many commands run at once in one folder. */
export const laneCount = 5;

const group = `${laneCount} commands at once in one folder`;

export const laneShapes: readonly Shape[] = [
  { name: "five at once", group, kind: "lanes" },
  { name: "five at once, an empty folder", group, kind: "lanes", make: "mkdir project" },
  { name: "five at once, a plain user", group, kind: "lanes", owner: 65534, runsAs: 65534 },
  {
    name: "five at once, hooks and protected names",
    group,
    kind: "lanes",
    make: `${repository}
      mkdir .husky .idea && echo true > .husky/pre-commit && chmod +x .husky/pre-commit && echo 1 > .idea/a
      git config core.hooksPath .husky && git add .husky && git commit -qm husky && git init -q nested`,
  },
];

/** Git refuses when another one has the index: the next attempt is the answer to that. */
const patiently = (command: string) =>
  `for i in $(seq 200); do ${command} 2> /dev/null && break; sleep 0.05; done`;

/** `$LANE` is the number of the command among those that run together; what they leave must not depend on their order. */
const scripts: readonly (readonly [name: string, script: string])[] = [
  ["ls -A", "sleep 0.1; ls -A | grep -c skein; true"],
  [
    "builds",
    "for i in 1 2 3; do printf 'int main(void){return 0;}' > m$LANE.c; cc -c m$LANE.c -o m$LANE.o; done; rm m$LANE.c m$LANE.o",
  ],
  [
    "make -j8",
    "mkdir d$LANE; cd d$LANE; printf 'all: a b c d\\na b c d:\\n\\techo x > $@\\n' > Makefile; make -s -j8",
  ],
  ["git init in a folder", "git init -q -b main r$LANE; cd r$LANE; echo a > a; git add -A; git commit -qm a"],
  ["git clone", "git init -q -b main r$LANE; git clone -q r$LANE c$LANE 2> /dev/null"],
  [
    "git status and diff",
    "for i in 1 2 3; do git status --porcelain > /dev/null; git diff > /dev/null; done; git log --oneline -1 > /dev/null; true",
  ],
  [
    "commits",
    `[ -d .git ] || exit 0; echo $LANE > f$LANE; ${patiently("git add f$LANE")}; git hash-object f$LANE`,
  ],
  [
    "worktrees",
    `[ -d .git ] || exit 0; ${patiently("git worktree add -q --detach t$LANE other")}; git -C t$LANE status --porcelain`,
  ],
  [
    "a scaffolder",
    "mkdir app$LANE; cd app$LANE; git init -q -b main .; echo '{}' > package.json; git add -A",
  ],
  ["the same file", "for i in $(seq 20); do echo x > same; cat same > /dev/null; done"],
  [
    "a server on a socket",
    `node -e 'const n=require("net"),p="./s"+process.env.LANE;const s=n.createServer(c=>c.end("x")).listen(p,()=>n.connect(p).on("data",()=>s.close()).on("end",()=>process.exit(0)))'`,
  ],
];

export const laneCommands: readonly Command[] = scripts.map(([name, script]) => ({
  name: `${laneCount} at once: ${name}`,
  script,
  only: "lanes",
}));
