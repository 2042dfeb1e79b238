import { commentBy, issueComment, labeled, ofPullRequest, pullRequest, sha } from "@skein/test-kit";
import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mayStart, readEvent, readInputs, triggerOf } from "../../src/ci/index.ts";
import { isTrustedCheckout } from "../../src/ci/checkout.ts";
import { wordsAfter } from "../../src/ci/event/trigger.ts";
import { mayInstruct } from "../../src/ci/event/may-start.ts";

const inputs = readInputs({});

const decided = (name: string, payload: object, given: Record<string, string> = {}) => {
  const wished = readInputs(given);
  const trigger = triggerOf(readEvent(name, "acme/app", payload as never), wished);
  return "skip" in trigger ? trigger : { ...trigger, may: mayStart(trigger.by, wished.allowed) };
};

describe("who starts a run", () => {
  it.for(["OWNER", "MEMBER", "COLLABORATOR"])("a comment of a %s does", (association) => {
    const end = decided("issue_comment", issueComment(commentBy("octo", association, "@skein why?")));
    expect(end).toMatchObject({ words: "why?", may: "yes" });
  });

  it.for(["CONTRIBUTOR", "FIRST_TIME_CONTRIBUTOR", "NONE", "MANNEQUIN", "SOMETHING_NEW"])(
    "a comment of a %s does not",
    (association) => {
      const end = decided("issue_comment", issueComment(commentBy("octo", association, "@skein why?")));
      const no = expect.stringContaining(`octo has the association ${association}`) as string;
      expect(end).toMatchObject({ words: "why?", may: { no } });
    },
  );

  it("a bot does not, unless it is named, whatever its association", () => {
    const bot = issueComment(commentBy("renovate[bot]", "MEMBER", "@skein go", "Bot"));
    expect(decided("issue_comment", bot)).toMatchObject({
      may: { no: "renovate[bot] is a bot, and not among allowed-bots." },
    });
    expect(decided("issue_comment", bot, { "allowed-users": "renovate[bot]" })).toMatchObject({
      may: { no: expect.anything() as string },
    });
    expect(decided("issue_comment", bot, { "allowed-bots": "Renovate" })).toMatchObject({ may: "yes" });
    expect(decided("issue_comment", bot, { "allowed-bots": "*" })).toMatchObject({ may: "yes" });
    // An app that has no user type is no user either.
    const app = issueComment(commentBy("octo", "OWNER", "@skein go", "Organization"));
    expect(decided("issue_comment", app)).toMatchObject({ may: { no: expect.anything() as string } });
  });

  it("users by name, without case", () => {
    const comment = issueComment(commentBy("Octo", "NONE", "@skein go"));
    expect(decided("issue_comment", comment, { "allowed-users": "@octo, other" })).toMatchObject({
      may: "yes",
    });
  });

  it("who labels is looked up: a template of an issue labels in its author's name", () => {
    expect(decided("issues", labeled("octo", "skein"), { "label-trigger": "Skein" })).toMatchObject({
      may: "unknown",
    });
    expect(decided("issues", labeled("octo", "other"), { "label-trigger": "skein" })).toEqual({
      skip: 'The new label is "other", not "skein".',
    });
    expect(decided("issues", labeled("octo", "skein"))).toHaveProperty("skip");
  });

  it("who opens a pull request is its author, who pushes to it is looked up", () => {
    const [pull] = [pullRequest("mallory/app")];
    expect(decided("pull_request_target", ofPullRequest("opened", pull))).toMatchObject({
      may: { no: expect.anything() as string },
    });
    expect(decided("pull_request_target", ofPullRequest("synchronize", pull, "octo"))).toMatchObject({
      may: "unknown",
    });
    expect(decided("pull_request", ofPullRequest("closed", pull))).toHaveProperty("skip");
  });

  it("schedules and dispatches are the repository's own", () => {
    expect(decided("schedule", {})).toMatchObject({ by: undefined, may: "yes" });
    expect(() => decided("workflow_run", {})).toThrow("The event workflow_run starts no run.");
  });

  it("words are a task only of those who may write, or whom the workflow names", () => {
    const open = readInputs({ "allowed-associations": "*" }).allowed;
    const by = (association: string) => ({ login: "octo", isBot: false, association });
    expect(mayStart(by("NONE"), open)).toBe("yes");
    expect(mayInstruct(by("NONE"), open)).toBe(false);
    expect(mayInstruct(by("MEMBER"), open)).toBe(true);
    expect(mayInstruct({ ...by("MEMBER"), isBot: true }, open)).toBe(false);
    expect(mayInstruct(by("NONE"), readInputs({ "allowed-users": "octo" }).allowed)).toBe(true);
  });
});

describe("the trigger phrase", () => {
  it.for([
    ["@skein why?", "why?"],
    ["Hello,\n@Skein: fix it\nplease", "fix it\nplease"],
    ["@skein", ""],
    ["> @skein quoted", undefined],
    ["```\n@skein in code\n```", undefined],
    ["````\n```\n@skein\n````\n@skein yes", "yes"],
    ["    @skein indented code", undefined],
    ["see @skein", undefined],
    ["@skeinny", undefined],
    ["", undefined],
  ])("in %j", ([body = "", words]) => {
    expect(wordsAfter(body, "@skein")).toBe(words);
  });

  it("is found nowhere but at the beginning of a line", () => {
    const line = fc.string({ unit: fc.constantFrom("@", "s", "x", " ", "\n") });
    const isFound = (text: string): boolean => wordsAfter(text, "@s") !== undefined;
    const isThere = (text: string): boolean => /^ {0,3}@s($|\s)/m.test(text);
    checkProperty(fc.property(line, (text) => isFound(text) === isThere(text)));
    expect(isFound("x @s")).toBe(false);
  });
});

describe("the checkout of a fork's pull request", () => {
  const fork = { isFork: true };
  it.for([
    ["pull_request_target", fork, sha, true],
    ["pull_request_target", fork, "c".repeat(40), false],
    ["pull_request_target", fork, undefined, false],
    ["pull_request", fork, sha, false],
    ["pull_request_review", fork, sha, false],
    ["issue_comment", fork, sha, true],
    ["pull_request", { isFork: false }, undefined, true],
    ["issues", undefined, undefined, true],
  ] as const)("%s %j with %s: %s", ([name, pull, head, trusted]) => {
    expect(isTrustedCheckout({ name }, pull, { sha, head })).toBe(trusted);
  });

  it("a head whose repository is gone is a fork's", () => {
    expect(
      readEvent("pull_request", "acme/app", ofPullRequest("opened", pullRequest(null)) as never).pull?.isFork,
    ).toBe(true);
  });
});

describe("inputs", () => {
  it.for([
    [{ promt: "x" }, 'The action has no input "promt".'],
    [{ review: "yes" }, 'The input review cannot be "yes".'],
    [{ review: "true", prompt: "x" }, "The input review stands beside prompt or recipe."],
    [{ params: "x" }, "The input params has a line without KEY=VALUE: x."],
    [{ params: "a=b" }, "The input params are for a recipe."],
    [{ "allowed-associations": "OWNER,MEMBERS" }, 'The input allowed-associations cannot be "MEMBERS".'],
    [{ "trust-hash": "0a" }, "The input trust-hash is for a recipe."],
    [{ "sarif-file": "x" }, "The input sarif-file is for findings of a review."],
    [{ comment: 1 }, "The input comment is no text."],
  ] as const)("%j", ([given, message]) => {
    expect(() => readInputs(given)).toThrow(message);
  });

  it("are read-only, with a budget, without any", () => {
    expect(inputs).toMatchObject({ mode: "read-only", maxCost: "1", allowed: { bots: [], users: [] } });
  });
});

describe("payloads", () => {
  it.for([
    ["owner", { action: "opened" }, "is no repository"],
    ["a/..", { action: "opened" }, "is no repository"],
    ["a/b", { issue: { title: "x" } }, "has no number of its issue"],
    ["a/b", { pull_request: { number: 3 } }, "without the commit of its head"],
    ["a/b", [], "is no JSON object"],
  ] as const)("%s %j", ([repository, payload, message]) => {
    expect(() => readEvent("issues", repository, payload as never)).toThrow(message);
  });
});
