import { existsSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  assigned,
  reviewOf,
  commentBy,
  issueComment,
  labeled,
  ofPullRequest,
  person,
  pullRequest,
  sha,
} from "@skein/test-kit";
import { anthropicServer, type AnthropicReply } from "@skein/provider-conformance/servers";
import { describe, expect, it } from "vitest";
import { gitHubDouble } from "./github-double.ts";
import { say } from "./replies.ts";
import { skeinHome } from "./skein.ts";

const diff = `diff --git a/$(touch pwned).ts b/$(touch pwned).ts
--- a/$(touch pwned).ts
+++ b/$(touch pwned).ts
@@ -1,2 +1,3 @@
 one
+fault
 two
`;

interface Wish {
  readonly event: string;
  readonly payload: object;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly replies?: readonly AnthropicReply[];
  readonly state?: Parameters<typeof gitHubDouble>[0];
  readonly env?: Readonly<Record<string, string>>;
  readonly files?: Readonly<Record<string, string>>;
  readonly isProcess?: boolean;
}

/** Runs `skein ci` as the action does, once or more, and looks at what it has left. */
async function ci(
  { event, payload, inputs = {}, replies = [say("It is so.")], state, env = {}, files = {}, isProcess }: Wish,
  times = 1,
) {
  await using model = await anthropicServer(replies);
  await using github = await gitHubDouble({ diff, pull: pullRequest("mallory/app"), ...state });
  await using skein = await skeinHome(model.url);
  const at = (name: string) => join(skein.home, name);
  await writeFile(at("event.json"), JSON.stringify(payload));
  await writeFile(at("AGENTS.md"), "Notes of the checkout.");
  for (const [name, content] of Object.entries(files)) await writeFile(at(name), content);
  const runner = {
    GITHUB_EVENT_NAME: event,
    GITHUB_EVENT_PATH: at("event.json"),
    GITHUB_REPOSITORY: "acme/app",
    GITHUB_API_URL: github.url,
    GITHUB_SERVER_URL: "https://github.example",
    GITHUB_RUN_ID: "12",
    GITHUB_WORKFLOW: "Agent",
    GITHUB_JOB: "answer",
    GITHUB_SHA: sha,
    GITHUB_TOKEN: "ghs_0123456789abcdefghijklmnop",
    GITHUB_OUTPUT: at("output"),
    GITHUB_STEP_SUMMARY: at("summary.md"),
    RUNNER_TEMP: skein.home,
    SKEIN_CI_INPUTS: JSON.stringify({ "artifact-name": "x", version: "0.1.0", ...inputs }),
    ...env,
  };
  let end = { exitCode: null as number | null, stdout: "", stderr: "" };
  for (let count = 0; count < times; count++)
    end = await (isProcess ? skein.run(["ci"], runner) : skein.here(["ci"], runner));
  const read = (path: string) => readFile(at(path), "utf8").catch(() => "");
  const output = await read("output");
  const journals = await readdir(at("skein-sessions")).catch(() => []);
  const replayed =
    isProcess && journals[0] !== undefined
      ? await skein.run(["replay", join("skein-sessions", journals[0])], {
          ANTHROPIC_API_KEY: "",
          ANTHROPIC_BASE_URL: "http://127.0.0.1:9",
        })
      : undefined;
  return {
    ...end,
    outcome: new RegExp(`^outcome<<\\w+\\n(.*)$`, "m").exec(output)?.[1],
    output,
    summary: await read("summary.md"),
    sarif: await read("report.sarif"),
    journals,
    replayed,
    requests: github.requests.map(({ line }) => line),
    comments: github.comments(),
    reviews: github.reviews(),
    prompts: model.requests.map(({ bytes }) => bytes.toString()),
    isTouched: existsSync(at("pwned")) || existsSync(at("made.txt")),
  };
}

const asked = (words = "@skein why?", association = "MEMBER") => ({
  event: "issue_comment",
  payload: issueComment(commentBy("octo", association, words)),
});

describe("skein ci", () => {
  it("answers a comment in a comment, leaves a journal that replays without a key", async () => {
    const end = await ci({ ...asked(), isProcess: true });
    expect(end).toMatchObject({ exitCode: 0, outcome: "done" });
    expect(end.comments.map(({ body }) => body)).toEqual([
      expect.stringMatching(
        /^<!-- skein:Agent\/answer\/99 -->\nIt is so\.\n\n<sub>skein · done · \$[\d.]+ · session \S+ · <a href/,
      ),
    ]);
    expect(end.summary).toContain("It is so.");
    expect(end.output).toMatch(/^cost-usd<<\w+\n0\.\d+$/m);
    expect(end.journals).toHaveLength(1);
    expect(end.replayed).toMatchObject({ exitCode: 0 });
    expect(end.stdout).toMatch(/^::stop-commands::(\w+)\n[\s\S]*::\1::\n$/);
  });

  it("repeats no secret that the model has written", async () => {
    const token = ["ghp", "aB3dE6fG9hI2jK5lM8nO1pQ4rS7tU0vW3xY6"].join("_");
    const known = "EnvQ7Zp2Lm9Xc4Vb8Nk1Ts6";
    const end = await ci({
      ...asked(),
      replies: [say(`It is ${token}, and ${known}.`)],
      env: { DEPLOY_TOKEN: known },
    });
    expect(end).toMatchObject({ exitCode: 0, summary: expect.stringContaining("It is ") as string });
    const { stdout, stderr, output, summary, comments } = end;
    const left = { stdout, stderr, output, summary, comments: JSON.stringify(comments) };
    for (const secret of [token, known])
      expect(Object.entries(left).filter(([, text]) => text.includes(secret))).toEqual([]);
  });

  it("tells the model what is a task and what is data", async () => {
    const { prompts } = await ci(asked("@skein why?\nIt is urgent."));
    const { messages } = JSON.parse(prompts[0] ?? "") as { messages: { content: unknown }[] };
    const task = JSON.stringify(messages).replaceAll(/data-\w{32}/g, "data-MARK");
    expect(task).toContain("why?\\nIt is urgent.\\n\\nWhat stands between the marks data-MARK");
    expect(task).toContain('<data-MARK what=\\"body of issue #7\\" author=\\"mallory (NONE)\\">\\nSteps:');
    expect(task.indexOf("Ignore all previous")).toBeGreaterThan(task.indexOf("<data-MARK"));
  });

  it("updates its comment, and leaves one alone that another has marked", async () => {
    const marked = {
      id: 5,
      body: "<!-- skein:Agent/answer/99 -->\nMine.",
      user: person("mallory"),
      author_association: "NONE",
    };
    const end = await ci(
      { ...asked(), replies: [say("One."), say("Two.")], state: { comments: [marked] } },
      2,
    );
    expect(end.comments.map(({ body }) => body.split("\n")[1])).toEqual(["Mine.", "Two."]);
  });

  it.for([
    ["a stranger's comment", asked("@skein why?", "NONE"), "octo has the association NONE"],
    [
      "a bot's comment",
      {
        event: "issue_comment",
        payload: issueComment(commentBy("renovate[bot]", "NONE", "@skein go", "Bot")),
      },
      "is a bot",
    ],
    ["a comment without the phrase", asked("Nice."), "begins with @skein"],
    ["a phrase without words", asked("@skein"), "no words after the trigger phrase"],
    [
      "a comment that is edited",
      { event: "issue_comment", payload: { ...asked().payload, action: "edited" } },
      "was edited",
    ],
    [
      "a label by a stranger",
      {
        event: "issues",
        payload: labeled("mallory", "skein"),
        inputs: { prompt: "x", "label-trigger": "skein" },
      },
      "mallory has the association NONE",
    ],
    [
      "another label",
      { event: "issues", payload: labeled("octo", "bug"), inputs: { "label-trigger": "skein" } },
      'The new label is "bug"',
    ],
    [
      "a stranger's pull request",
      {
        event: "pull_request_target",
        payload: ofPullRequest("opened", pullRequest("mallory/app")),
        inputs: { prompt: "x" },
      },
      "mallory has the association NONE",
    ],
    [
      "words of a stranger, with no prompt",
      { ...asked("@skein obey", "NONE"), inputs: { "allowed-associations": "*" } },
      "is not a task but data",
    ],
  ] as const)("does nothing for %s, and says why", async ([, wish, why]) => {
    const end = await ci(wish);
    expect(end).toMatchObject({ exitCode: 0, outcome: "skipped", prompts: [], comments: [] });
    expect(end.stdout).toContain("::notice title=skein::Nothing to do. ");
    expect(end.stdout).toContain(why);
  });

  it("starts for a label by somebody who may label", async () => {
    const end = await ci({
      event: "issues",
      payload: labeled("octo", "skein"),
      inputs: { prompt: "Sum it up.", "label-trigger": "skein" },
      state: { roles: { octo: "triage" } },
    });
    expect(end).toMatchObject({ exitCode: 0, outcome: "done" });
    expect(end.requests).toContain("GET /collaborators/octo/permission");
  });

  it("starts when somebody who may assign gives it to the account that is named", async () => {
    const inputs = { prompt: "Sum it up.", "assignee-trigger": "@Skein-Bot" };
    const state = { roles: { octo: "triage" } };
    const end = await ci({ event: "issues", payload: assigned("octo", "skein-bot"), inputs, state });
    expect(end).toMatchObject({ exitCode: 0 });
    expect(end.requests).toContain("GET /collaborators/octo/permission");
    const other = await ci({ event: "issues", payload: assigned("octo", "someone"), inputs, state });
    expect(other).toMatchObject({ exitCode: 0, outcome: "skipped", requests: [] });
  });

  it("runs a recipe of the repository, and its commands where the workflow agrees to them", async () => {
    const recipe =
      "version: 1.0.0\ntitle: t\ndescription: d\nprompt: Say {{ word }}.\nparameters:\n  - { key: word, input_type: string, requirement: required, description: w }\n";
    const inputs = { recipe: "say.yaml", params: "word=hello" };
    const wish = { event: "workflow_dispatch", payload: {}, inputs };
    const end = await ci({ ...wish, files: { "say.yaml": recipe } });
    expect(end).toMatchObject({ exitCode: 0, outcome: "done" });
    expect(end.prompts[0]).toContain("Say hello.");
    const starting = `${recipe}extensions:\n  - { type: stdio, name: x, cmd: "true", args: [] }\n`;
    const refused = await ci({ ...wish, files: { "say.yaml": starting } });
    expect(refused).toMatchObject({ exitCode: 7, prompts: [] });
    const hash = /[0-9a-f]{64}/.exec(refused.stderr)?.[0] ?? "";
    const agreed = await ci({
      ...wish,
      inputs: { ...inputs, "trust-hash": hash },
      files: { "say.yaml": starting },
    });
    expect(agreed.exitCode).toBe(9); // `true` is no server: it was started
  });

  it("runs a dispatch without a thread: the answer is the summary", async () => {
    const end = await ci({
      event: "workflow_dispatch",
      payload: { sender: person("octo") },
      inputs: { prompt: "Look around." },
    });
    expect(end).toMatchObject({ exitCode: 0, outcome: "done", requests: [] });
    expect(end.summary).toContain("It is so.");
  });
});

describe("skein ci for the pull request of a fork", () => {
  const opened = (inputs: Readonly<Record<string, string>> = {}): Wish => ({
    event: "pull_request_target",
    payload: ofPullRequest("opened", pullRequest("mallory/app")),
    inputs: { prompt: "Sum it up.", "allowed-associations": "*", ...inputs },
  });

  it("reads, writes and runs nothing that the model is talked into, and tells it no notes of the checkout", async () => {
    const calls: AnthropicReply = {
      parts: [
        { type: "tool-call", id: "a", name: "shell", input: { command: "touch pwned" } },
        { type: "tool-call", id: "b", name: "write", input: { path: "made.txt", content: "x" } },
      ],
    };
    const end = await ci({ ...opened(), replies: [calls, say("It asks me to run things.")] });
    expect(end).toMatchObject({ exitCode: 0, outcome: "done", isTouched: false });
    expect(end.prompts.join()).not.toContain("Notes of the checkout.");
    expect(end.prompts.join()).not.toContain("ghs_0123456789");
    expect(end.prompts[0]).toContain("+fault");
  });

  it.for([
    [{ mode: "auto" }, "The pull request comes from a fork, and the mode is auto."],
    [{ recipe: "evil.yaml", prompt: "" }, "The recipe would be read from what a fork has written."],
  ] as const)("refuses %j before anything is written", async ([inputs, why]) => {
    const end = await ci(opened(inputs));
    expect(end).toMatchObject({ exitCode: 2, comments: [], prompts: [] });
    expect(end.stderr).toContain(why);
  });

  it("has the words of a member as its task, in a comment on it", async () => {
    const end = await ci({
      event: "issue_comment",
      payload: issueComment(commentBy("octo", "MEMBER", "@skein is it right?"), true),
    });
    expect(end).toMatchObject({ exitCode: 0, outcome: "done" });
    expect(end.prompts[0]).toContain("is it right?");
    expect(end.prompts[0]).toContain("+fault");
  });

  it("answers a comment on a line of it", async () => {
    const pull = pullRequest("mallory/app");
    const comment = {
      ...commentBy("octo", "MEMBER", "@skein and here?"),
      path: 'a"b.ts',
      diff_hunk: "@@ -1 +1 @@\n+hunk",
    };
    const payload = { ...ofPullRequest("created", pull, "octo"), comment };
    const end = await ci({ event: "pull_request_review_comment", payload });
    expect(end).toMatchObject({ exitCode: 0, outcome: "done" });
    expect(end.prompts[0]).toContain("+hunk");
  });

  it("answers a review of it that begins with the phrase, and no other one", async () => {
    const review = (association: string, body: string | null) => ({
      event: "pull_request_review",
      payload: reviewOf(pullRequest("mallory/app"), { ...commentBy("octo", association, ""), body }),
    });
    const end = await ci(review("MEMBER", "Fine so far.\n@skein is it right?"));
    expect(end).toMatchObject({ exitCode: 0, outcome: "done" });
    expect(end.prompts[0]).toContain("is it right?");
    expect(end.comments).toHaveLength(1);
    for (const other of [review("MEMBER", null), review("MEMBER", "Fine."), review("NONE", "@skein go")])
      expect(await ci(other)).toMatchObject({ exitCode: 0, outcome: "skipped", prompts: [], comments: [] });
  });

  it("says that its change is too large for GitHub to show, before a model is asked", async () => {
    const refuse = (line: string) =>
      line === "GET /pulls/8"
        ? { status: 406, body: { message: "Sorry, the diff exceeded the maximum number of lines (20000)" } }
        : undefined;
    const payload = reviewOf(pullRequest("mallory/app"), commentBy("octo", "MEMBER", "@skein why?"));
    const end = await ci({ event: "pull_request_review", payload, state: { refuse } });
    expect(end).toMatchObject({ exitCode: 2, prompts: [] });
    expect(end.stderr).toContain("it is too large (406");
    expect(end.stderr).toContain("20,000 lines or 300 files");
  });

  it("reviews its change: findings beside their lines once, the rest in the comment, SARIF, exit code", async () => {
    const finding = {
      file: "$(touch pwned).ts",
      line: 2,
      severity: "high",
      title: "Wrong @octo",
      message: "It fails.",
    };
    const found: AnthropicReply = {
      parts: [{ type: "tool-call", id: "f", name: "final_output", input: { findings: [finding] } as never }],
    };
    const wish = {
      ...opened({ prompt: "", review: "true", "sarif-file": "report.sarif" }),
      replies: Array.from({ length: 12 }, () => found),
    };
    const end = await ci(wish, 2);
    expect(end).toMatchObject({ exitCode: 6, outcome: "done", isTouched: false });
    expect(end.reviews.map(({ comments }) => comments.map(({ path, line }) => ({ path, line })))).toEqual([
      [{ path: "$(touch pwned).ts", line: 2 }],
    ]);
    expect(end.reviews[0]?.comments[0]?.body).toContain("@<!-- -->octo");
    expect(end.comments).toHaveLength(1);
    expect(end.comments[0]?.body).toContain("1 finding in 1 file");
    expect(JSON.parse(end.sarif)).toMatchObject({ version: "2.1.0" });
    expect(end.journals.length).toBeGreaterThan(1);
  });
});

describe("what the API refuses", () => {
  const refusing = (status: number, message: string, headers: Record<string, string> = {}) => ({
    refuse: (line: string) => (line.startsWith("POST") ? { status, headers, body: { message } } : undefined),
  });

  it.for([
    [
      403,
      { "x-accepted-github-permissions": "issues=write" },
      "add `permissions: { issues: write }` to it (GitHub accepts issues=write)",
    ],
    [404, {}, "it is not there, or the token may not see it"],
    [401, {}, "the token is not valid"],
    [422, {}, "it is not valid"],
    [429, { "retry-after": "3600" }, "too many requests"],
  ] as const)(
    "%d before the run: says what is missing, and spends nothing",
    async ([status, headers, why]) => {
      const end = await ci({ ...asked(), state: refusing(status, "No.", headers) });
      expect(end).toMatchObject({ exitCode: 2, prompts: [] });
      expect(end.stderr).toContain("GitHub refuses to write a comment");
      expect(end.stderr).toContain(why);
    },
  );

  it("waits as long as the API says, and goes on", async () => {
    const refuse = (line: string, count: number) =>
      line.startsWith("POST") && count === 1
        ? {
            status: 403,
            headers: { "retry-after": "0" },
            body: { message: "You have exceeded a secondary rate limit" },
          }
        : undefined;
    expect(await ci({ ...asked(), state: { refuse } })).toMatchObject({ exitCode: 0, outcome: "done" });
  });

  it("keeps an answer that cannot be written any more in the summary, and fails", async () => {
    const refuse = (line: string) =>
      line.startsWith("PATCH") ? { status: 403, body: { message: "No." } } : undefined;
    const end = await ci({ ...asked(), state: { refuse } });
    expect(end).toMatchObject({ exitCode: 2, outcome: "done" });
    expect(end.summary).toContain("It is so.");
    expect(end.stdout).toContain("::error title=skein::");
  });

  it("shortens a comment that would be too long; the summary has all of it", async () => {
    const end = await ci({
      ...asked(),
      replies: [say(`${"long ".repeat(20_000)}END`)],
      inputs: { "max-cost": "50" },
    });
    expect(end).toMatchObject({ exitCode: 0 });
    expect(end.comments.at(-1)?.body.length).toBeLessThanOrEqual(65_536);
    expect(end.comments.at(-1)?.body).toContain(
      "… The rest is in [the summary of the run](https://github.example/acme/app/actions/runs/12).",
    );
    expect(end.summary).toContain("END");
  });

  it("says in the comment that a run could not be started", async () => {
    const end = await ci({ ...asked(), env: { ANTHROPIC_API_KEY: "" } });
    expect(end).toMatchObject({ exitCode: 2, outcome: "not-started" });
    expect(end.comments.at(-1)?.body).toContain("**The run ended as `not-started`**: ");
    expect(end.stderr).toContain("ANTHROPIC_API_KEY");
  });

  it("shows no token that a checkout has kept", async () => {
    const kept = Buffer.from("x-access-token:ghs_0123456789abcdefghijklmnop").toString("base64");
    const end = await ci({
      ...asked(),
      replies: [say(`It has ${kept} and ghs_0123456789abcdefghijklmnop.`)],
    });
    expect(end.comments.at(-1)?.body).toContain("It has ");
    const written = `${end.comments.at(-1)?.body}${end.summary}`;
    expect(written).not.toContain(kept.slice(20));
    expect(written).not.toContain("ghs_0123");
  });

  it("ends as the run does, and tells why in the comment", async () => {
    const end = await ci({ ...asked(), inputs: { "max-cost": "0.000001" } });
    expect(end).toMatchObject({ exitCode: 5, outcome: "budget" });
    expect(end.comments.at(-1)?.body).toContain("**The run ended as `budget`**");
  });
});

it.for([
  [{ SKEIN_CI_INPUTS: "{" }, "SKEIN_CI_INPUTS is no JSON"],
  [{ SKEIN_CI_INPUTS: '{"promt":"x"}' }, 'The action has no input "promt".'],
  [{ GITHUB_TOKEN: "" }, "GITHUB_TOKEN is not set."],
  [{ GITHUB_EVENT_PATH: "/nowhere" }, "cannot be read from GITHUB_EVENT_PATH"],
  [{ GITHUB_API_URL: "nowhere" }, "GITHUB_API_URL is no address"],
] as const)("refuses %j", async ([env, why]) => {
  const end = await ci({ ...asked(), env });
  expect(end).toMatchObject({ exitCode: 2, prompts: [] });
  expect(end.stderr).toContain(why);
});
