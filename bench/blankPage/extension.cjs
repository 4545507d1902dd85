// A page with nothing in it but a list that can be made as high as one likes: what another page costs is told beside it.
const vscode = require('vscode');

exports.activate = () =>
  vscode.commands.registerCommand('localixBench.blankPage', () => {
    const panel = vscode.window.createWebviewPanel('blankPage', 'Blank', { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true }, { enableScripts: true });
    panel.webview.html = '<!doctype html><title>Blank</title><div id="blank" style="position: fixed; inset: 0; overflow: auto"><div></div></div>';
  });
