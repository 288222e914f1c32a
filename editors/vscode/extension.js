// The extension starts `budgetlint lsp` and hands it to the language client; everything else is the server's.
"use strict";

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");
const { server, documents } = require("./settings");

let client;

async function start() {
  const settings = vscode.workspace.getConfiguration("budgetlint");
  const { command, args, options } = server((name) => settings.get(name));
  const started = new LanguageClient(
    "budgetlint",
    "budgetlint",
    { command, args },
    { documentSelector: documents, initializationOptions: options },
  );
  client = started;
  try {
    await started.start();
  } catch (err) {
    vscode.window.showErrorMessage(
      `budgetlint: ${command} does not start: ${err.message}. ` +
        "Install it with: go install github.com/budgetlint/budgetlint/cmd/budgetlint@latest, or set budgetlint.path.",
    );
  }
}

async function stop() {
  const running = client;
  client = undefined;
  if (running && running.needsStop()) await running.stop();
}

async function restart() {
  await stop();
  await start();
}

async function activate(context) {
  context.subscriptions.push(
    vscode.commands.registerCommand("budgetlint.restart", restart),
    vscode.workspace.onDidChangeConfiguration((e) => (e.affectsConfiguration("budgetlint") ? restart() : undefined)),
  );
  await start();
}

module.exports = { activate, deactivate: stop };
