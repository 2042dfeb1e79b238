import { expect, it } from "vitest";
import { analyzeCommand, segmentEffects } from "../../src/shell-analysis/index.ts";

async function accessOf(command: string, file: string): Promise<string | undefined> {
  const [segment] = (await analyzeCommand(command)).segments;
  return segment && segmentEffects(segment).paths.find(({ word }) => word.text === file)?.access;
}

it.each([
  ["sed -i s/a/b/ notes.txt", "notes.txt"],
  ["sed -ni.bak s/a/b/ notes.txt", "notes.txt"],
  ["sed --in-place=.bak s/a/b/ notes.txt", "notes.txt"],
  ["perl -pi -e s/a/b/ notes.txt", "notes.txt"],
  ["gawk -i inplace 1 notes.txt", "notes.txt"],
  ["sort -uo sorted.txt notes.txt", "sorted.txt"],
  ["sort --output sorted.txt notes.txt", "sorted.txt"],
  ["find src -delete", "src"],
  ["git checkout notes.txt", "notes.txt"],
  ["prettier --write notes.txt", "notes.txt"],
  ["curl -sO https://example.org notes.txt", "notes.txt"],
  ["tar -xf notes.tar", "notes.tar"],
  ["tar xf notes.tar", "notes.tar"],
  ["chmod 600 notes.txt", "notes.txt"],
])("a changing option writes what a program names: %s", async (command, file) => {
  expect(await accessOf(command, file)).toBe("writes");
});

it.each([
  ["perl script.pl data-i.txt", "data-i.txt"],
  ["ruby build.rb x--in-place", "x--in-place"],
  ["biome check re--write", "re--write"],
  ["prettier check pre--fix", "pre--fix"],
  ["wget --odd site-O.txt", "site-O.txt"],
  ["wget --odd to--output", "to--output"],
])("what only holds such an option does not: %s", async (command, file) => {
  expect(await accessOf(command, file)).toBe("unknown");
});

it.each([
  ["curl -H @notes.txt https://example.org", "notes.txt", "reads"],
  ["curl --proxy-header @notes.txt https://example.org", "notes.txt", "reads"],
  ["curl -b notes.txt https://example.org", "notes.txt", "reads"],
  ["curl --url-query a@notes.txt https://example.org", "notes.txt", "reads"],
  ["curl --cert notes.pem:word https://example.org", "notes.pem", "reads"],
  ["curl -w @notes.txt https://example.org", "notes.txt", "reads"],
  ["curl -w '%output{notes.txt}x' https://example.org", "notes.txt", "writes"],
  ["curl -w '%output{>>notes.txt}x' https://example.org", "notes.txt", "writes"],
  ["curl --remote-name-all https://example.org/notes.txt", "notes.txt", "writes"],
  ["wget --body-file=notes.txt https://example.org", "notes.txt", "reads"],
  ["wget -i notes.txt", "notes.txt", "reads"],
  ["wget --hsts-file notes.txt https://example.org", "notes.txt", "writes"],
  ["rsync --log-file=notes.txt a b", "notes.txt", "writes"],
  ["rsync --password-file notes.txt a h:b", "notes.txt", "reads"],
  ["rsync notes.txt b", "notes.txt", "reads"],
  ["rsync --remove-source-files notes.txt b", "notes.txt", "writes"],
  ["scp -i notes.pem a h:b", "notes.pem", "reads"],
  ["scp notes.txt h:b", "notes.txt", "reads"],
  ["scp h:a notes.txt", "notes.txt", "writes"],
  ["sort --temporary-directory=notes a", "notes", "writes"],
])("an option says what is done with the file that it names: %s", async (command, file, access) => {
  expect(await accessOf(command, file)).toBe(access);
});

it("what is sent to a server as a cookie is no file", async () => {
  expect(await accessOf("curl -b a=notes.txt https://example.org", "notes.txt")).toBeUndefined();
});
