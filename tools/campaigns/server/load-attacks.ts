import type { Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { firstAnswer, opened, rawRequest, requestText } from "./raw-request.ts";
import type { Attack, Target } from "./target.ts";

/** A server that still answers its user within so long, bears it. */
const mostMs = 3000;

async function answersStill(target: Target): Promise<boolean> {
  const socket = opened(target.url);
  socket.write(requestText(target, `GET ${target.read}`));
  const { status } = await firstAnswer(socket, mostMs);
  socket.destroy();
  return status > 0;
}

/** What is sent until the server ends the connection, or so much was sent. @returns bytes that were taken. */
async function pour(socket: Socket, most: number): Promise<number> {
  const chunk = Buffer.alloc(64 * 1024, "a");
  const end = closed(socket);
  while (!socket.destroyed && socket.bytesWritten < most) {
    if (!socket.write(chunk)) await Promise.race([drained(socket), end, wait(mostMs)]);
  }
  return socket.bytesWritten - socket.writableLength;
}

function closed(socket: Socket): Promise<true> {
  return new Promise((resolve) => socket.once("close", () => resolve(true)));
}

function drained(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once("drain", resolve));
}

const megabyte = 1024 * 1024;

/** What a server bears, or does not. The server is asked for something while each goes on. */
export const loadAttacks: readonly Attack[] = [
  {
    group: "load",
    name: "fifty guesses of a token, of which later ones are told to wait",
    async run(target) {
      for (let at = 0; at < 50; at++) {
        const text = requestText(target, `GET ${target.read}`, { Authorization: `Bearer guess${at}` });
        const { status } = await rawRequest(target, text);
        if (status === 429) return undefined;
        if (status < 400) return `guess ${at} was answered ${status}`;
      }
      return "all guesses were answered alike";
    },
  },
  {
    group: "load",
    name: "a body of a gigabyte without a token",
    async run(target) {
      const socket = opened(target.url);
      const headers = {
        Authorization: undefined,
        "Content-Type": "application/json",
        "Content-Length": `${1024 * megabyte}`,
      };
      socket.write(requestText(target, `POST ${target.write}`, headers));
      const taken = await pour(socket, 64 * megabyte);
      socket.destroy();
      return taken >= 48 * megabyte ? `${Math.round(taken / megabyte)} MB were taken` : undefined;
    },
  },
  {
    group: "load",
    name: "a body of a gigabyte with the token",
    async run(target) {
      const socket = opened(target.url);
      const headers = { "Content-Type": "application/json", "Content-Length": `${1024 * megabyte}` };
      socket.write(requestText(target, `POST ${target.write}`, headers));
      const taken = await pour(socket, 128 * megabyte);
      socket.destroy();
      return taken >= 96 * megabyte ? `${Math.round(taken / megabyte)} MB were taken` : undefined;
    },
  },
  {
    group: "load",
    name: "headers without an end",
    async run(target) {
      const socket = opened(target.url);
      socket.write(`GET ${target.read} HTTP/1.1\r\nHost: ${target.url.host}\r\nX-Long: `);
      const taken = await pour(socket, 8 * megabyte);
      socket.destroy();
      return taken >= 4 * megabyte ? `${Math.round(taken / megabyte)} MB of headers were taken` : undefined;
    },
  },
  {
    group: "load",
    name: "headers that arrive a byte at a time",
    async run(target) {
      const socket = opened(target.url);
      socket.write(`GET ${target.read} HTTP/1.1\r\nHost: ${target.url.host}\r\nX-Slow: `);
      const end = closed(socket);
      for (let second = 0; second < 25; second++) {
        if (!socket.destroyed) socket.write("a");
        if (await Promise.race([end, wait(1000)])) return undefined;
      }
      socket.destroy();
      return "the connection was open after 25 seconds";
    },
  },
  {
    group: "load",
    name: "a thousand connections that say nothing",
    async run(target) {
      const sockets = Array.from({ length: 1000 }, () => opened(target.url));
      await wait(500);
      for (let tries = 0; tries < 8; tries++) {
        if (await answersStill(target)) {
          for (const socket of sockets) socket.destroy();
          return undefined;
        }
        await wait(2000);
      }
      for (const socket of sockets) socket.destroy();
      return "no answer for its user in 40 seconds";
    },
  },
  {
    group: "load",
    name: "a hundred readers of events that do not read",
    async run(target) {
      const sockets = Array.from({ length: 100 }, () => opened(target.url));
      for (const socket of sockets) socket.pause().write(requestText(target, `GET ${target.events}`));
      await wait(1000);
      const isFine = await answersStill(target);
      for (const socket of sockets) socket.destroy();
      return isFine ? undefined : "no answer for its user";
    },
  },
  {
    group: "load",
    name: "JSON of great depth",
    async run(target) {
      const deep = "[".repeat(200_000) + "]".repeat(200_000);
      await rawRequest(target, requestText(target, `POST ${target.write}`, {}, deep));
      return (await answersStill(target)) ? undefined : "no answer for its user";
    },
  },
];
