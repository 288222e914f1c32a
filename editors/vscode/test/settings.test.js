"use strict";
const test = require("node:test");
const assert = require("node:assert");
const { server, documents } = require("../settings");
const manifest = require("../package.json");

const get = (values) => (name) => values[name];

test("settings become a command line", () => {
  assert.deepStrictEqual(server(get({})), { command: "budgetlint", args: ["lsp"], options: { tags: "" } });
  assert.deepStrictEqual(server(get({ path: "/opt/b", tags: "integration", logFile: "l.txt" })), {
    command: "/opt/b",
    args: ["lsp", "-log", "l.txt"],
    options: { tags: "integration" },
  });
});

test("every setting that is read is declared, and the other way round", () => {
  const read = new Set();
  server((name) => void read.add(`budgetlint.${name}`));
  assert.deepStrictEqual([...read].sort(), Object.keys(manifest.contributes.configuration.properties).sort());
});

test("the server sees Go files and its own configuration", () => {
  assert.ok(documents.some((d) => d.language === "go"));
  assert.ok(documents.some((d) => d.pattern === "**/.budgetlint.yml"));
  assert.ok(documents.every((d) => d.scheme === "file"));
});
