import type { Segment, Word } from "../../shell-analysis/index.ts";
import { programName, type InspectedCommand } from "../inspected-command.ts";
import { gitAddresses } from "./git-remotes.ts";
import { registryAddresses } from "./registries.ts";

/** A host that a command may reach. */
export interface Reached {
  /** A URL; `undefined`: known only when it runs. */
  readonly address: string | undefined;
  /** The simple command. */
  readonly text: string;
}

/** Which hosts a command reaches, as far as its words, git's remotes and the settings of registries say. */
export function hostsOfCommand({ segments, problems, text, cwd }: InspectedCommand): readonly Reached[] {
  const found = segments.flatMap((segment) =>
    addressesOf(segment, cwd).map((address) => ({ address, text: segment.text })),
  );
  // What is not analyzed may hold addresses all the same.
  const unread =
    problems.length === 0 ? [] : [...text.matchAll(anyUrl)].map(([address]) => ({ address, text }));
  return [...new Map([...found, ...unread].map((one) => [`${one.address} ${one.text}`, one])).values()];
}

const anyUrl = /\b(?:https?|wss?|ftps?|sftp|ssh|git):\/\/[^\s'"`<>|;&)]+/gi;

/** They reach a host only when they name one. */
const local = /^(?:scp|rsync|rclone|nc|ncat|netcat|socat)$/;

/** They reach nothing, whatever their words are. */
const silent =
  /^(?:echo|printf|grep|egrep|fgrep|rg|ag|cat|head|tail|sed|awk|jq|yq|wc|sort|uniq|tr|cut|diff|test|\[|true|false|export|ls|cp|mv|mkdir|touch|tee|find)$/;

const curlValued =
  /^-(?:[A-Za-z]*[dFHXouAebTmKEwCDQrtxyYzPU]|-(?:data\S*|header|output|request|form\S*|user|user-agent|referer|cookie\S*|cert|key|cacert|max-time|connect-timeout|retry\S*|range|write-out|upload-file|proxy|resolve|connect-to|json|limit-rate|variable))$/;
/** With these, curl connects to another host than the one of the address. */
const curlElsewhere =
  /^-(?:[A-Za-z]*x|-(?:proxy|preproxy|socks\S*|resolve|connect-to|doh-url|unix-socket|abstract-unix-socket)(?:=.*)?)$/;

/** Their operands are hosts or addresses. @returns the operands to look at. */
const callers: Readonly<Record<string, (words: readonly Word[]) => readonly Word[]>> = {
  ...namesOf("curl", operandsWithout(curlValued)),
  ...namesOf(
    "wget aria2c",
    operandsWithout(
      /^-(?:[OoPUaitTwQeB]|-(?:output-document|header|post-\w+|user-agent|directory-prefix|tries|timeout))$/,
    ),
  ),
  ...namesOf("http https xh httpie", (words) =>
    words.filter(({ text }) => !/^-|^[A-Z]+$|[=@]/.test(text)).slice(0, 1),
  ),
  ...namesOf("ssh sftp mosh telnet ftp", firstOperand(/^-[bcDEeFIiJLlmOopQRSWw]$/)),
  ...namesOf("nc ncat netcat socat", (words) =>
    firstOperand(/^-[egGiIkmMoOpPqsSTVwWXx]$/)(words).filter(({ text }) => !/^\d+$/.test(text)),
  ),
  ...namesOf("ping ping6 traceroute dig nslookup host drill whois", (words) =>
    words.filter(({ text }) => !/^[-+]|^[A-Z]+$/.test(text)),
  ),
  ...namesOf("scp rsync rclone", (words) =>
    words.filter(({ text }) => !text.startsWith("-") && /^[^/]+:/.test(text)),
  ),
};

function addressesOf(segment: Segment, cwd: string): readonly (string | undefined)[] {
  const { program, args, redirections } = segment;
  const name = programName(program);
  const sockets = redirections.flatMap(({ path }) => {
    const [, host, port] = /^\/dev\/(?:tcp|udp)\/([^/]+)\/([^/]+)$/.exec(path ?? "") ?? [];
    return host === undefined ? [] : [`http://${host}:${port}`];
  });
  if (silent.test(name)) return sockets;
  const urls = args.flatMap(({ text }) =>
    anyUrlAlone.test(text) ? [text] : [...text.matchAll(anyUrl)].map(([url]) => url),
  );
  return [...sockets, ...urls, ...ofProgram(name, segment, cwd)];
}

const anyUrlAlone = /^[a-z][a-z0-9+.-]*:\/\/[^\s/]/i;

function ofProgram(name: string, { args }: Segment, cwd: string): readonly (string | undefined)[] {
  if (name === "git") return gitAddresses(args, cwd);
  const registries = registryAddresses(name, args, cwd);
  if (registries) return registries;
  const pick = Object.hasOwn(callers, name) ? callers[name] : undefined;
  if (!pick || args.some(({ text }) => /^(?:--help|--version|-V)$/.test(text))) return [];
  const named = pick(args);
  const isElsewhere = name === "curl" && args.some(({ text }) => curlElsewhere.test(text));
  const isUnnamed =
    named.length === 0 && !local.test(name) && !args.some(({ text }) => anyUrlAlone.test(text));
  const hosts = named.filter(({ text }) => !anyUrlAlone.test(text)).map(addressOf);
  return isElsewhere || isUnnamed ? [...hosts, undefined] : hosts;
}

/** `user@host:path`, `host:port`, `host/path`. */
function addressOf({ text, expansions }: Word): string | undefined {
  if (expansions.includes("brace") || !/^[^/$`*?]+/.test(text)) return undefined;
  const [host = ""] = /^[^/]*/.exec(text.replace(/^[^@/]*@/, "")) ?? [];
  const isUnknown = expansions.length > 0 && /[$`*?{]/.test(host);
  const [, name = host, port] = /^([^:]*):(\d+)$/.exec(host) ?? /^([^:]*):/.exec(host) ?? [];
  return isUnknown ? undefined : `http://${name}${port === undefined ? "" : `:${port}`}`;
}

function namesOf<Value>(names: string, value: Value): Readonly<Record<string, Value>> {
  return Object.fromEntries(names.split(" ").map((name) => [name, value]));
}

/** @param valued - options whose next word is their value. */
function operandsWithout(valued: RegExp): (words: readonly Word[]) => readonly Word[] {
  return (words) =>
    words.filter(({ text }, at) => !text.startsWith("-") && !valued.test(words[at - 1]?.text ?? ""));
}

function firstOperand(valued: RegExp): (words: readonly Word[]) => readonly Word[] {
  return (words) => operandsWithout(valued)(words).slice(0, 1);
}
