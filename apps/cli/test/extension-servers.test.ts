import { checkProperty } from "@skein/property-tests";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { commandWords } from "@skein/settings";
import { extensionServers } from "../src/arguments/extension-servers.ts";

const server = (line: string) => extensionServers({ "with-extension": [line] }, "/w")[0];

describe("--with-extension", () => {
  it("is settings, a command and its words", () => {
    expect(server("npx -y some-server")).toEqual({
      command: "npx",
      args: ["-y", "some-server"],
      env: {},
      cwd: "/w",
    });
    expect(server(`TOKEN=a=b EMPTY= NAME='two words' ./run "x y" z=1`)).toEqual({
      command: "./run",
      args: ["x y", "z=1"],
      env: { TOKEN: "a=b", EMPTY: "", NAME: "two words" },
      cwd: "/w",
    });
  });

  it("is never a shell's: what would be more than words stays a word", () => {
    expect(server("run $HOME *.ts ; rm && $(evil) `evil` > f")).toMatchObject({
      command: "run",
      args: ["$HOME", "*.ts", ";", "rm", "&&", "$(evil)", "`evil`", ">", "f"],
    });
  });

  it("is refused without a command, or with an open quote", () => {
    for (const line of ["", "  ", "A=1", "A=1 B=2"])
      expect(() => server(line)).toThrow(/there is no command in/);
    for (const line of ["run 'a", 'run "a', "run \\"]) expect(() => server(line)).toThrow(/is not closed/);
  });

  it("reads every list of words back from its quoted form", () => {
    const quoted = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`;
    checkProperty(
      fc.property(fc.array(fc.string()), (words) => {
        expect(commandWords(words.map(quoted).join(" "))).toEqual(words);
      }),
    );
  });
});
