// Shows the panel as soon as the window of `npm start` is there: VS Code opens its own chat in that place first.
const vscode = require('vscode');

exports.activate = () => vscode.commands.executeCommand('segue.chat.focus');
