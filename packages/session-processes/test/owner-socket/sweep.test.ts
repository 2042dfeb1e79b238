import {
  chmodSync,
  existsSync,
  lutimesSync,
  mkdirSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { temporaryFolder } from "@skein/test-kit";
import { expect, it, onTestFinished } from "vitest";
import { sweepSockets } from "../../src/owner-socket/sweep-sockets.ts";

const twoMinutesAgo = (): number => Date.now() / 1000 - 120;

async function privateFolder(): Promise<string> {
  const { path, [Symbol.asyncDispose]: remove } = await temporaryFolder();
  onTestFinished(remove);
  const folder = join(path, "run");
  mkdirSync(folder, { mode: 0o700 });
  return folder;
}

async function listening(path: string): Promise<Server> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen({ path }, resolve));
  onTestFinished(() => void server.close());
  return server;
}

/** A socket without a listener, as a killed process leaves it. */
async function left(path: string): Promise<void> {
  const server = await listening(`${path}-`);
  renameSync(`${path}-`, path);
  await new Promise((resolve) => server.close(resolve));
}

function age(path: string): void {
  lutimesSync(path, twoMinutesAgo(), twoMinutesAgo());
}

const dead = "0123456789abcdef.sock";
const halfMade = "0123456789abcdef.sock.89abcdef";
const living = "fedcba9876543210.sock";

it("removes what killed processes left, and nothing else", async () => {
  const folder = await privateFolder();
  const at = (name: string) => join(folder, name);
  await left(at(dead));
  await left(at(halfMade));
  await left(at("other.sock"));
  await listening(at(living));
  writeFileSync(at("aaaaaaaaaaaaaaaa.sock"), "a file");
  symlinkSync(at("other.sock"), at("bbbbbbbbbbbbbbbb.sock"));
  const stay = ["other.sock", living, "aaaaaaaaaaaaaaaa.sock", "bbbbbbbbbbbbbbbb.sock"];
  for (const name of [dead, halfMade, ...stay]) age(at(name));
  await left(at("cccccccccccccccc.sock")); // may be about to listen
  await sweepSockets(folder);
  expect([dead, halfMade].filter((name) => existsSync(at(name)))).toEqual([]);
  expect([...stay, "cccccccccccccccc.sock"].filter((name) => !existsSync(at(name)))).toEqual([]);
});

it("leaves a folder alone that is open to others, and one that is not there", async () => {
  const { path, [Symbol.asyncDispose]: remove } = await temporaryFolder();
  onTestFinished(remove);
  const open = join(path, "open");
  mkdirSync(open, { mode: 0o777 });
  await left(join(open, dead));
  age(join(open, dead));
  chmodSync(open, 0o777);
  await sweepSockets(open);
  await sweepSockets(join(path, "none"));
  expect(existsSync(join(open, dead))).toBe(true);
});
