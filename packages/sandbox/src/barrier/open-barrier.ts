import { tmpdir } from "node:os";
import { openEgress, type Egress } from "../network/open-egress.ts";
import { readHosts } from "../network/host-list.ts";
import type { NetworkPrograms } from "../network/sandbox-network.ts";
import { wrapByBwrap } from "./bwrap-arguments.ts";
import { SandboxError, type Barrier } from "./port.ts";
import { openRemovedFolders } from "./removed-folders.ts";

/** Holds files, and gives all of the network or none. */
export function bwrapBarrier(bwrap: string): Barrier {
  return {
    tier: "bwrap",
    network: "all-or-none",
    open(policy) {
      if (policy.hosts !== "all" && policy.hosts.length > 0) {
        throw new SandboxError(
          "This sandbox allows all hosts or none: single hosts need the tier full. Empty the list of hosts, or allow all.",
        );
      }
      const removed = openRemovedFolders(tmpdir());
      return {
        wrap: async (command) => wrapByBwrap(bwrap, command, policy, { removed }),
        close: removed.close,
      };
    },
  };
}

/** The same, with a network from which single hosts can be reached; it is opened for the first command. */
export function fullBarrier(programs: NetworkPrograms): Barrier {
  return {
    tier: "full",
    network: "hosts",
    open(policy) {
      const { hosts } = policy;
      if (hosts !== "all") readHosts(hosts);
      const removed = openRemovedFolders(tmpdir());
      let opening: Promise<Egress> | undefined;
      return {
        async wrap(command) {
          if (hosts === "all") return wrapByBwrap(programs.bwrap, command, policy, { removed });
          const egress = (opening ??= openEgress(programs, hosts));
          // The next command tries again.
          egress.catch(() => (opening = opening === egress ? undefined : opening));
          return wrapByBwrap(programs.bwrap, command, policy, { egress: await egress, removed });
        },
        close() {
          removed.close();
          opening?.then(({ close }) => close()).catch(() => {});
          opening = Promise.reject(new SandboxError("The sandbox of this session is closed."));
          opening.catch(() => {});
        },
      };
    },
  };
}
