import { describe, expect, it } from "vitest";
import { defineCampaign, type Campaign } from "../campaign.ts";
import { NotStarted } from "../not-started.ts";
import { choice, choices, count, flag, names, seed, text } from "../option.ts";
import { runHere } from "./run-here.ts";

const about = "Tries apples.";
const named = (campaign: Campaign) => ({ ...campaign, name: "apples", about });

const apples = named(
  defineCampaign({
    details: "Fails if one is rotten.",
    options: {
      kinds: names({
        about: "Only kinds whose name contains it",
        placeholder: "KIND",
        noun: "kind",
        isPositional: true,
        of: () => ["red", "dark red", "green"],
      }),
      runs: count({ about: "Apples of each kind", default: 3 }),
      everyMs: count({ about: "Milliseconds between two", default: 20 }),
      seed: seed(7),
      tree: choice({ about: "Tree", placeholder: "TREE", words: ["old", "young"] }),
      skip: choices({ about: "Leave out", placeholder: "PART", words: ["peel", "core"] }),
      out: text("FILE", "Write them here"),
      quick: flag("Only look"),
    },
    async run(values, report) {
      report.print(JSON.stringify(values));
    },
  }),
);

const valuesOf = async (...args: string[]) => {
  const { out } = await runHere(apples, args);
  return JSON.parse(out.split("\n")[1] ?? "") as unknown;
};

const failing = (run: Campaign["run"]) => named(defineCampaign({ details: "", options: {}, run }));

describe("the options of a campaign", () => {
  it("have defaults", async () => {
    expect(await valuesOf()).toEqual({
      kinds: ["red", "dark red", "green"],
      runs: 3,
      everyMs: 20,
      seed: 7,
      skip: [],
      quick: false,
    });
  });

  it("are read in any order and either form", async () => {
    const args = ["dark", "--runs", "12", "--every-ms=5", "--skip", "peel", "--skip=core", "green"];
    expect(await valuesOf(...args, "--quick", "--tree", "old", "--out", "a=b", "--seed=0")).toEqual({
      kinds: ["dark red", "green"],
      runs: 12,
      everyMs: 5,
      seed: 0,
      tree: "old",
      skip: ["peel", "core"],
      out: "a=b",
      quick: true,
    });
  });

  it.each([
    [
      ["--foo"],
      "Unknown option --foo. Use one of: --runs, --every-ms, --seed, --tree, --skip, --out, --quick, --help.",
    ],
    [
      ["-r"],
      "Unknown option -r. Use one of: --runs, --every-ms, --seed, --tree, --skip, --out, --quick, --help.",
    ],
    [["--runs", "abc"], 'Invalid value for --runs: "abc". Use a whole number from 1 on.'],
    [["--runs", "0"], 'Invalid value for --runs: "0". Use a whole number from 1 on.'],
    [["--runs", "1.5"], 'Invalid value for --runs: "1.5". Use a whole number from 1 on.'],
    [["--every-ms", "1e3"], 'Invalid value for --every-ms: "1e3". Use a whole number from 1 on.'],
    [["--seed", "-1"], 'Invalid value for --seed: "-1". Use a whole number from 0 on.'],
    [["--runs"], "Missing value for --runs. Use --runs N."],
    [["--runs", "--quick"], "Missing value for --runs. Use --runs N."],
    [["--runs="], "Missing value for --runs. Use --runs N."],
    [["--runs", "1", "--runs", "2"], "--runs was passed 2 times. Pass it once."],
    [["--quick=yes"], '--quick takes no value. Remove "=yes".'],
    [["--tree", "oak"], 'Invalid value for --tree: "oak". Use one of: old, young.'],
    [["--skip", "stem"], 'Invalid value for --skip: "stem". Use one of: peel, core.'],
    [["blue"], 'No kind contains "blue". Use a part of one of: red, dark red, green.'],
    [["red", "blue"], 'No kind contains "blue". Use a part of one of: red, dark red, green.'],
  ])("are refused in one sentence: %j", async (args, sentence) => {
    expect(await runHere(apples, args)).toEqual({ code: 2, out: "", err: `${sentence}\n` });
  });

  it("may need every word", async () => {
    const both = named(
      defineCampaign({
        details: "",
        options: {
          kinds: names({
            about: "Kinds",
            placeholder: "KIND",
            noun: "kind",
            isPositional: true,
            needsAll: true,
            of: () => ["red sweet", "red sour", "green sour"],
          }),
        },
        async run({ kinds }, report) {
          report.print(kinds.join());
        },
      }),
    );
    expect((await runHere(both, ["red", "sour"])).out).toMatch(/^red sour\n/);
    expect((await runHere(both, ["green", "sweet"])).err).toBe(
      "No kind contains all of: green, sweet. Use a part of one of: red sweet, red sour, green sour.\n",
    );
  });

  it("are refused, too, where nothing has a name: what they name may be missing on this machine", async () => {
    const none = named(
      defineCampaign({
        details: "",
        options: {
          kinds: names({
            about: "Kinds",
            placeholder: "KIND",
            noun: "kind",
            isPositional: true,
            of: () => [],
          }),
        },
        async run({ kinds }, report) {
          report.print(`${kinds.length} kinds`);
        },
      }),
    );
    expect((await runHere(none, [])).out).toMatch(/^0 kinds\n/);
    expect(await runHere(none, ["red"])).toEqual({
      code: 2,
      out: "",
      err: 'No kind contains "red". There is none here.\n',
    });
  });

  it("are no words where a campaign takes none", async () => {
    const { code, err } = await runHere(
      failing(() => Promise.resolve()),
      ["word"],
    );
    expect([code, err]).toEqual([2, 'Unexpected argument "word". Use one of: --help.\n']);
  });

  it("are in the help", async () => {
    const { code, out, err } = await runHere(apples, ["red", "--help", "--foo"]);
    expect([code, err]).toEqual([0, ""]);
    expect(out).toBe(`npm run x -- proof apples [options] [KIND…]

Tries apples. Fails if one is rotten.

  KIND…         Only kinds whose name contains it
  --runs N      Apples of each kind (default: 3)
  --every-ms N  Milliseconds between two (default: 20)
  --seed N      Seed of the random choices (default: 7)
  --tree TREE   Tree: old or young
  --skip PART…  Leave out: peel, core
  --out FILE    Write them here
  --quick       Only look
  --help        Print this text
`);
  });
});

describe("the end of a campaign", () => {
  it("is 0 and one line when nothing failed", async () => {
    const { code, out, err } = await runHere(apples, []);
    expect([code, err]).toEqual([0, ""]);
    expect(out.split("\n").slice(0, 1)).toEqual(["Seed: 7"]);
    expect(out).toMatch(/\napples: passed, 0\.0 s\n$/);
  });

  it("is 1, behind all failures, when one was reported", async () => {
    const campaign = failing(async (_, report) => {
      report.progress("apple 1 …");
      report.fail("apple 1 is rotten\nvery");
      report.table([
        ["apple", "worms"],
        ["1", "12"],
      ]);
      report.fail("apple 2 is gone");
      report.print("2 apples");
    });
    expect(await runHere(campaign, [])).toEqual({
      code: 1,
      out: "apple  worms\n    1     12\n2 apples\nFAILED  apple 1 is rotten\nvery\nFAILED  apple 2 is gone\napples: 2 failures, 0.0 s\n",
      err: "apple 1 …\nFAILED  apple 1 is rotten\nFAILED  apple 2 is gone\n",
    });
  });

  it("is 1 when the campaign breaks off", async () => {
    const { code, out } = await runHere(
      failing(() => Promise.reject(new Error("a defect"))),
      [],
    );
    expect(code).toBe(1);
    expect(out).toMatch(/^FAILED {2}Error: a defect\n.+\napples: 1 failure, 0\.0 s\n$/s);
  });

  it("lists a hundred failures at most", async () => {
    const campaign = failing(async (_, report) => {
      for (let at = 0; at < 103; at++) report.fail(`apple ${at}`);
    });
    const { out } = await runHere(campaign, []);
    expect(out.match(/^FAILED/gm)).toHaveLength(100);
    expect(out).toContain("\n… and 3 more.\napples: 103 failures");
  });

  it("is 2 when something is missing that it needs", async () => {
    const campaign = failing(() => Promise.reject(new NotStarted("There is no tree. Plant one.")));
    expect(await runHere(campaign, [])).toEqual({ code: 2, out: "", err: "There is no tree. Plant one.\n" });
  });

  it("is 130 when it is stopped, and nothing is shown after that", async () => {
    const stopping = new AbortController();
    let isUnwound = false;
    const campaign = failing(async (_, report) => {
      try {
        stopping.abort();
        report.print("more");
      } finally {
        isUnwound = true;
      }
    });
    expect(await runHere(campaign, [], stopping.signal)).toEqual({
      code: 130,
      out: "",
      err: "\napples: stopped\n",
    });
    expect(isUnwound).toBe(true);
  });
});
