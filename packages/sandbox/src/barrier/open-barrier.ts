import { openEgress, type Egress } from "../network/open-egress.ts";
import { readHosts } from "../network/host-list.ts";
import type { NetworkPrograms } from "../network/sandbox-network.ts";
import { checkInterrupted, holdCommand } from "./hold-command.ts";
import { SandboxError, type Barrier, type OpenOptions, type SandboxPolicy } from "./port.ts";

/** Holds files, and gives all of the network or none. */
export function bwrapBarrier(bwrap: string): Barrier {
  return {
    tier: "bwrap",
    network: "all-or-none",
    open(policy, options = {}) {
      if (policy.hosts !== "all" && policy.hosts.length > 0) {
        throw new SandboxError(
          "This sandbox allows all hosts or none: single hosts need the tier full. Empty the list of hosts, or allow all.",
        );
      }
      const ready = afterInterrupted(policy, options);
      return {
        async wrap(command) {
          await ready();
          return holdCommand(command, policy, { bwrap, ...options });
        },
        close() {},
      };
    },
  };
}

/** The same, with a network from which single hosts can be reached; it is opened for the first command. */
export function fullBarrier(programs: NetworkPrograms): Barrier {
  return {
    tier: "full",
    network: "hosts",
    open(policy, options = {}) {
      const { hosts } = policy;
      if (hosts !== "all") readHosts(hosts);
      const ready = afterInterrupted(policy, options);
      const { bwrap } = programs;
      let opening: Promise<Egress> | undefined;
      return {
        async wrap(command) {
          await ready();
          if (hosts === "all") return holdCommand(command, policy, { bwrap, ...options });
          const egress = (opening ??= openEgress(programs, hosts));
          // The next command tries again.
          egress.catch(() => (opening = opening === egress ? undefined : opening));
          return holdCommand(command, policy, { bwrap, egress: await egress, ...options });
        },
        close() {
          opening?.then(({ close }) => close()).catch(() => {});
          opening = Promise.reject(new SandboxError("The sandbox of this session is closed."));
          opening.catch(() => {});
        },
      };
    },
  };
}

/** Calls of an earlier process that was killed are checked before the first command, and those that still ran then later. */
function afterInterrupted(policy: SandboxPolicy, options: OpenOptions): () => Promise<void> {
  let checking: Promise<void> | undefined;
  return () => (checking ??= checkInterrupted(policy, options).catch(() => {}));
}
