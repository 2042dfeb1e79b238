import { ConfigError, exitCodes, messageOf, outcomeOfError } from "@skein/protocol";
import { isTrustedCheckout } from "./checkout.ts";
import type { CiJob, CiPorts } from "./ci-ports.ts";
import { deliverNothing, openDelivery, type Answer } from "./deliver.ts";
import type { CiEvent, PullRequest } from "./event/ci-event.ts";
import { mayInstruct, mayStart } from "./event/may-start.ts";
import { triggerOf, type Trigger } from "./event/trigger.ts";
import { associationOf } from "./github/permission-of.ts";
import { readDiff, readPullRequest, writeReview } from "./github/pull-requests.ts";
import { readComments, type ThreadComments } from "./github/thread-comments.ts";
import type { CiInputs } from "./inputs/read-inputs.ts";
import { commentMark } from "./report/answer-text.ts";
import { reviewText } from "./report/findings-text.ts";
import { safeMarkdown } from "./report/safe-markdown.ts";
import { foreignTexts } from "./task/foreign-texts.ts";
import { systemText, taskText } from "./task/task-text.ts";

export interface CiRequest {
  readonly event: CiEvent;
  readonly inputs: CiInputs;
  readonly job: CiJob;
}

/**
 * Does what the event asks for, if whoever caused it may ask. Throws `ConfigError` before anything is spent.
 *
 * @returns the exit code: 0 for an event that starts nothing, too.
 */
export async function runCi(request: CiRequest, ports: CiPorts): Promise<number> {
  const { event, inputs, job } = request;
  const trigger = triggerOf(event, inputs);
  if ("skip" in trigger) return deliverNothing(trigger.skip, ports);
  const refusal = await refusalOf(trigger, request, ports);
  if (refusal !== undefined) return deliverNothing(refusal, ports);
  const pull = await pullOf(event, ports);
  const task = taskOf({ ...request, trigger, pull });
  if ("skip" in task) return deliverNothing(task.skip, ports);
  const { thread } = event;
  const mark = commentMark(job.name, event.comment?.id);
  const comments: ThreadComments = thread
    ? await readComments(ports.api, thread, { mark, login: inputs.botLogin })
    : { own: undefined, others: [] };
  const commented = inputs.comment ? thread : undefined;
  const delivery = await openDelivery({ thread: commented, mark, own: comments.own, job }, ports);
  try {
    return await delivery.deliver(await answerOf({ ...request, pull, comments, ...task }, ports));
  } catch (error) {
    // The comment must not say for ever that work is going on.
    await delivery.deliver(notStarted(error));
    throw error;
  }
}

function notStarted(error: unknown): Answer {
  const outcome = outcomeOfError(error);
  const problem = messageOf(error);
  return { outcome, exitCode: exitCodes[outcome], text: "", problem, turns: 0, sessions: [] };
}

/** Why somebody may not start a run; `undefined`: they may. */
async function refusalOf(
  { by }: Trigger,
  { inputs }: CiRequest,
  { api }: CiPorts,
): Promise<string | undefined> {
  const first = mayStart(by, inputs.allowed);
  if (first !== "unknown" || !by) return typeof first === "object" ? first.no : undefined;
  const then = mayStart({ ...by, association: await associationOf(api, by.login) }, inputs.allowed);
  return typeof then === "object" ? then.no : undefined;
}

async function pullOf({ thread, pull }: CiEvent, { api }: CiPorts): Promise<PullRequest | undefined> {
  return thread?.kind === "pull request" ? (pull ?? readPullRequest(api, thread.number)) : undefined;
}

interface TaskWish {
  readonly prompt: string;
  readonly words: string;
  readonly trustsCheckout: boolean;
  /** Words of somebody who may not give a task. */
  readonly isWordsData: boolean;
}

/** Throws `ConfigError` for a workflow that would hand a stranger more than a reader. */
function taskOf({
  event,
  inputs,
  job,
  trigger: { by, words },
  pull,
}: CiRequest & { readonly trigger: Trigger; readonly pull: PullRequest | undefined }):
  | TaskWish
  | { readonly skip: string } {
  const { prompt, recipe, review, mode } = inputs;
  const trustsCheckout = isTrustedCheckout(event, pull, job);
  if (pull?.isFork && mode !== "read-only")
    throw new ConfigError("usage", `The pull request comes from a fork, and the mode is ${mode}.`, {
      hint: "Leave mode out: what a fork says and has is only read. Or keep forks from this job, with an if.",
    });
  if (recipe !== undefined && !trustsCheckout)
    throw new ConfigError("usage", "The recipe would be read from what a fork has written.", {
      hint: "Check out the base, as pull_request_target and issue_comment do by themselves, or use a prompt.",
    });
  if (review && !pull)
    throw new ConfigError("usage", "review: true needs a pull request, and the event has none.", {
      hint: "Use it with pull_request, pull_request_target, or a comment on a pull request.",
    });
  const isWordsData = words !== "" && by !== undefined && !mayInstruct(by, inputs.allowed);
  const wish = { prompt, words: isWordsData ? "" : words, trustsCheckout, isWordsData };
  if (review || recipe !== undefined || `${prompt}${wish.words}` !== "") return wish;
  if (isWordsData)
    return { skip: `What ${by.login} writes is not a task but data, and the workflow has no prompt.` };
  if (event.comment) return { skip: "The comment has no words after the trigger phrase." };
  throw new ConfigError("usage", "There is nothing to do: no prompt, no recipe and no review.", {
    hint: "Set one of the inputs prompt, recipe and review.",
  });
}

type Wanted = CiRequest &
  TaskWish & { readonly pull: PullRequest | undefined; readonly comments: ThreadComments };

async function answerOf(wanted: Wanted, ports: CiPorts): Promise<Answer> {
  const { event, inputs, pull, trustsCheckout } = wanted;
  const { provider, model, maxCost, maxTime, maxTurns, recipe, params, trustHashes } = inputs;
  const limits = { provider, model, maxCost, maxTime, trustsCheckout };
  const number = event.thread?.number ?? 0;
  const diff = pull ? await readDiff(ports.api, number) : undefined;
  if (inputs.review && pull && diff !== undefined) {
    const subject = `pull request #${number}`;
    const { report, exitCode, sarif } = await ports.review({
      ...limits,
      diff,
      subject,
      failOn: inputs.failOn,
    });
    if (inputs.sarifFile !== undefined) await ports.writeSarif(inputs.sarifFile, sarif);
    const { checks, findings } = report;
    const costs = checks.map(({ costUsd }) => costUsd);
    return {
      outcome: checks.find(({ outcome }) => outcome !== "done")?.outcome ?? "done",
      exitCode,
      text: reviewText(report),
      costUsd: costs.every((cost) => cost !== undefined)
        ? costs.reduce((sum, cost) => sum + cost, 0)
        : undefined,
      turns: 0,
      sessions: checks.flatMap(({ sessions }) => sessions),
      besideLines: () =>
        inputs.comment
          ? writeReview(ports.api, { number, headSha: pull.headSha, findings, login: inputs.botLogin })
          : Promise.resolve(),
    };
  }
  const readOnly = inputs.mode === "read-only";
  const { owner, name } = event.repository;
  const data = foreignTexts({
    event,
    pull,
    diff,
    others: wanted.comments.others,
    isWordsData: wanted.isWordsData,
  });
  const run = await ports.run({
    ...limits,
    text: taskText({ prompt: wanted.prompt, words: wanted.words, data, mark: ports.mark() }),
    system: systemText({
      repository: `${owner}/${name}`,
      readOnly,
      comment: inputs.comment && event.thread !== undefined,
    }),
    recipe,
    params,
    trustHashes,
    mode: readOnly ? undefined : inputs.mode,
    readOnly,
    maxTurns,
  });
  return { ...run, text: safeMarkdown(run.text) };
}
