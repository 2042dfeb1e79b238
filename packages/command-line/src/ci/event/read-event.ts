import { ConfigError, isJsonObject, type JsonObject, type JsonValue } from "@skein/protocol";
import { objectIn, stringIn } from "@skein/provider-kit";
import type { CiEvent, Comment, Person, PullRequest, Thread } from "./ci-event.ts";

/** @param repository - `owner/name`. @param payload - of the file that GitHub writes. Throws `ConfigError`. */
export function readEvent(name: string, repository: string, payload: JsonValue): CiEvent {
  if (!isJsonObject(payload)) throw new ConfigError("usage", "The payload of the event is no JSON object.");
  const { issue, pull_request: pull, comment, review, sender } = payload;
  const thread = objectIn(pull ?? issue);
  const isThread = isJsonObject(pull ?? issue);
  const isPull = isJsonObject(pull) || isJsonObject(objectIn(issue)["pull_request"]);
  return {
    name,
    action: stringIn(payload["action"]),
    repository: repositoryIn(repository),
    sender: isJsonObject(sender) ? personIn(sender, undefined) : undefined,
    thread: isThread ? threadIn(thread, isPull) : undefined,
    pull: isJsonObject(pull) ? pullRequestIn(pull) : undefined,
    comment: isJsonObject(comment)
      ? commentIn(comment)
      : isJsonObject(review)
        ? commentIn(review)
        : undefined,
    label: named(objectIn(payload["label"]), "name"),
    assignee: named(objectIn(payload["assignee"]), "login"),
  };
}

function repositoryIn(repository: string): CiEvent["repository"] {
  const [owner = "", name = "", ...more] = repository.split("/");
  if (!isName(owner) || !isName(name) || more.length > 0)
    throw new ConfigError("usage", `"${repository}" is no repository: owner/name was expected.`);
  return { owner, name };
}

const isName = (text: string): boolean => /^[\w.-]+$/.test(text) && !/^\.+$/.test(text);

function threadIn(thread: JsonObject, isPull: boolean): Thread {
  return {
    kind: isPull ? "pull request" : "issue",
    number: idIn(thread, "number", isPull ? "pull request" : "issue"),
    title: stringIn(thread["title"]),
    body: stringIn(thread["body"]),
    author: authorOf(thread),
  };
}

/** Of a payload, or of the API. Throws `ConfigError`. */
export function pullRequestIn(pull: JsonObject): PullRequest {
  const [head, base] = [objectIn(pull["head"]), objectIn(pull["base"])];
  const headSha = stringIn(head["sha"]);
  if (!/^[0-9a-f]{40,64}$/.test(headSha))
    throw new ConfigError("usage", "The payload has a pull request without the commit of its head.");
  const repositoryOf = (side: JsonObject) => stringIn(objectIn(side["repo"])["full_name"]);
  const isSame = repositoryOf(head) !== "" && repositoryOf(head) === repositoryOf(base);
  return {
    headSha,
    headRef: stringIn(head["ref"]),
    baseRef: stringIn(base["ref"]),
    isFork: !isSame,
  };
}

export function commentIn(comment: JsonObject): Comment {
  const [path, diffHunk] = [stringIn(comment["path"]), stringIn(comment["diff_hunk"])];
  return {
    id: idIn(comment, "id", "comment"),
    body: stringIn(comment["body"]),
    author: authorOf(comment),
    ...(path === "" ? {} : { path }),
    ...(diffHunk === "" ? {} : { diffHunk }),
  };
}

function authorOf(written: JsonObject): Person {
  const association = stringIn(written["author_association"]);
  return personIn(objectIn(written["user"]), association === "" ? undefined : association.toUpperCase());
}

function personIn(user: JsonObject, association: string | undefined): Person {
  const login = stringIn(user["login"]);
  return { login, isBot: stringIn(user["type"]) !== "User" || login.endsWith("[bot]"), association };
}

function idIn(object: JsonObject, field: string, what: string): number {
  const id = object[field];
  if (typeof id === "number" && Number.isSafeInteger(id) && id > 0) return id;
  throw new ConfigError("usage", `The payload has no ${field} of its ${what}.`);
}

function named(object: JsonObject, field: string): string | undefined {
  const name = stringIn(object[field]);
  return name === "" ? undefined : name;
}
