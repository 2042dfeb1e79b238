// Written by tools/client-operations from the OpenAPI document of @skein/server-http.
export type ListedSession = { readonly "id": string; readonly "state": (string) | (null); readonly [key: string]: unknown };
export type Session = { readonly "id": string; readonly [key: string]: unknown };
export type Done = { readonly "done": true };
export type Entry = { readonly "v": number; readonly "seq": number; readonly "at": number; readonly "run": (string) | (null); readonly "kind": string; readonly [key: string]: unknown };
export type MessageInput = (string) | ({ readonly "text": string; readonly "attachments": readonly (({ readonly "type": "image"; readonly "mediaType": string; readonly "data": string }) | ({ readonly "type": "file"; readonly "mediaType": string; readonly "data": string; readonly "name": string }))[] }) | (readonly (({ readonly "type": "text"; readonly "text": string }) | ({ readonly "type": "image"; readonly "mediaType": string; readonly "data": string }) | ({ readonly "type": "file"; readonly "mediaType": string; readonly "data": string; readonly "name": string }))[]);
export type Question = { readonly "id": string; readonly "kind": "approval" | "plan" | "clarification" | "elicitation"; readonly [key: string]: unknown };
export type Answer = ({ readonly "allow": "once" | "session" | "always"; readonly "input"?: unknown; readonly "mode"?: "auto" | "accept_edits" | "smart_approve" | "approve" | "plan" | "chat" }) | ({ readonly "deny": string; readonly "stop"?: boolean }) | ({ readonly "reply": ({ readonly [key: string]: unknown }) | (null) });
export type Rewound = { readonly "to": number; readonly [key: string]: unknown };
export type CommandResult = { readonly "kind": string; readonly [key: string]: unknown };
export type Schedule = { readonly "id": string; readonly "name": string; readonly "cron": string; readonly [key: string]: unknown };
export type Slot = { readonly "schedule": string; readonly "state": string; readonly [key: string]: unknown };
export type Hello = { readonly "session": string; readonly "resumed": "exact" | "from-seq"; readonly "isRunning": boolean };
export type SessionNews = ({ readonly "type": "entry"; readonly "entry": Entry }) | (AgentEvent);
export type AgentEvent = ({ readonly "type": "run-start"; readonly "session": string; readonly "path": readonly (string)[]; readonly "seq"?: number; readonly "run": string; readonly "input": readonly (({ readonly "type": "text"; readonly "text": string; readonly "sidecar"?: { readonly "provider": string; readonly "model": string; readonly "data": Json0 } }) | ({ readonly "type": "image"; readonly "mediaType": string; readonly "data": string }) | ({ readonly "type": "file"; readonly "mediaType": string; readonly "data": string; readonly "name"?: string }))[] }) | ({ readonly "type": "settings"; readonly "session": string; readonly "path": readonly (string)[]; readonly "seq"?: number; readonly "provider": string; readonly "model": string; readonly "mode": string; readonly "effort"?: "none" | "low" | "medium" | "high" | "max" }) | ({ readonly "type": "name"; readonly "session": string; readonly "path": readonly (string)[]; readonly "seq"?: number; readonly "name": string; readonly "by": "user" | "model" | "task" }) | ({ readonly "type": "user-message"; readonly "session": string; readonly "path": readonly (string)[]; readonly "seq"?: number; readonly "from": "user" | "steer" | "hook" | "recipe" | "child" | "agent"; readonly "content": readonly (({ readonly "type": "text"; readonly "text": string; readonly "sidecar"?: { readonly "provider": string; readonly "model": string; readonly "data": Json0 } }) | ({ readonly "type": "image"; readonly "mediaType": string; readonly "data": string }) | ({ readonly "type": "file"; readonly "mediaType": string; readonly "data": string; readonly "name"?: string }))[] }) | ({ readonly "type": "turn-start"; readonly "session": string; readonly "path": readonly (string)[]; readonly "seq"?: number; readonly "turn": number }) | ({ readonly "type": "turn-end"; readonly "session": string; readonly "path": readonly (string)[]; readonly "seq"?: number; readonly "turn": number; readonly "stop": "answered" | "tool-calls" | "length" | "refused" | "paused" | "other"; readonly "usage": { readonly "input"?: number; readonly "output"?: number; readonly "cacheRead"?: number; readonly "cacheWrite"?: number; readonly "reasoning"?: number } }) | ({ readonly "type": "message"; readonly "session": string; readonly "path": readonly (string)[]; readonly "seq"?: number; readonly "role": "assistant"; readonly "content": readonly (({ readonly "type": "text"; readonly "text": string; readonly "sidecar"?: { readonly "provider": string; readonly "model": string; readonly "data": Json0 } }) | ({ readonly "type": "thinking"; readonly "text": string; readonly "sidecar"?: { readonly "provider": string; readonly "model": string; readonly "data": Json0 } }) | ({ readonly "type": "tool-call"; readonly "id": string; readonly "name": string; readonly "input": Json0; readonly "sidecar"?: { readonly "provider": string; readonly "model": string; readonly "data": Json0 } }) | ({ readonly "type": "tool-call"; readonly "id": string; readonly "name": string; readonly "raw": string; readonly "problem": "cut-off" | "not-json"; readonly "sidecar"?: { readonly "provider": string; readonly "model": string; readonly "data": Json0 } }) | ({ readonly "type": "opaque"; readonly "sidecar": { readonly "provider": string; readonly "model": string; readonly "data": Json0 } }))[]; readonly "stop": "answered" | "tool-calls" | "length" | "refused" | "paused" | "other"; readonly "provider": string; readonly "model": string }) | ({ readonly "type": "reply-cut-off"; readonly "session": string; readonly "path": readonly (string)[]; readonly "seq"?: number; readonly "content": readonly (({ readonly "type": "text"; readonly "text": string; readonly "sidecar"?: { readonly "provider": string; readonly "model": string; readonly "data": Json0 } }) | ({ readonly "type": "thinking"; readonly "text": string; readonly "sidecar"?: { readonly "provider": string; readonly "model": string; readonly "data": Json0 } }) | ({ readonly "type": "tool-call"; readonly "id": string; readonly "name": string; readonly "input": Json0; readonly "sidecar"?: { readonly "provider": string; readonly "model": string; readonly "data": Json0 } }) | ({ readonly "type": "tool-call"; readonly "id": string; readonly "name": string; readonly "raw": string; readonly "problem": "cut-off" | "not-json"; readonly "sidecar"?: { readonly "provider": string; readonly "model": string; readonly "data": Json0 } }) | ({ readonly "type": "opaque"; readonly "sidecar": { readonly "provider": string; readonly "model": string; readonly "data": Json0 } }))[] }) | ({ readonly "type": "model-usage"; readonly "session": string; readonly "path": readonly (string)[]; readonly "seq"?: number; readonly "purpose": "turn" | "title" | "compaction" | "judge" | "sampling" | "memory"; readonly "provider": string; readonly "model": string; readonly "usage": { readonly "input"?: number; readonly "output"?: number; readonly "cacheRead"?: number; readonly "cacheWrite"?: number; readonly "reasoning"?: number }; readonly "costUsd"?: number; readonly "costIsEstimate"?: true }) | ({ readonly "type": "text-delta"; readonly "session": string; readonly "path": readonly (string)[]; readonly "seq"?: number; readonly "part": number; readonly "delta": string }) | ({ readonly "type": "thinking-delta"; readonly "session": string; readonly "path": readonly (string)[]; readonly "seq"?: number; readonly "part": number; readonly "delta": string }) | ({ readonly "type": "input-delta"; readonly "session": string; readonly "path": readonly (string)[]; readonly "seq"?: number; readonly "part": number; readonly "delta": string; readonly "tool"?: string }) | ({ readonly "type": "tool-start"; readonly "session": string; readonly "path": readonly (string)[]; readonly "seq"?: number; readonly "callId": string; readonly "tool": string; readonly "extension": string; readonly "effect": "reads" | "writes" | "runs" | "unknown"; readonly "input": Json0 }) | ({ readonly "type": "tool-progress"; readonly "session": string; readonly "path": readonly (string)[]; readonly "seq"?: number; readonly "callId": string; readonly "text": string }) | ({ readonly "type": "tool-end"; readonly "session": string; readonly "path": readonly (string)[]; readonly "seq"?: number; readonly "callId": string; readonly "tool": string; readonly "content": readonly (({ readonly "type": "text"; readonly "text": string; readonly "sidecar"?: { readonly "provider": string; readonly "model": string; readonly "data": Json0 } }) | ({ readonly "type": "image"; readonly "mediaType": string; readonly "data": string }) | ({ readonly "type": "file"; readonly "mediaType": string; readonly "data": string; readonly "name"?: string }))[]; readonly "failure"?: "unknown-tool" | "malformed-input" | "invalid-input" | "incomplete-reply" | "denied" | "timed-out" | "interrupted" | "unknown-outcome" | "failed"; readonly "structured"?: Json0; readonly "durationMs": number; readonly "artifacts"?: readonly ({ readonly "path": string; readonly "mediaType": string; readonly "bytes": number })[]; readonly "app"?: { readonly "extension": string; readonly "uri": string } }) | ({ readonly "type": "child"; readonly "session": string; readonly "path": readonly (string)[]; readonly "seq"?: number; readonly "child": string; readonly "callId": string; readonly "background"?: true }) | ({ readonly "type": "question"; readonly "session": string; readonly "path": readonly (string)[]; readonly "seq"?: number; readonly "question": ({ readonly "id": string; readonly "kind": "approval"; readonly "callId": string; readonly "tool": string; readonly "extension": string; readonly "effect": "reads" | "writes" | "runs" | "unknown"; readonly "input": Json0; readonly "reason": string; readonly "by"?: string; readonly "covers"?: readonly (string)[]; readonly "preview"?: string }) | ({ readonly "id": string; readonly "kind": "plan"; readonly "callId": string; readonly "extension": string; readonly "plan": string; readonly "modes": readonly (string)[] }) | ({ readonly "id": string; readonly "kind": "clarification"; readonly "callId": string; readonly "extension": string; readonly "questions": readonly ({ readonly "question": string; readonly "options"?: readonly (string)[]; readonly "multiple"?: boolean })[]; readonly "frontend"?: { readonly "tool": string; readonly "input": Json0 } }) | ({ readonly "id": string; readonly "kind": "elicitation"; readonly "extension": string; readonly "message": string; readonly "schema": { readonly [key: string]: Json0 } }) }) | ({ readonly "type": "answered"; readonly "session": string; readonly "path": readonly (string)[]; readonly "seq"?: number; readonly "questionId": string; readonly "answer": ({ readonly "allow": "once" | "session" | "always"; readonly "input"?: Json0; readonly "mode"?: string }) | ({ readonly "deny": string; readonly "stop"?: boolean }) | ({ readonly "reply": ({ readonly [key: string]: Json0 }) | (null) }); readonly "by"?: string }) | ({ readonly "type": "retry-wait"; readonly "session": string; readonly "path": readonly (string)[]; readonly "seq"?: number; readonly "ms": number; readonly "reason": string; readonly "attempt": number }) | ({ readonly "type": "reply-restarted"; readonly "session": string; readonly "path": readonly (string)[]; readonly "seq"?: number; readonly "attempt": number; readonly "reason": string }) | ({ readonly "type": "model-switched"; readonly "session": string; readonly "path": readonly (string)[]; readonly "seq"?: number; readonly "provider": string; readonly "model": string; readonly "reason": string }) | ({ readonly "type": "queued"; readonly "session": string; readonly "path": readonly (string)[]; readonly "seq"?: number; readonly "id": string; readonly "steer": boolean; readonly "content"?: readonly (({ readonly "type": "text"; readonly "text": string; readonly "sidecar"?: { readonly "provider": string; readonly "model": string; readonly "data": Json0 } }) | ({ readonly "type": "image"; readonly "mediaType": string; readonly "data": string }) | ({ readonly "type": "file"; readonly "mediaType": string; readonly "data": string; readonly "name"?: string }))[]; readonly "child"?: string }) | ({ readonly "type": "steered"; readonly "session": string; readonly "path": readonly (string)[]; readonly "seq"?: number; readonly "id": string; readonly "content": readonly (({ readonly "type": "text"; readonly "text": string; readonly "sidecar"?: { readonly "provider": string; readonly "model": string; readonly "data": Json0 } }) | ({ readonly "type": "image"; readonly "mediaType": string; readonly "data": string }) | ({ readonly "type": "file"; readonly "mediaType": string; readonly "data": string; readonly "name"?: string }))[]; readonly "from"?: "user" | "steer" | "hook" | "recipe" | "child" | "agent" }) | ({ readonly "type": "rewound"; readonly "session": string; readonly "path": readonly (string)[]; readonly "seq"?: number; readonly "to": number }) | ({ readonly "type": "compacted"; readonly "session": string; readonly "path": readonly (string)[]; readonly "seq"?: number; readonly "cause": "before-call" | "overflow" | "asked"; readonly "hidden": number; readonly "shortened": number; readonly "before": number; readonly "after": number; readonly "notices": readonly (string)[]; readonly "summary"?: string }) | ({ readonly "type": "cache-break"; readonly "session": string; readonly "path": readonly (string)[]; readonly "seq"?: number; readonly "reason": string; readonly "cause"?: "compaction"; readonly "tokens"?: number; readonly "costUsd"?: number }) | ({ readonly "type": "budget"; readonly "session": string; readonly "path": readonly (string)[]; readonly "seq"?: number; readonly "limit": string; readonly "spentUsd"?: number; readonly "limitUsd"?: number; readonly "tokens": number; readonly "limitTokens"?: number; readonly "percent": number; readonly "isEstimate"?: true; readonly "isEnd"?: true }) | ({ readonly "type": "extension-status"; readonly "session": string; readonly "path": readonly (string)[]; readonly "seq"?: number; readonly "extension": string; readonly "status": ({ readonly "state": "configured" | "cached" | "starting" | "ready" | "stopped" }) | ({ readonly "state": "degraded"; readonly "message": string }) }) | ({ readonly "type": "jobs"; readonly "session": string; readonly "path": readonly (string)[]; readonly "seq"?: number; readonly "extension": string; readonly "jobs": readonly ({ readonly "id": string; readonly "command": string; readonly "startedAt": number; readonly "kept"?: true; readonly "end"?: { readonly "by": "itself" | "model" | "user" | "session" | "deadline" | "absence"; readonly "exitCode"?: number; readonly "limit"?: string } })[] }) | ({ readonly "type": "notice"; readonly "session": string; readonly "path": readonly (string)[]; readonly "seq"?: number; readonly "level": "info" | "warning" | "error"; readonly "text": string }) | ({ readonly "type": "outcome"; readonly "session": string; readonly "path": readonly (string)[]; readonly "seq"?: number; readonly "outcome": "done" | "internal" | "not-started" | "provider" | "limit" | "budget" | "invalid-output" | "needs-input" | "denied" | "extension" | "storage" | "cancelled"; readonly "error"?: { readonly "code": string; readonly "message": string; readonly "hint"?: string }; readonly "turns": number; readonly "usage": { readonly "input"?: number; readonly "output"?: number; readonly "cacheRead"?: number; readonly "cacheWrite"?: number; readonly "reasoning"?: number }; readonly "costUsd"?: number; readonly "costIsEstimate"?: true; readonly "durationMs": number });
export type Json0 = (string) | (number) | (boolean) | (null) | (readonly (Json0)[]) | ({ readonly [key: string]: Json0 });
export interface Operations {
  /** Sessions, the one written last first. */
  readonly listSessions: { readonly input: { readonly "cwd"?: string; readonly "subagents"?: boolean; readonly "limit"?: number }; readonly output: { readonly "sessions": readonly (ListedSession)[]; readonly "open": readonly (string)[] } };
  /** Open a new session in a folder, with a recipe if one is named; a permission mode, and agreeing to a recipe, need the role approve. */
  readonly createSession: { readonly input: { readonly "cwd": string; readonly "provider"?: string; readonly "model"?: string; readonly "effort"?: string; readonly "mode"?: "auto" | "accept_edits" | "smart_approve" | "approve" | "plan" | "chat"; readonly "agent"?: string; readonly "name"?: string; readonly "recipe"?: { readonly "recipe": string; readonly "params"?: { readonly [key: string]: string }; readonly "agreedTo"?: readonly (string)[]; readonly "text"?: string } }; readonly output: { readonly "session": string; readonly "input"?: string } };
  /** A whole session: its turns, costs, subagents, open questions. */
  readonly showSession: { readonly input: { readonly "session": string }; readonly output: Session };
  /** Delete a session permanently. */
  readonly removeSession: { readonly input: { readonly "session": string }; readonly output: Done };
  /** Interrupt what runs in a session, and close it in the server. */
  readonly closeSession: { readonly input: { readonly "session": string }; readonly output: { readonly "wasOpen": boolean } };
  /** Entries of a session's journal behind a sequence number. */
  readonly listEntries: { readonly input: { readonly "session": string; readonly "from"?: number; readonly "limit"?: number }; readonly output: { readonly "entries": readonly (Entry)[]; readonly "hasMore": boolean } };
  /** What has happened and what happens, as Server-Sent Events or over a WebSocket. */
  readonly readEvents: { readonly input: { readonly "session": string; readonly "from"?: ("now") | (number); readonly "after"?: string }; readonly output: string };
  /** Search all sessions: words, "phrases", prefix*, -excluded. */
  readonly searchSessions: { readonly input: { readonly "query": string; readonly "cwd"?: string; readonly "session"?: string; readonly "limit"?: number }; readonly output: { readonly "hits": readonly ({ readonly "session": string; readonly [key: string]: unknown })[] } };
  /** A session as JSON, Markdown, YAML or a page. */
  readonly exportSession: { readonly input: { readonly "session": string; readonly "format"?: "json" | "markdown" | "yaml" | "html"; readonly "full"?: boolean }; readonly output: string };
  /** Replay a session without model and tools, and compare every request. */
  readonly replaySession: { readonly input: { readonly "session": string }; readonly output: { readonly "same": boolean; readonly [key: string]: unknown } };
  /** What the last run that changed files has changed in them; with from or to, how files differ between two entries. */
  readonly diffSession: { readonly input: { readonly "session": string; readonly "from"?: number; readonly "to"?: number }; readonly output: { readonly "diff": unknown } };
  /** The text of a file that the session changed, as it was after an entry. */
  readonly readFile: { readonly input: { readonly "session": string; readonly "path": string; readonly "at": number }; readonly output: { readonly "text": string } };
  /** Each request of a session to a model: tokens by kind, cost, what the prompt cache missed and why. */
  readonly showUsage: { readonly input: { readonly "session": string }; readonly output: { readonly "requests": readonly ({ readonly "seq": number; readonly "run": (string) | (null); readonly [key: string]: unknown })[] } };
  /** How much of the model's window the conversation fills, and with what. */
  readonly showContext: { readonly input: { readonly "session": string }; readonly output: { readonly "kind": "context"; readonly [key: string]: unknown } };
  /** Begin a run, or add a message to the one that is on; without input, resume what was left open. */
  readonly sendMessage: { readonly input: { readonly "session": string; readonly "input"?: MessageInput; readonly "when"?: "next" | "now" }; readonly output: { readonly "run": string; readonly "isQueued": boolean } };
  /** Stop the run that is on. */
  readonly interrupt: { readonly input: { readonly "session": string; readonly "reason"?: string }; readonly output: { readonly "wasRunning": boolean } };
  /** Questions that wait for an answer. */
  readonly listQuestions: { readonly input: { readonly "session": string }; readonly output: { readonly "questions": readonly (Question)[] } };
  /** Answer a question, whoever asked it. */
  readonly answerQuestion: { readonly input: { readonly "session": string; readonly "question": string; readonly "answer": Answer }; readonly output: { readonly "done": true; readonly "resumed": string } };
  /** Change the permission mode. */
  readonly setMode: { readonly input: { readonly "session": string; readonly "mode": "auto" | "accept_edits" | "smart_approve" | "approve" | "plan" | "chat" }; readonly output: Done };
  /** Change the model. */
  readonly setModel: { readonly input: { readonly "session": string; readonly "provider": string; readonly "model": string }; readonly output: Done };
  /** Change the reasoning effort. */
  readonly setEffort: { readonly input: { readonly "session": string; readonly "effort": "none" | "low" | "medium" | "high" | "max" | "default" }; readonly output: Done };
  /** Name the session. */
  readonly rename: { readonly input: { readonly "session": string; readonly "name": string }; readonly output: Done };
  /** Undo the last run and its changes to files. */
  readonly undo: { readonly input: { readonly "session": string; readonly "keepFiles"?: boolean; readonly "dryRun"?: boolean }; readonly output: Rewound };
  /** Redo what was undone last. */
  readonly redo: { readonly input: { readonly "session": string; readonly "keepFiles"?: boolean; readonly "dryRun"?: boolean }; readonly output: Rewound };
  /** Go back to the state after an entry, with the files or only in the conversation. */
  readonly rewind: { readonly input: { readonly "session": string; readonly "to": number; readonly "keepFiles"?: boolean; readonly "dryRun"?: boolean }; readonly output: Rewound };
  /** Continue in a copy of the session, from its last entry or from an earlier one. */
  readonly fork: { readonly input: { readonly "session": string; readonly "at"?: number }; readonly output: { readonly "session": string } };
  /** Make what the model sees shorter, now. */
  readonly compact: { readonly input: { readonly "session": string; readonly "keep"?: string }; readonly output: { readonly "kind": string; readonly [key: string]: unknown } };
  /** Run a command of the session; what it comes to is data. */
  readonly runCommand: { readonly input: { readonly "session": string; readonly "name": string; readonly "argument"?: string }; readonly output: CommandResult };
  /** Background jobs, those that have ended too; starts the session's extensions. */
  readonly listJobs: { readonly input: { readonly "session": string }; readonly output: { readonly "jobs": readonly (unknown)[] } };
  /** End a background job. */
  readonly endJob: { readonly input: { readonly "session": string; readonly "job": string }; readonly output: { readonly "wasRunning": boolean } };
  /** Serve the page of an extension that shows a call's result, for a frame; with tool, call a tool of its extension for it. */
  readonly useApp: { readonly input: { readonly "session": string; readonly "call": string; readonly "tool"?: string; readonly "input"?: unknown; readonly "isApproved"?: boolean }; readonly output: ({ readonly "urls": readonly (string)[] }) | ({ readonly "asks": { readonly "tool": string; readonly "reason": string } }) | ({ readonly "content": readonly ({ readonly "type": string; readonly [key: string]: unknown })[]; readonly "structured"?: unknown; readonly "isFailure": boolean }) };
  /** Who serves, and what this client may do. */
  readonly showServer: { readonly input: Readonly<Record<string, never>>; readonly output: { readonly "name": string; readonly "version": string; readonly "role": string; readonly "open": readonly (string)[] } };
  /** Providers, and what they lack to be used in a folder. */
  readonly listProviders: { readonly input: { readonly "cwd": string }; readonly output: { readonly "providers": readonly ({ readonly "id": string; readonly [key: string]: unknown })[] } };
  /** Models of a provider; without one, of the one that a session in the folder would take. */
  readonly listModels: { readonly input: { readonly "cwd": string; readonly "provider"?: string }; readonly output: { readonly "provider": string; readonly "models": readonly ({ readonly "id": string; readonly [key: string]: unknown })[] } };
  /** Commands of the sessions of a folder, with recipes and skills that are commands. */
  readonly listCommands: { readonly input: { readonly "cwd": string }; readonly output: { readonly "commands": readonly ({ readonly "name": string; readonly "description": string; readonly "argument"?: { readonly "hint": string; readonly [key: string]: unknown }; readonly "when"?: "between-runs" })[] } };
  /** What a word of a message that begins with @ may become: files, folders, symbols behind @#, resources. */
  readonly completeMention: { readonly input: { readonly "cwd": string; readonly "word": string; readonly "session"?: string }; readonly output: { readonly "words": readonly ({ readonly "kind": "file" | "folder" | "symbol" | "resource"; readonly "text": string; readonly "label": string; readonly "description"?: string })[] } };
  /** Extensions of the settings that hold in a folder. */
  readonly listExtensions: { readonly input: { readonly "cwd": string }; readonly output: { readonly "extensions": readonly ({ readonly "name": string; readonly "isEnabled": boolean; readonly [key: string]: unknown })[] } };
  /** Switch an extension on or off, or remove it, in the file where it stands. */
  readonly changeExtension: { readonly input: { readonly "name": string; readonly "cwd": string; readonly "change": "enable" | "disable" | "remove" }; readonly output: { readonly "file": string; readonly "isOfProject": boolean } };
  /** Start an extension, and list its tools and what has changed since they were accepted. */
  readonly showExtension: { readonly input: { readonly "name": string; readonly "cwd": string }; readonly output: { readonly "name": string; readonly [key: string]: unknown } };
  /** Log in to an extension's server: start gives the page to open, finish waits until it is done. */
  readonly logInToExtension: { readonly input: { readonly "name": string; readonly "cwd": string; readonly "step": "start" | "finish" }; readonly output: { readonly "url": (string) | (null); readonly "isLoggedIn": boolean } };
  /** Recipes that have a name in a folder. */
  readonly listRecipes: { readonly input: { readonly "cwd": string }; readonly output: { readonly "recipes": readonly ({ readonly "name": string; readonly "title": unknown; readonly "file": string; readonly [key: string]: unknown })[]; readonly "notices": readonly (string)[] } };
  /** A recipe's parameters, extensions, commands, and what has to be agreed to before it runs. */
  readonly showRecipe: { readonly input: { readonly "cwd": string; readonly "recipe": string }; readonly output: { readonly "title": string; readonly "parameters": readonly ({ readonly "key": string; readonly [key: string]: unknown })[]; readonly [key: string]: unknown } };
  /** Settings that are in force in a folder, what they may be, and where each comes from. */
  readonly showSettings: { readonly input: { readonly "cwd": string }; readonly output: { readonly "settings": readonly ({ readonly "key": string; readonly "description": string; readonly "value": unknown; readonly "origin": (string) | (null); readonly [key: string]: unknown })[]; readonly "project": { readonly "folder": string; readonly "trust": string; readonly [key: string]: unknown }; readonly "warnings": readonly (string)[] } };
  /** Write a setting into the user's own config file; with null it is removed there. */
  readonly changeSetting: { readonly input: { readonly "key": string; readonly "value": unknown }; readonly output: { readonly "file": string; readonly "overruledBy": (string) | (null) } };
  /** Permission rules and remembered answers that count in a folder, and the permission mode. */
  readonly listPermissions: { readonly input: { readonly "cwd": string }; readonly output: { readonly "mode": string; readonly "rules": readonly (unknown)[]; readonly "remembered": readonly (unknown)[]; readonly [key: string]: unknown } };
  /** Add or remove a permission rule, or forget the remembered answers about a tool. */
  readonly changePermission: { readonly input: { readonly "cwd": string; readonly "change": "add" | "remove" | "forget"; readonly "rule": string; readonly "decision"?: "allow" | "ask" | "deny"; readonly "inProject"?: boolean; readonly "of"?: string }; readonly output: Done };
  /** What would be decided of a shell command, by which rule and why; runs nothing. */
  readonly explainCommand: { readonly input: { readonly "cwd": string; readonly "command": string; readonly "mode"?: "auto" | "accept_edits" | "smart_approve" | "approve" | "plan" | "chat" }; readonly output: { readonly "decision": "allow" | "ask" | "deny"; readonly "by": string; readonly [key: string]: unknown } };
  /** What was spent today and in the project of a folder, and how much may be. */
  readonly showSpending: { readonly input: { readonly "cwd": string }; readonly output: { readonly "day": { readonly "tokens": number; readonly [key: string]: unknown }; readonly "project": { readonly "folder": string; readonly "tokens": number; readonly [key: string]: unknown }; readonly [key: string]: unknown } };
  /** Schedules by name, and whether a daemon starts them. */
  readonly listSchedules: { readonly input: Readonly<Record<string, never>>; readonly output: { readonly "schedules": readonly (Schedule)[]; readonly "hasDaemon": boolean } };
  /** Have a task done at set times; no one answers then, so the permission mode must not ask. */
  readonly addSchedule: { readonly input: { readonly "name": string; readonly "cron": string; readonly "tz"?: string; readonly "cwd": string; readonly "text": string; readonly "mode": "auto" | "accept_edits" | "smart_approve" | "approve" | "plan" | "chat"; readonly "provider"?: string; readonly "model"?: string; readonly "maxCostUsd"?: number; readonly "maxTokens"?: number }; readonly output: Schedule };
  /** Pause, resume or remove a schedule, or have it done now. */
  readonly changeSchedule: { readonly input: { readonly "name": string; readonly "change": "pause" | "resume" | "remove" | "run-now" }; readonly output: Done };
  /** What became of the slots of a schedule, the newest first. */
  readonly showHistory: { readonly input: { readonly "name": string; readonly "limit"?: number }; readonly output: { readonly "slots": readonly (Slot)[] } };
  /** A token with a role, valid until the server ends. */
  readonly addToken: { readonly input: { readonly "role": "read" | "prompt" | "approve" | "admin" }; readonly output: { readonly "id": string; readonly "token": string } };
  /** Revoke a token. */
  readonly removeToken: { readonly input: { readonly "id": string }; readonly output: { readonly "wasValid": boolean } };
  /** A link that opens a browser with a role: once, within a minute. */
  readonly addBrowserLink: { readonly input: { readonly "role": "read" | "prompt" | "approve" | "admin" }; readonly output: { readonly "url": string } };
}
export const routes = {
  listSessions: ["GET", "/sessions"],
  createSession: ["POST", "/sessions"],
  showSession: ["GET", "/sessions/{session}"],
  removeSession: ["DELETE", "/sessions/{session}"],
  closeSession: ["POST", "/sessions/{session}/close"],
  listEntries: ["GET", "/sessions/{session}/entries"],
  readEvents: ["GET", "/sessions/{session}/events"],
  searchSessions: ["GET", "/search"],
  exportSession: ["GET", "/sessions/{session}/export"],
  replaySession: ["POST", "/sessions/{session}/replay"],
  diffSession: ["GET", "/sessions/{session}/diff"],
  readFile: ["GET", "/sessions/{session}/file"],
  showUsage: ["GET", "/sessions/{session}/usage"],
  showContext: ["GET", "/sessions/{session}/context"],
  sendMessage: ["POST", "/sessions/{session}/messages"],
  interrupt: ["POST", "/sessions/{session}/interrupt"],
  listQuestions: ["GET", "/sessions/{session}/questions"],
  answerQuestion: ["POST", "/sessions/{session}/questions/{question}/answer"],
  setMode: ["POST", "/sessions/{session}/mode"],
  setModel: ["POST", "/sessions/{session}/model"],
  setEffort: ["POST", "/sessions/{session}/effort"],
  rename: ["POST", "/sessions/{session}/name"],
  undo: ["POST", "/sessions/{session}/undo"],
  redo: ["POST", "/sessions/{session}/redo"],
  rewind: ["POST", "/sessions/{session}/rewind"],
  fork: ["POST", "/sessions/{session}/fork"],
  compact: ["POST", "/sessions/{session}/compact"],
  runCommand: ["POST", "/sessions/{session}/commands"],
  listJobs: ["GET", "/sessions/{session}/jobs"],
  endJob: ["POST", "/sessions/{session}/jobs/{job}/end"],
  useApp: ["POST", "/sessions/{session}/calls/{call}/app"],
  showServer: ["GET", "/server"],
  listProviders: ["GET", "/providers"],
  listModels: ["GET", "/models"],
  listCommands: ["GET", "/commands"],
  completeMention: ["GET", "/mentions"],
  listExtensions: ["GET", "/extensions"],
  changeExtension: ["POST", "/extensions/{name}"],
  showExtension: ["GET", "/extensions/{name}"],
  logInToExtension: ["POST", "/extensions/{name}/login"],
  listRecipes: ["GET", "/recipes"],
  showRecipe: ["GET", "/recipe"],
  showSettings: ["GET", "/settings"],
  changeSetting: ["POST", "/settings"],
  listPermissions: ["GET", "/permissions"],
  changePermission: ["POST", "/permissions"],
  explainCommand: ["GET", "/permissions/explain"],
  showSpending: ["GET", "/spending"],
  listSchedules: ["GET", "/schedules"],
  addSchedule: ["POST", "/schedules"],
  changeSchedule: ["POST", "/schedules/{name}"],
  showHistory: ["GET", "/schedules/{name}/history"],
  addToken: ["POST", "/tokens"],
  removeToken: ["DELETE", "/tokens/{id}"],
  addBrowserLink: ["POST", "/browser-links"],
} as const satisfies Readonly<Record<keyof Operations, readonly [string, string]>>;
