import { coversAddress } from "@skein/platform/hosts";
import type { PathGuard } from "../../paths/path-guard.ts";
import { reached } from "../../paths/reached-paths.ts";
import { parseRule } from "../../rules/parse-rule.ts";
import { compileRules, type CompiledRule, type PermissionRule } from "../../rules/permission-rule.ts";
import type { Finding, GateRequest, Inspector, Redactor } from "@skein/protocol";
import { segmentEffects } from "../../shell-analysis/index.ts";
import { inspectedCommand, type InspectedCommand } from "../inspected-command.ts";
import { hostsOfCommand, type Reached } from "./hosts-of-command.ts";
import { hostsOfInput } from "./hosts-of-input.ts";

export interface EgressOptions {
  /** Those about hosts, `fetch(domain:…)`, are applied to commands and inputs. */
  readonly rules?: readonly PermissionRule[];
  /** What it knows as secret may not leave without approval. Default: nothing is known. */
  readonly redactor?: Pick<Redactor, "redact"> | undefined;
  /** Which files may not leave without approval. Default: any may. */
  readonly guard?: PathGuard;
  /** Whether hosts that no rule allows are asked about. Default: false. */
  readonly asksUnlisted?: boolean;
}

/** Looks at which hosts a call reaches, and at what it takes there. */
export function egress({ rules = [], redactor, guard, asksUnlisted = false }: EgressOptions = {}): Inspector {
  const domains = compileRules(rules).filter(({ subject }) => subject.kind === "domain");
  return {
    name: "egress",
    async inspectCall(call) {
      const { request } = call;
      const command = await inspectedCommand(request);
      const hosts = command ? hostsOfCommand(command) : hostsOfInput(request.tool, request.input);
      if (hosts.length === 0) return undefined;
      const ruled = byRule(domains, hosts);
      if (ruled?.verdict === "deny") return ruled;
      const found = [
        ruled,
        secretIn(request, hosts, redactor),
        command && guarded(command, hosts, guard),
        asksUnlisted ? unlisted(hosts, await call.rules()) : undefined,
      ].filter((one) => one !== undefined);
      return found.length === 0
        ? undefined
        : { verdict: "ask", reason: found.map(({ reason }) => reason).join(" ") };
    },
  };
}

/** A rule that denies or asks about a host; where the host is not known, one that denies asks. */
function byRule(domains: readonly CompiledRule[], hosts: readonly Reached[]): Finding | undefined {
  const found = domains.flatMap(({ rule: { verdict, tool, reason }, subject }): readonly Finding[] => {
    if (verdict === "allow" || subject.kind !== "domain") return [];
    return hosts
      .filter(({ address }) => address === undefined || coversAddress(subject.pattern, address, "wide"))
      .map(({ address, text }) => {
        const said = `\`${shown(text)}\` ${address === undefined ? "may reach" : "reaches"} a host of the rule ${tool}.`;
        return {
          verdict: address === undefined ? "ask" : verdict,
          reason: reason === undefined ? said : `${said} ${reason}`,
        };
      });
  });
  return found.find(({ verdict }) => verdict === "deny") ?? found[0];
}

function secretIn(
  { input }: GateRequest,
  hosts: readonly Reached[],
  redactor: EgressOptions["redactor"],
): Finding | undefined {
  const text = JSON.stringify(input);
  if (!redactor || redactor.redact(text) === text) return undefined;
  return { verdict: "ask", reason: `This call would send a known secret to ${hostNames(hosts)}.` };
}

/** A guarded file in a command that reaches a host may be what is sent. */
function guarded(
  { segments, cwd }: InspectedCommand,
  hosts: readonly Reached[],
  guard: PathGuard | undefined,
): Finding | undefined {
  if (!guard) return undefined;
  for (const segment of segments) {
    const { paths, redirected } = segmentEffects(segment);
    const named = [...paths, ...redirected].map(({ word }) => word.text);
    const words = segment.args.flatMap(({ text }) => [text, ...(/[=@<](.+)$/s.exec(text)?.slice(1) ?? [])]);
    for (const path of new Set([...named, ...words])) {
      const place = reached(path, "reads", cwd).places.find((one) => guard(one, "reads"));
      if (place !== undefined)
        return {
          verdict: "ask",
          reason: `This command reads ${place}, which is guarded, and reaches ${hostNames(hosts)}.`,
        };
    }
  }
  return undefined;
}

function unlisted(hosts: readonly Reached[], rules: readonly string[]): Finding | undefined {
  const listed = rules.flatMap((text) => {
    const parsed = parseRule(text);
    return "subject" in parsed && parsed.subject.kind === "domain" ? [parsed.subject.pattern] : [];
  });
  const left = hosts.filter(
    ({ address }) =>
      address === undefined ||
      !listed.some((pattern) => coversAddress(pattern, webAddress(address), "exact")),
  );
  if (left.length === 0) return undefined;
  return { verdict: "ask", reason: `No rule such as fetch(domain:example.com) allows ${hostNames(left)}.` };
}

/** A rule that allows speaks of web addresses; the host is the same whatever the protocol. */
function webAddress(address: string): string {
  return /^https?:/i.test(address) ? address : address.replace(/^[a-z0-9+.-]+:\/\/(?:[^@/]*@)?/i, "https://");
}

function hostNames(hosts: readonly Reached[]): string {
  const names = hosts.map(({ address }) => {
    if (address === undefined || !URL.canParse(address)) return "a host that is known only when it runs";
    return new URL(address).host;
  });
  return [...new Set(names)].join(", ");
}

const mostShown = 120;

function shown(text: string): string {
  return text.length > mostShown ? `${text.slice(0, mostShown - 1)}…` : text;
}
