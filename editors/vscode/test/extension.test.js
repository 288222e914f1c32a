// The extension against an editor and a client that only note what is asked of them.
"use strict";
const test = require("node:test");
const assert = require("node:assert");
const Module = require("node:module");
const manifest = require("../package.json");

function load({ settings = {}, fails } = {}) {
  const seen = { clients: [], commands: {}, errors: [], onChange: undefined };
  class LanguageClient {
    constructor(id, name, serverOptions, clientOptions) {
      Object.assign(this, { id, name, serverOptions, clientOptions, running: false, stops: 0 });
      seen.clients.push(this);
    }
    async start() {
      if (fails) throw new Error(fails);
      this.running = true;
    }
    needsStop() {
      return this.running;
    }
    async stop() {
      this.running = false;
      this.stops++;
    }
  }
  const vscode = {
    workspace: {
      getConfiguration: (section) => ({ get: (name) => (section === "budgetlint" ? settings[name] : undefined) }),
      onDidChangeConfiguration: (f) => ((seen.onChange = f), { dispose() {} }),
    },
    commands: { registerCommand: (name, f) => ((seen.commands[name] = f), { dispose() {} }) },
    window: { showErrorMessage: (m) => seen.errors.push(m) },
  };
  const original = Module._load;
  Module._load = (request, ...rest) => {
    if (request === "vscode") return vscode;
    if (request === "vscode-languageclient/node") return { LanguageClient };
    return original(request, ...rest);
  };
  try {
    delete require.cache[require.resolve("../extension")];
    return { extension: require("../extension"), seen };
  } finally {
    Module._load = original;
  }
}

test("activation starts the server with the settings", async () => {
  const { extension, seen } = load({ settings: { path: "/opt/budgetlint", tags: "x" } });
  const context = { subscriptions: [] };
  await extension.activate(context);
  const [client] = seen.clients;
  assert.ok(client.running);
  assert.deepStrictEqual(client.serverOptions, { command: "/opt/budgetlint", args: ["lsp"] });
  assert.deepStrictEqual(client.clientOptions.initializationOptions, { tags: "x" });
  assert.deepStrictEqual(Object.keys(seen.commands), manifest.contributes.commands.map((c) => c.command));
  assert.strictEqual(context.subscriptions.length, 2);
  await extension.deactivate();
  assert.strictEqual(client.stops, 1);
});

test("changed settings and the command restart it", async () => {
  const { extension, seen } = load();
  await extension.activate({ subscriptions: [] });
  await seen.onChange({ affectsConfiguration: () => false });
  assert.strictEqual(seen.clients.length, 1);
  await seen.onChange({ affectsConfiguration: (s) => s === "budgetlint" });
  await seen.commands["budgetlint.restart"]();
  assert.deepStrictEqual(seen.clients.map((c) => [c.running, c.stops]), [[false, 1], [false, 1], [true, 0]]);
});

test("a server that does not start is said, with the remedy", async () => {
  const { extension, seen } = load({ fails: "spawn ENOENT" });
  await extension.activate({ subscriptions: [] });
  assert.match(seen.errors[0], /budgetlint does not start: spawn ENOENT.*go install/);
  await extension.deactivate(); // nothing to stop
  assert.strictEqual(seen.clients[0].stops, 0);
});
