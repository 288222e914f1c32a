// The real server, spoken to by the protocol library that VS Code's client is built on.
"use strict";
const test = require("node:test");
const assert = require("node:assert");
const { spawn, spawnSync } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { pathToFileURL } = require("node:url");
const lsp = require("vscode-languageserver-protocol/node");
const { server } = require("../settings");

const command = process.env.BUDGETLINT || "budgetlint";
const missing = spawnSync(command, ["version"]).error && `${command} is not on the path: go install it, or set BUDGETLINT`;

const faulty = `package page

import (
	"context"
	"database/sql"
	"time"
)

func Ready(ctx context.Context, db *sql.DB) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return db.PingContext(context.Background())
}
`;

test("a finding, its fix, and nothing left", { skip: missing || false, timeout: 120_000 }, async () => {
  const dir = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "budgetlint-")));
  const file = path.join(dir, "page.go");
  fs.writeFileSync(path.join(dir, "go.mod"), "module example.com/shop\n\ngo 1.26\n");
  fs.writeFileSync(file, faulty);
  const uri = pathToFileURL(file).toString();

  const child = spawn(command, server(() => undefined).args, { stdio: ["pipe", "pipe", "inherit"] });
  const exited = new Promise((resolve) => child.on("exit", resolve));
  const connection = lsp.createProtocolConnection(new lsp.StreamMessageReader(child.stdout), new lsp.StreamMessageWriter(child.stdin));
  let waiting = () => {};
  const published = [];
  connection.onNotification(lsp.PublishDiagnosticsNotification.type, (p) => {
    published.push(p);
    waiting();
  });
  const diagnostics = async (version) => {
    for (;;) {
      const found = published.find((p) => p.uri === uri && p.version === version);
      if (found) return found.diagnostics;
      await new Promise((resolve) => (waiting = resolve));
    }
  };
  connection.listen();

  const { capabilities } = await connection.sendRequest(lsp.InitializeRequest.type, {
    processId: process.pid,
    rootUri: null,
    capabilities: { workspace: { workspaceEdit: { documentChanges: true } } },
  });
  assert.strictEqual(capabilities.textDocumentSync.change, lsp.TextDocumentSyncKind.Incremental);
  connection.sendNotification(lsp.InitializedNotification.type, {});
  connection.sendNotification(lsp.DidOpenTextDocumentNotification.type, {
    textDocument: { uri, languageId: "go", version: 1, text: faulty },
  });

  const [found, ...others] = await diagnostics(1);
  assert.strictEqual(others.length, 0);
  assert.ok(lsp.Diagnostic.is(found));
  assert.strictEqual(found.code, "detachedctx");
  assert.strictEqual(found.severity, lsp.DiagnosticSeverity.Warning);

  const actions = await connection.sendRequest(lsp.CodeActionRequest.type, {
    textDocument: { uri },
    range: found.range,
    context: { diagnostics: [found], only: [lsp.CodeActionKind.QuickFix] },
  });
  assert.ok(actions.every((a) => lsp.CodeAction.is(a)));
  const [fix] = actions.filter((a) => a.isPreferred);
  const [change] = fix.edit.documentChanges;
  assert.deepStrictEqual(change.textDocument, { uri, version: 1 });
  const fixed = apply(faulty, change.edits);
  assert.match(fixed, /db\.PingContext\(ctx\)/);

  connection.sendNotification(lsp.DidChangeTextDocumentNotification.type, {
    textDocument: { uri, version: 2 },
    contentChanges: [{ text: fixed }],
  });
  assert.deepStrictEqual(await diagnostics(2), []);

  await connection.sendRequest(lsp.ShutdownRequest.type);
  connection.sendNotification(lsp.ExitNotification.type);
  assert.strictEqual(await exited, 0);
  fs.rmSync(dir, { recursive: true });
});

// apply makes edits of whole lines.
function apply(text, edits) {
  const lines = text.split(/(?<=\n)/);
  for (const e of [...edits].reverse()) {
    assert.strictEqual(e.range.start.character + e.range.end.character, 0);
    lines.splice(e.range.start.line, e.range.end.line - e.range.start.line, e.newText);
  }
  return lines.join("");
}
